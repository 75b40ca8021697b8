import { useMemo, type ReactElement } from 'react';
import styles from './comments.module.css';
import { compareWords, type ChangedText } from './compare-words.ts';

/** Text and its suggested replacement, with differing words marked. */
export function SuggestionDiff({
  quote,
  replacement,
}: {
  readonly quote: string;
  readonly replacement: string;
}): ReactElement {
  const { old, new: next } = useMemo(() => compareWords(quote, replacement), [quote, replacement]);
  return (
    <div className={styles['diff']}>
      <Side label="Current text" sign="−" kind="old" changed={old} />
      {replacement === '' ? (
        <p className={styles['soft']}>The text is deleted.</p>
      ) : (
        <Side label="Suggested text" sign="+" kind="new" changed={next} />
      )}
    </div>
  );
}

interface SideProps {
  readonly label: string;
  readonly sign: string;
  readonly kind: 'old' | 'new';
  readonly changed: ChangedText;
}

function Side({ label, sign, kind, changed: { text, from, to } }: SideProps): ReactElement {
  const Mark = kind === 'old' ? 'del' : 'ins';
  return (
    // Long text scrolls, which must also work with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={styles['side']} data-kind={kind} role="group" aria-label={label} tabIndex={0}>
      <span className={styles['sign']} aria-hidden>
        {sign}
      </span>
      <code>
        {text.slice(0, from)}
        {from < to && <Mark>{text.slice(from, to)}</Mark>}
        {text.slice(to)}
      </code>
    </pre>
  );
}
