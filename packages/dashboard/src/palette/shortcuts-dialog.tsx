import { Fragment, type ReactElement } from 'react';
import { useStore } from '../api/api-context.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox } from '../ui/field.tsx';
import { commandKey } from '../ui/command-key.ts';
import styles from './palette.module.css';
import { goKeys, setSingleKeys, singleKeys } from './shortcuts.ts';

export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const hasSingleKeys = useStore(singleKeys);
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['Search and go anywhere', [commandKey, 'K']],
    ['Search', ['/']],
    ['New agent job', ['N']],
    ...Object.entries(goKeys).map(([key, { label }]) => [`Go to ${label}`, ['G', key.toUpperCase()]] as const),
    ['Show this list', ['?']],
  ];
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose}>
      <dl className={styles['keys']}>
        {rows.map(([label, keys]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && ' '}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Single-key shortcuts"
        hint={`Turn them off if you use speech input. ${commandKey} K always works.`}
        isChecked={hasSingleKeys}
        onChange={setSingleKeys}
      />
    </Dialog>
  );
}
