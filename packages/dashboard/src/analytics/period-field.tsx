import { useState, type ReactElement } from 'react';
import { TextField } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import styles from './analytics.module.css';
import { countDays, findPeriodFault, lastDays, type Period } from './period.ts';

const presets = [
  { value: '1', label: 'Today' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const;

export interface PeriodFieldProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}

/** The last days, or a range of dates. An invalid range shows an error, and the figures don't change. */
export function PeriodField({ period, onChange }: PeriodFieldProps): ReactElement {
  const [typed, setTyped] = useState(period);
  const fault = findPeriodFault(typed, Date.now());
  const change = (next: Period): void => {
    setTyped(next);
    if (findPeriodFault(next, Date.now()) === undefined) onChange(next);
  };
  const today = lastDays(1, Date.now()).to;
  const preset = presets.find(({ value }) => period.to === today && countDays(period) === Number(value))?.value;
  return (
    <div className={styles['period']}>
      <Segmented
        label="Range"
        value={preset ?? ''}
        choices={presets}
        onChange={(days) => change(lastDays(Number(days), Date.now()))}
      />
      <TextField
        label="From"
        type="date"
        max={today}
        value={typed.from}
        error={fault}
        onChange={(from) => change({ ...typed, from })}
      />
      <TextField label="To" type="date" max={today} value={typed.to} onChange={(to) => change({ ...typed, to })} />
    </div>
  );
}
