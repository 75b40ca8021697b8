import type { ReactElement, ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info';
/** Code hosts use a separate color for merged pull requests. */
export type BadgeTone = Tone | 'merged';

export interface BadgeProps {
  readonly tone?: BadgeTone;
  /** Shows a dot, which pulses while work is in progress. */
  readonly dot?: 'still' | 'live';
  readonly children: ReactNode;
}

/** The text has the full meaning; the color only supports it. */
export function Badge({ tone = 'neutral', dot, children }: BadgeProps): ReactElement {
  return (
    <span className={classNames(styles['badge'], dot === 'live' && styles['live'])} data-tone={tone}>
      {dot && <span className={styles['dot']} aria-hidden="true" />}
      <span className={styles['text']}>{children}</span>
    </span>
  );
}
