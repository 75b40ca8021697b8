import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Stack } from '../ui/layout.tsx';
import { isPage, toPageLink, type DocsFile } from './docs-tree.ts';
import type { DraftIds, FileIds } from './queries.ts';
import { useDraftChange } from './use-draft-change.ts';

interface DialogProps {
  readonly onClose: () => void;
}

export interface MoveDialogProps extends DialogProps {
  readonly ids: FileIds;
  readonly onMoved: (path: string) => void;
}

export function MoveDialog({ ids, onMoved, onClose }: MoveDialogProps): ReactElement {
  const client = useClient();
  const [to, setTo] = useState(ids.path);
  const { projectId, branch, path } = ids;
  const move = useDraftChange(ids, {
    run: () => client.moveDraftFile({ projectId, branch, from: path, to: to.trim() }),
    onDone: (edit) => onMoved(edit.path),
  });
  return (
    <Dialog
      title="Move or rename"
      text="Links to the page and the navigation are changed, and the old address is redirected."
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={() => move.mutate()}>
        <Stack>
          <TextField label="New path" isMono value={to} onChange={setTo} required maxLength={1000} autoFocus />
          <ErrorNotice error={move.error} />
        </Stack>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={to.trim() === path} isBusy={move.isPending}>
            Move
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

export interface DeleteDialogProps extends DialogProps {
  readonly ids: FileIds;
  readonly version: string;
  readonly files: readonly DocsFile[];
  readonly onDeleted: () => void;
}

export function DeleteDialog({ ids, version, files, onDeleted, onClose }: DeleteDialogProps): ReactElement {
  const client = useClient();
  const [redirectTo, setRedirectTo] = useState('');
  const remove = useDraftChange(ids, {
    run: () => client.deleteDraftFile({ ...ids, version, ...(redirectTo !== '' && { redirectTo }) }),
    onDone: onDeleted,
  });
  const pages = files.filter(({ path, change }) => isPage(path) && path !== ids.path && change !== 'deleted');
  return (
    <Dialog
      title={`Delete ${ids.path}?`}
      text="The file remains on the site until the draft is published. Until then, you can restore it."
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={() => remove.mutate()}>
        <Stack>
          {isPage(ids.path) && (
            <SelectField
              label="Redirect readers to"
              hint="Links to the deleted page are also changed."
              value={redirectTo}
              choices={[
                { value: '', label: 'No other page' },
                ...pages.map(({ path }) => ({ value: path, label: toPageLink(path) })),
              ]}
              onChange={setRedirectTo}
            />
          )}
          <ErrorNotice error={remove.error} />
        </Stack>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="danger" isBusy={remove.isPending}>
            Delete
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

export interface DiscardDialogProps extends DialogProps {
  readonly ids: DraftIds;
  /** `undefined` to discard the whole draft. */
  readonly file: string | undefined;
  readonly onDiscarded: (path: string | undefined) => void;
}

export function DiscardDialog({ ids, file, onDiscarded, onClose }: DiscardDialogProps): ReactElement {
  const client = useClient();
  const discard = useDraftChange(ids, {
    run: async () => {
      if (file !== undefined) return (await client.restoreDraftFile({ ...ids, file })).path;
      await client.deleteDraft(ids);
      return undefined;
    },
    onDone: onDiscarded,
  });
  return (
    <Dialog
      title={file === undefined ? 'Discard all changes?' : `Discard the changes to ${file}?`}
      text={
        file === undefined
          ? 'Discards the changes of all authors in this draft. This can’t be undone.'
          : 'The file is restored to its version on the branch. Its current text stays in the history of the draft.'
      }
      isOpen
      onClose={onClose}
    >
      <ErrorNotice error={discard.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" isBusy={discard.isPending} onClick={() => discard.mutate()}>
          Discard changes
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export interface OpenBranchDialogProps extends DialogProps {
  readonly onOpen: (branch: string) => void;
}

export function OpenBranchDialog({ onOpen, onClose }: OpenBranchDialogProps): ReactElement {
  const [branch, setBranch] = useState('');
  return (
    <Dialog title="Open a branch" isOpen onClose={onClose}>
      <Form onSubmit={() => onOpen(branch.trim())}>
        <TextField label="Branch" isMono value={branch} onChange={setBranch} required maxLength={180} autoFocus />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary">
            Open
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
