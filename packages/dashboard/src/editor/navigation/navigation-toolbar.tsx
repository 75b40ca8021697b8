import { findEntry, findStep, type MoveDirection } from '@docwright/doc-agent/edit-navigation-tree';
import type { JsonPath, NavigationEntry, NavigationList } from '@docwright/doc-agent/navigation-tree';
import type { ReactElement } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import styles from './navigation-form.module.css';
import { findNewPlace } from './navigation-rows.ts';
import type { NavigationDialog } from './use-navigation-edit.ts';

export interface NavigationActions {
  readonly onStep: (direction: MoveDirection) => void;
  readonly onRename: (entry: NavigationEntry) => void;
  readonly onOpen: (entry: NavigationEntry) => void;
  readonly onDialog: (dialog: NavigationDialog) => void;
}

export interface NavigationToolbarProps extends NavigationActions {
  readonly lists: readonly NavigationList[];
  readonly selected: JsonPath | undefined;
  readonly isReadOnly: boolean;
}

const steps = [
  ['up', 'up'],
  ['down', 'down'],
  ['in', 'right'],
  ['out', 'back'],
] as const;

/** The actions on the selected entry. Buttons that do nothing keep the focus, and explain why. */
export function NavigationToolbar(props: NavigationToolbarProps): ReactElement {
  const { lists, selected, isReadOnly, onStep, onRename, onOpen, onDialog } = props;
  const entry = selected && findEntry(lists, selected)?.entry;
  const canOpen = entry?.kind === 'page' || entry?.kind === 'file';
  const openButton = (
    <Button isSmall disabled={!canOpen} onClick={() => entry && onOpen(entry)}>
      {entry?.kind === 'file' ? 'Open file' : 'Open page'}
    </Button>
  );
  if (isReadOnly) return <div className={styles['toolbar']}>{openButton}</div>;
  const hasName = entry !== undefined && !['operation', 'file', 'other'].includes(entry.kind);
  return (
    <div className={styles['toolbar']} role="group" aria-label="Change the navigation">
      <div className={styles['buttons']}>
        <Button
          isSmall
          icon="plus"
          disabled={findNewPlace(lists, selected, 'page') === undefined}
          onClick={() => onDialog({ kind: 'addPage' })}
        >
          Add page
        </Button>
        <Button
          isSmall
          icon="plus"
          disabled={findNewPlace(lists, selected, 'group') === undefined}
          onClick={() => onDialog({ kind: 'addGroup' })}
        >
          Add group
        </Button>
      </div>
      <div className={styles['buttons']}>
        {steps.map(([direction, icon]) => (
          <IconButton
            key={direction}
            kind="plain"
            isSmall
            icon={icon}
            label={`Move ${direction}`}
            aria-disabled={selected === undefined || findStep(lists, selected, direction) === undefined || undefined}
            onClick={() => onStep(direction)}
          />
        ))}
      </div>
      <div className={styles['buttons']}>
        {openButton}
        <Button isSmall disabled={!hasName} onClick={() => entry && onRename(entry)}>
          Rename
        </Button>
        <Button isSmall disabled={entry === undefined} onClick={() => entry && onDialog({ kind: 'remove', entry })}>
          Remove
        </Button>
      </div>
    </div>
  );
}
