import type { Suggestion } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { formatCount } from '../ui/format.ts';
import { evidenceLabels } from './looks.ts';
import styles from './suggestions.module.css';

interface EvidenceProps {
  readonly evidence: Suggestion['evidence'];
  /** If set, the list is collapsed below a line with the number of entries. */
  readonly isFolded?: boolean;
}

/** Number of entries shown; the rest can be expanded. */
const SHOWN = 3;

/** Readers' messages, each with the number of readers who wrote it. */
export function EvidenceList({ evidence, isFolded = false }: EvidenceProps): ReactElement | null {
  if (evidence.length === 0) return null;
  const open = isFolded ? [] : evidence.slice(0, SHOWN);
  const rest = evidence.slice(open.length);
  return (
    <div className={styles['evidence']}>
      {open.length > 0 && <Items evidence={open} />}
      {rest.length > 0 && (
        <details>
          <summary>{isFolded ? `What readers wrote (${rest.length})` : `${rest.length} more`}</summary>
          <Items evidence={rest} />
        </details>
      )}
    </div>
  );
}

const Items = ({ evidence }: Pick<EvidenceProps, 'evidence'>): ReactElement => (
  <ul className={styles['quotes']}>
    {evidence.map(({ kind, text, visitors }) => (
      <li key={JSON.stringify([kind, text])}>
        {text === null ? <span>Thumbs down, no comment</span> : <q>{text}</q>}
        <span className={styles['soft']}>
          {evidenceLabels[kind]}, {formatCount(visitors, 'reader')}
        </span>
      </li>
    ))}
  </ul>
);
