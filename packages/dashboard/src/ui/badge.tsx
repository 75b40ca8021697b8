import type { ReactElement, ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info';
/** Code hosts show what was merged in a colour of its own. */
export type BadgeTone = Tone | 'merged';

export interface BadgeProps {
  readonly tone?: BadgeTone;
  /** With a dot; one that pulses while something is under way. */
  readonly dot?: 'still' | 'live';
  readonly children: ReactNode;
}

/** The words say it; the colour only helps. */
export function Badge({ tone = 'neutral', dot, children }: BadgeProps): ReactElement {
  return (
    <span className={classNames(styles['badge'], dot === 'live' && styles['live'])} data-tone={tone}>
      {dot && <span className={styles['dot']} aria-hidden="true" />}
      {children}
    </span>
  );
}
