import type { ReactElement, ReactNode } from 'react';
import { nameLines, type ReviewComment } from './review-comments.ts';
import styles from './sent-comments.module.css';

export interface SentCommentsProps {
  readonly comments: readonly ReviewComment[];
  /** The elements next to a comment's position. */
  readonly note?: (comment: ReviewComment) => ReactNode;
}

/** Line comments, each with its position, the commented lines, and its text. */
export const SentComments = ({ comments, note }: SentCommentsProps): ReactElement => (
  <ul className={styles['list']}>
    {comments.map((comment, index) => (
      // A line can have two identical comments.
      // oxlint-disable-next-line react/no-array-index-key
      <li key={index}>
        <div className={styles['place']}>
          {comment.path}, {nameLines(comment)} {note?.(comment)}
        </div>
        <pre className={styles['lines']}>{comment.lines.join('\n')}</pre>
        <div className={styles['text']}>{comment.text}</div>
      </li>
    ))}
  </ul>
);
