import type { ReactElement, ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './notice.module.css';

const icons: Readonly<Record<Tone, IconName>> = {
  neutral: 'info',
  info: 'info',
  good: 'check',
  warn: 'warning',
  bad: 'error',
};

export interface NoticeProps {
  readonly tone?: Tone;
  readonly title?: string;
  readonly action?: ReactNode;
  /** True for notices that appear after an action; screen readers announce them. */
  readonly isLive?: boolean;
  readonly children?: ReactNode;
}

export function Notice({ tone = 'info', title, action, isLive = false, children }: NoticeProps): ReactElement {
  return (
    <div
      className={styles['notice']}
      data-tone={tone}
      role={isLive ? (tone === 'bad' ? 'alert' : 'status') : undefined}
    >
      <Icon name={icons[tone]} />
      <div>
        {title && <div className={styles['title']}>{title}</div>}
        {children && <div className={styles['text']}>{children}</div>}
      </div>
      {action && <div className={styles['action']}>{action}</div>}
    </div>
  );
}
