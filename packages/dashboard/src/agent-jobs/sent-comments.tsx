import type { ReactElement, ReactNode } from 'react';
import { nameLines, type ReviewComment } from './review-comments.ts';
import styles from './sent-comments.module.css';

export interface SentCommentsProps {
  readonly comments: readonly ReviewComment[];
  /** The elements next to the place of a comment. */
  readonly note?: (comment: ReviewComment) => ReactNode;
}

/** Comments on lines: each with its place, the lines that it is about, and its words. */
export const SentComments = ({ comments, note }: SentCommentsProps): ReactElement => (
  <ul className={styles['list']}>
    {comments.map((comment, index) => (
      // Two comments may say the same of one line.
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
