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
  /** Inserts both versions into the text; `undefined` if that isn't possible. */
  readonly onCombine?: (() => void) | undefined;
}

/** The other version next to the author's text. The author can still edit the text to combine both. */
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
              Insert both versions
            </Button>
          )}
        </Row>
      </Notice>
      {theirs === null ? (
        <p>The file doesn’t exist in the other version.</p>
      ) : (
        <TheirText theirs={theirs} mine={mine} />
      )}
    </section>
  );
}

/** Lines that differ from the author's text are marked. */
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
