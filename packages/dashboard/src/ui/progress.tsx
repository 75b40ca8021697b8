import type { ReactElement } from 'react';
import styles from './progress.module.css';

export interface ProgressProps {
  readonly label: string;
  /** 0 to 100. */
  readonly percent: number;
  readonly text: string;
}

export function Progress({ label, percent, text }: ProgressProps): ReactElement {
  return (
    <div
      className={styles['track']}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={text}
    >
      <div className={styles['bar']} style={{ width: `${percent}%` }} />
    </div>
  );
}
