import type { Comment } from '@docwright/sdk';
import type { ReactElement } from 'react';
import styles from './comments.module.css';
import { splitComment } from './mentions.ts';

/** A comment's text, with web addresses and mentioned people. */
export function CommentText({ text, mentions }: Pick<Comment, 'text' | 'mentions'>): ReactElement {
  const parts = splitComment(
    text,
    mentions.map(({ name }) => name),
  );
  return (
    <p className={styles['text']}>
      {parts.map((part, index) => {
        // oxlint-disable react/no-array-index-key -- the order of the parts doesn't change
        if (part.kind === 'mention') return <strong key={index}>{part.text}</strong>;
        if (part.kind === 'text') return part.text;
        return (
          <a key={index} href={part.href} target="_blank" rel="noreferrer nofollow">
            {part.text}
          </a>
        );
        // oxlint-enable react/no-array-index-key
      })}
    </p>
  );
}
