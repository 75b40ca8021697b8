import { addEntry, removeFromNavigation, renameEntry } from '@docwright/doc-agent/edit-navigation-tree';
import { findStringMember } from '@docwright/doc-agent/parse-json';
import type { NavigationEntry } from '@docwright/doc-agent/navigation-tree';
import { useState, type ReactElement } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { formatCount } from '../../ui/format.ts';
import { AddPageDialog } from './add-page-dialog.tsx';
import type { NavigationDialogsProps } from './navigation-dialogs-props.ts';
import { countPages, findNewPlace, kindLabels, nameOfEntry } from './navigation-rows.ts';
import type { NavigationEdits } from './use-navigation-edit.ts';

export function NavigationDialogs(props: NavigationDialogsProps): ReactElement | null {
  const { lists, edits, dialog, onClose } = props;
  switch (dialog.kind) {
    case 'addPage':
      return <AddPageDialog {...props} />;
    case 'addGroup': {
      const place = findNewPlace(lists, edits.selected, 'group');
      const add = (group: string): void => {
        if (place !== undefined) edits.edit((content) => addEntry(content, place, { group }), `${group} added.`);
        onClose();
      };
      return <NameDialog title="Add group" action="Add group" name="" onName={add} onClose={onClose} />;
    }
    case 'rename': {
      const { entry } = dialog;
      const rename = (name: string): void => {
        edits.edit((content) => renameEntry(content, entry.path, name), `Renamed to ${name}.`);
        onClose();
      };
      const title = `Rename ${kindLabels[entry.kind].toLowerCase()}`;
      const name = findStringMember(entry.node, entry.kind)?.value ?? '';
      return <NameDialog title={title} action="Rename" name={name} onName={rename} onClose={onClose} />;
    }
    case 'remove':
      return <RemoveDialog entry={dialog.entry} edits={edits} onClose={onClose} />;
  }
}

interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

function NameDialog({ title, action, name, onName, onClose }: NameDialogProps): ReactElement {
  const [typed, setTyped] = useState(name);
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form onSubmit={() => onName(typed.trim())}>
        <TextField label="Name" value={typed} onChange={setTyped} required maxLength={200} autoFocus />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={typed.trim() === name}>
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface RemoveDialogProps {
  readonly entry: NavigationEntry;
  readonly edits: NavigationEdits;
  readonly onClose: () => void;
}

function RemoveDialog({ entry, edits, onClose }: RemoveDialogProps): ReactElement {
  const name = nameOfEntry(entry);
  const count = countPages(entry);
  const remove = (): void => {
    edits.edit((content) => removeFromNavigation(content, entry.path), `${name} removed.`);
    onClose();
  };
  return (
    <Dialog
      title={`Remove ${name} from the navigation?`}
      text={entry.kind === 'page' ? pageStays : count === 0 ? 'It contains no pages.' : filesStay(count)}
      isOpen
      onClose={onClose}
    >
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" onClick={remove}>
          Remove
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const pageStays = 'The file stays, and the page can still be opened by its address. To delete the page, open it.';

const filesStay = (count: number): string =>
  `The files of ${formatCount(count, 'page')} stay, and can still be opened by their addresses.`;
