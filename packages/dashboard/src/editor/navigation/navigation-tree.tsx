import type { EntryPlace } from '@docwright/doc-agent/edit-navigation-tree';
import { isSamePath, type JsonPath, type NavigationList } from '@docwright/doc-agent/navigation-tree';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactElement } from 'react';
import type { NavigationActions } from './navigation-toolbar.tsx';
import styles from './navigation-form.module.css';
import { NavigationTreeRow } from './navigation-tree-row.tsx';
import type { NavigationRow } from './navigation-rows.ts';
import { toTreeCommand, type TreeCommand } from './to-tree-command.ts';
import { useEntryDrag } from './use-entry-drag.ts';
import type { NavigationEdits } from './use-navigation-edit.ts';

export interface NavigationTreeProps extends NavigationActions {
  readonly lists: readonly NavigationList[];
  readonly rows: readonly NavigationRow[];
  readonly edits: NavigationEdits;
  readonly pageFiles: ReadonlyMap<string, string>;
  readonly isReadOnly: boolean;
  readonly onMove: (path: JsonPath, to: EntryPlace) => void;
}

/** A tree according to the WAI-ARIA pattern: one row is in the tab order, and the arrow keys move between rows. */
export function NavigationTree(props: NavigationTreeProps): ReactElement {
  const { lists, rows, edits, pageFiles, isReadOnly, onMove } = props;
  const { selected, select, toggle } = edits;
  const tree = useRef<HTMLDivElement>(null);
  /** The selected row gets the focus after the next change. */
  const isFocusWanted = useRef(false);
  const hint = useId();
  const drag = useEntryDrag(lists, onMove);
  const current = rows.findIndex(({ entry }) => selected !== undefined && isSamePath(entry.path, selected));
  useEffect(() => {
    const row = tree.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (isFocusWanted.current) row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
    isFocusWanted.current = false;
  }, [selected]);
  const focusRow = (path: JsonPath): void => {
    isFocusWanted.current = true;
    select(path);
  };
  const pressed = (event: KeyboardEvent): void => {
    const command = toTreeCommand(event, rows, Math.max(0, current));
    if (command === undefined || (isReadOnly && isChange(command))) return;
    event.preventDefault();
    run(command);
  };
  const run = (command: TreeCommand): void => {
    switch (command.kind) {
      case 'select':
        return focusRow(command.path);
      case 'toggle':
        return toggle(command.key, command.isOpen);
      case 'step':
        isFocusWanted.current = true;
        return props.onStep(command.direction);
      case 'open':
        return props.onOpen(command.entry);
      case 'rename':
        return props.onRename(command.entry);
      case 'remove':
        return props.onDialog({ kind: 'remove', entry: command.entry });
    }
  };
  return (
    <>
      <div
        ref={tree}
        role="tree"
        tabIndex={-1}
        aria-label="Entries of the navigation"
        aria-describedby={isReadOnly ? undefined : hint}
        className={styles['tree']}
        onKeyDown={pressed}
      >
        {rows.map((row, index) => (
          <NavigationTreeRow
            key={row.entry.path.join('/')}
            row={row}
            isSelected={index === current}
            isInTabOrder={index === Math.max(0, current)}
            hasNoFile={row.entry.kind === 'page' && !pageFiles.has(row.entry.name)}
            dropZone={drag.zoneOf(row.entry.path)}
            {...(!isReadOnly && { drag })}
            onSelect={() => focusRow(row.entry.path)}
            onToggle={() => toggle(row.key, row.isOpen !== true)}
            onOpen={() => props.onOpen(row.entry)}
          />
        ))}
        {rows.length === 0 && <p className={styles['none']}>The navigation is empty.</p>}
      </div>
      {!isReadOnly && (
        <p id={hint} className={styles['hint']}>
          Drag an entry to move it, or press Alt with an arrow key. F2 renames it, Delete removes it.
        </p>
      )}
    </>
  );
}

const isChange = ({ kind }: TreeCommand): boolean => kind === 'step' || kind === 'rename' || kind === 'remove';
