import type { ReactElement } from 'react';
import { Segmented } from '../ui/segmented.tsx';
import type { DiffLayout } from './diff-layout.ts';

interface DiffLayoutSwitchProps {
  readonly value: DiffLayout;
  readonly onChange: (layout: DiffLayout) => void;
}

export function DiffLayoutSwitch({ value, onChange }: DiffLayoutSwitchProps): ReactElement {
  return (
    <Segmented
      label="Diff layout"
      value={value}
      choices={[
        { value: 'unified', label: 'Unified' },
        { value: 'split', label: 'Split' },
      ]}
      onChange={onChange}
    />
  );
}
