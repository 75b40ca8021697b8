import { Dialog } from '@base-ui/react/dialog';
import { useDeferredValue, useEffect, useId, useState, type KeyboardEvent, type ReactElement } from 'react';
import { Icon } from '../ui/icon.tsx';
import type { Command, CommandGroup } from './find-commands.ts';
import { moveTo } from './move-to.ts';
import styles from './palette.module.css';
import { useCommands } from './use-commands.ts';

export interface PaletteProps {
  /** The text typed before the palette was loaded. */
  readonly takeTyped: () => string;
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}

/**
 * Opens any page with a few letters: pages, projects and their settings, jobs, the manual. An editable combobox whose
 * list is always open (ARIA Authoring Practices): the focus stays in the field, which names the active option.
 */
export default function Palette({ takeTyped, onClose, onShortcuts }: PaletteProps): ReactElement {
  const listId = useId();
  const [query, setQuery] = useState(takeTyped);
  const [chosen, setChosen] = useState(0);
  const groups = useCommands({ query: useDeferredValue(query), onShortcuts });
  const commands = groups.flatMap(({ items }) => items);
  // The list may have become shorter since the option was selected.
  const active = commands[Math.min(chosen, commands.length - 1)];
  const run = (command: Command) => {
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault();
      run(active);
      return;
    }
    const next = moveTo(event.key, active === undefined ? -1 : commands.indexOf(active), commands.length);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup className={styles['popup']} aria-label="Search or go to">
          <div className={styles['head']}>
            <Icon name="search" />
            <input
              className={styles['input']}
              role="combobox"
              aria-label="Search"
              aria-expanded
              aria-controls={listId}
              aria-activedescendant={active && optionId(listId, active)}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              placeholder="Search or go to …"
              maxLength={200}
              value={query}
              onChange={(event) => {
                setQuery(event.target.value);
                setChosen(0);
              }}
              onKeyDown={onKeyDown}
            />
            <Dialog.Close className={styles['escape']}>Esc</Dialog.Close>
          </div>
          <Results id={listId} groups={groups} active={active} onRun={run} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const optionId = (listId: string, { id }: Command): string => `${listId}-${id}`;

interface ResultsProps {
  readonly id: string;
  readonly groups: readonly CommandGroup[];
  readonly active: Command | undefined;
  readonly onRun: (command: Command) => void;
}

function Results({ id, groups, active, onRun }: ResultsProps): ReactElement {
  const activeId = active && optionId(id, active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <>
      <div className={styles['empty']} role="status">
        {groups.length === 0 && 'Nothing matches.'}
      </div>
      <div id={id} className={styles['list']} role="listbox" aria-label="Results">
        {groups.map(({ label, items }) => (
          <div key={label} role="group" aria-label={label}>
            <div className={styles['label']} aria-hidden="true">
              {label}
            </div>
            {items.map((command) => (
              // Selected with the arrow keys in the field, which has the focus.
              <div
                key={command.id}
                id={optionId(id, command)}
                className={styles['item']}
                role="option"
                tabIndex={-1}
                aria-selected={command === active}
                onClick={() => onRun(command)}
                onKeyDown={(event) => event.key === 'Enter' && onRun(command)}
              >
                <Icon name={command.icon} size={16} />
                <span className={styles['text']}>{command.label}</span>
                {command.detail !== undefined && command.detail !== '' && (
                  <span className={styles['detail']}>{command.detail}</span>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
