import type { ReactElement, ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Row } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './editor.module.css';
import { findDifferentLines } from './merge-texts.ts';

export interface ConflictPanelProps {
  readonly title: string;
  readonly text: ReactNode;
  /** Null if the other side deleted the file. */
  readonly theirs: string | null;
  readonly mine: string;
  readonly isBusy?: boolean | undefined;
  readonly onChoose: (side: 'mine' | 'theirs') => void;
  /** Puts both versions into the text; `undefined` if that isn't possible. */
  readonly onCombine?: (() => void) | undefined;
}

/** The other version next to the author's text, which can still be edited to combine both. */
export function ConflictPanel({
  title,
  text,
  theirs,
  mine,
  isBusy,
  onChoose,
  onCombine,
}: ConflictPanelProps): ReactElement {
  return (
    <section className={styles['conflict']} aria-label={title}>
      <Notice tone="warn" title={title} isLive>
        <div className={styles['conflictText']}>{text}</div>
        <Row>
          <Button isSmall kind="primary" isBusy={isBusy} onClick={() => onChoose('mine')}>
            Keep my text
          </Button>
          <Button isSmall isBusy={isBusy} onClick={() => onChoose('theirs')}>
            {theirs === null ? 'Delete the file' : 'Use their text'}
          </Button>
          {onCombine && (
            <Button isSmall onClick={onCombine}>
              Put both into the text
            </Button>
          )}
        </Row>
      </Notice>
      {theirs === null ? <p>The other version has no such file.</p> : <TheirText theirs={theirs} mine={mine} />}
    </section>
  );
}

/** The lines that differ from the author's text are marked. */
function TheirText({ theirs, mine }: { readonly theirs: string; readonly mine: string }): ReactElement {
  const [from, to] = findDifferentLines(theirs, mine);
  return (
    // Long text scrolls, which must also work with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={styles['theirs']} tabIndex={0} aria-label="Their text">
      {theirs.split('\n').map((line, index) => (
        // The lines of a version never change.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} data-changed={index >= from && index < to ? '' : undefined}>
          {line === '' ? ' ' : line}
        </div>
      ))}
    </pre>
  );
}
