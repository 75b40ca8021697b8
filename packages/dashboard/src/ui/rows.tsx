import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { Panel } from './layout.tsx';
import styles from './rows.module.css';
import { Time } from './time.tsx';

export interface RowProps {
  readonly link: LinkProps;
  readonly title: string;
  readonly status?: ReactNode;
  readonly facts: string;
  readonly at?: string;
}

/** A list entry that links to its page. */
export function LinkRow({ link, title, status, facts, at }: RowProps): ReactElement {
  return (
    <li>
      <Link {...link} className={styles['row'] ?? ''}>
        <span className={styles['title']} title={title}>
          {title}
        </span>
        <span>{status}</span>
        <span className={styles['facts']}>{facts}</span>
        {at !== undefined && (
          <span className={styles['time']}>
            <Time at={at} />
          </span>
        )}
      </Link>
    </li>
  );
}

export interface RowsProps {
  readonly title: string;
  /** Shown instead of an empty list. */
  readonly emptyText: ReactNode;
  readonly actions?: ReactNode;
  readonly children: readonly ReactElement[];
}

/** A panel with a list of entries. */
export function Rows({ title, emptyText, actions, children }: RowsProps): ReactElement {
  return children.length === 0 ? (
    <Panel title={title} actions={actions}>
      <p className={styles['empty']}>{emptyText}</p>
    </Panel>
  ) : (
    <Panel title={title} actions={actions} isFlush>
      <ul className={styles['rows']}>{children}</ul>
    </Panel>
  );
}
