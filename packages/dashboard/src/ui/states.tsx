import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './states.module.css';

export interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly tone?: 'bad';
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** The empty state of a page: why it is empty, and what to do next. */
export function EmptyState({ icon, title, tone, children, actions }: EmptyStateProps): ReactElement {
  return (
    <div className={styles['empty']} data-tone={tone}>
      <div className={styles['picture']}>
        <Icon name={icon} size={22} />
      </div>
      <h2>{title}</h2>
      {children && <div className={styles['text']}>{children}</div>}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}

const widths = ['62%', '88%', '74%', '91%', '55%', '80%'];

/** A placeholder while content is loading. */
export function Skeleton({
  lines = 4,
  label = 'Loading',
  isLabelShown = false,
}: {
  readonly lines?: number;
  readonly label?: string | undefined;
  /** For long waits, with a label that explains the wait. */
  readonly isLabelShown?: boolean;
}): ReactElement {
  return (
    <div className={styles['skeleton']} role="status" aria-label={label}>
      {isLabelShown && <div className={styles['label']}>{label}</div>}
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={styles['line']} style={{ width: widths[index % widths.length] }} />
      ))}
    </div>
  );
}

export function Reference({ children }: { readonly children: ReactNode }): ReactElement {
  return <span className={styles['reference']}>{children}</span>;
}
