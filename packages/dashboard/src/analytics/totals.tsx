import type { ReactElement } from 'react';
import styles from './analytics.module.css';
import { describeChange } from './describe-change.ts';

interface TotalsProps {
  /** Name, count, and the previous period's count if it is known. */
  readonly rows: readonly (readonly [string, number, number | undefined])[];
}

export const Totals = ({ rows }: TotalsProps): ReactElement => (
  <dl className={styles['totals']}>
    {rows.map(([name, count, before]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{count.toLocaleString('en')}</dd>
        {before !== undefined && <dd className={styles['change']}>{describeChange(count, before)}</dd>}
      </div>
    ))}
  </dl>
);
