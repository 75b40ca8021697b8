import { Fragment, type ReactElement, type ReactNode } from 'react';
import styles from './code-text.module.css';
import { splitRuns, type Run } from '@docwright/highlight/colored-lines';
import type { Parts } from '@docwright/highlight/pair-lines';

/** A line's text with syntax highlighting, and with differences from the paired line marked. */
export function CodeText({
  text,
  runs = [{ text, token: '' }],
  parts = [text, '', ''],
}: {
  readonly text: string;
  readonly runs: readonly Run[] | undefined;
  readonly parts: Parts | undefined;
}): ReactElement {
  const [start = [], changed = [], end = []] = splitRuns(runs, parts);
  return (
    <>
      {toSpans(start)}
      {changed.length > 0 && <mark>{toSpans(changed)}</mark>}
      {toSpans(end)}
    </>
  );
}

const toSpans = (runs: readonly Run[]): ReactNode =>
  runs.map(({ text, token }, index) =>
    styles[token] === undefined ? (
      // The runs of a line never change their order.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>{text}</Fragment>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the order doesn't change
      <span key={index} className={styles[token]}>
        {text}
      </span>
    ),
  );
