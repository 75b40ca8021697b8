import type { ReactElement, ReactNode } from 'react';
import { Checkbox, FieldGroup } from './field.tsx';
import styles from './field.module.css';

export interface ChecklistProps<T extends string> {
  readonly label: string;
  readonly items: readonly {
    readonly value: T;
    readonly label: string;
    readonly hint?: ReactNode;
    readonly isDisabled?: boolean;
  }[];
  readonly chosen: readonly T[];
  readonly onChange: (chosen: readonly T[]) => void;
  /** For many short items: uses as many columns as fit. */
  readonly isInColumns?: boolean;
  /** The meaning of an empty selection, shown below the checkboxes. */
  readonly children?: ReactNode;
}

/** Selects any number of items, in the order in which they were checked. */
export function Checklist<T extends string>(props: ChecklistProps<T>): ReactElement {
  const { label, items, chosen, onChange, isInColumns = false, children } = props;
  const boxes = items.map((item) => (
    <Checkbox
      key={item.value}
      label={item.label}
      hint={item.hint}
      isChecked={chosen.includes(item.value)}
      isDisabled={item.isDisabled}
      onChange={(isIn) => onChange(isIn ? [...chosen, item.value] : chosen.filter((value) => value !== item.value))}
    />
  ));
  return (
    <FieldGroup label={label}>
      {isInColumns ? <div className={styles['columns']}>{boxes}</div> : boxes}
      {children}
    </FieldGroup>
  );
}
