import type { ReactElement } from 'react';
import styles from './segmented.module.css';

export interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

/** A control that switches between views of the same content. */
export function Segmented<T extends string>({ label, value, choices, onChange }: SegmentedProps<T>): ReactElement {
  return (
    <div role="group" aria-label={label} className={styles['group']}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className={styles['item']}
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
