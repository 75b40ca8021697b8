import type { CSSProperties, ReactElement } from 'react';
import { formatCount } from '../../ui/format.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './navigation-form.module.css';
import { countPages, kindLabels, nameOfEntry, type DropZone, type NavigationRow } from './navigation-rows.ts';
import type { EntryDrag } from './use-entry-drag.ts';

export interface NavigationTreeRowProps {
  readonly row: NavigationRow;
  readonly isSelected: boolean;
  readonly isInTabOrder: boolean;
  readonly hasNoFile: boolean;
  readonly dropZone: DropZone | undefined;
  readonly drag?: EntryDrag;
  readonly onSelect: () => void;
  readonly onToggle: () => void;
  readonly onOpen: () => void;
}

export function NavigationTreeRow(props: NavigationTreeRowProps): ReactElement {
  const { row, isSelected, isInTabOrder, hasNoFile, dropZone, drag, onSelect, onToggle, onOpen } = props;
  const { entry, level, position, setSize, isOpen } = row;
  return (
    // The tree handles key presses for all rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={setSize}
      aria-expanded={isOpen}
      aria-selected={isSelected}
      tabIndex={isInTabOrder ? 0 : -1}
      className={styles['row']}
      style={{ '--level': level } as CSSProperties}
      data-drop={dropZone}
      draggable={drag !== undefined}
      onDragStart={(event) => drag?.start(event, row)}
      onDragOver={(event) => drag?.over(event, row)}
      onDrop={(event) => drag?.drop(event, row)}
      onDragEnd={() => drag?.end()}
      onClick={({ target }) => {
        onSelect();
        if (target instanceof Element && target.closest('[data-toggle]') !== null) onToggle();
      }}
      onDoubleClick={() => (isOpen === undefined ? onOpen() : onToggle())}
    >
      <span className={styles['toggle']} {...(isOpen !== undefined && { 'data-toggle': '' })}>
        {isOpen !== undefined && <Icon name="right" size={14} />}
      </span>
      <Icon name={iconOf(entry.kind)} size={15} />
      <span className={styles['name']}>{nameOfEntry(entry)}</span>
      {hasNoFile && <span className={styles['missing']}>No file</span>}
      {isOpen === false && <span className={styles['note']}>{formatCount(countPages(entry), 'page')}</span>}
      {entry.kind !== 'page' && entry.kind !== 'group' && (
        <span className={styles['note']}>{kindLabels[entry.kind]}</span>
      )}
      {entry.kind === 'group' && <span className="visually-hidden">, group</span>}
    </div>
  );
}

function iconOf(kind: NavigationRow['entry']['kind']): IconName {
  switch (kind) {
    case 'page':
      return 'file';
    case 'group':
      return 'folder';
    case 'operation':
      return 'code';
    case 'language':
      return 'globe';
    case 'version':
      return 'branch';
    case 'other':
      return 'warning';
    case 'file':
      return 'external';
    case 'anchor':
    case 'dropdown':
    case 'item':
    case 'product':
    case 'tab':
      return 'book';
  }
}
