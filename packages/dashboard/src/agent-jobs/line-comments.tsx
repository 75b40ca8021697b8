import type { ReactElement } from 'react';
import { IconButton } from '../ui/button.tsx';
import styles from './diff-view.module.css';
import { nameLines, type ReviewComment } from './review-comments.ts';

export interface LineCommentsProps {
  readonly comments: readonly ReviewComment[];
  readonly onRemove: (comment: ReviewComment, table: HTMLElement) => void;
}

/** What one has written on a line, below it, until it is sent. */
export function LineComments({ comments, onRemove }: LineCommentsProps): ReactElement | null {
  if (comments.length === 0) return null;
  return (
    <ul className={styles['written']} aria-label={`Comments on ${nameOf(comments)}`}>
      {comments.map((comment, index) => (
        // Two comments may say the same of one line.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <div>
            <span className={styles['waits']}>Your comment on {nameLines(comment)}, not sent yet</span>
            <p>{comment.text}</p>
          </div>
          <IconButton
            icon="close"
            isSmall
            label={`Remove the comment on ${comment.path}, ${nameLines(comment)}`}
            onClick={({ currentTarget }) => onRemove(comment, currentTarget.closest('table') ?? currentTarget)}
          />
        </li>
      ))}
    </ul>
  );
}

/** All end at the same line, wherever they begin. */
const nameOf = ([first]: readonly ReviewComment[]): string =>
  first === undefined ? '' : nameLines({ ...first, from: first.to });
