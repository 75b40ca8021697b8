import type { ReactElement } from 'react';
import { IconButton } from '../ui/button.tsx';
import { Time } from '../ui/time.tsx';
import styles from './diff-view.module.css';
import { nameLines, type ReviewComment } from './review-comments.ts';
import type { SentComment } from './to-timeline.ts';

export interface LineCommentsProps {
  /** Sent comments, which can't be removed. */
  readonly sent: readonly SentComment[];
  readonly comments: readonly ReviewComment[];
  readonly onRemove: (comment: ReviewComment, table: HTMLElement) => void;
}

/** The comments below a line: sent comments first, then unsent comments. */
export function LineComments({ sent, comments, onRemove }: LineCommentsProps): ReactElement | null {
  if (comments.length + sent.length === 0) return null;
  return (
    <ul
      className={styles['written']}
      aria-label={`Comments on ${nameOf([...sent.map(({ comment }) => comment), ...comments])}`}
    >
      {sent.map(({ at, comment }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the order doesn't change
        <li key={`sent ${index}`}>
          <div>
            <span className={styles['waits']}>
              Comment on {nameLines(comment)}, sent <Time at={at} />
            </span>
            <p>{comment.text}</p>
          </div>
        </li>
      ))}
      {comments.map((comment, index) => (
        // A line can have two identical comments.
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

/** Names the line at which all comments end. They can begin at different lines. */
const nameOf = ([first]: readonly ReviewComment[]): string =>
  first === undefined ? '' : nameLines({ ...first, from: first.to });
