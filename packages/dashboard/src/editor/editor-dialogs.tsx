import type { Draft } from '@docwright/sdk';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import type { DocsFile } from './docs-tree.ts';
import { DeleteDialog, DiscardDialog, MoveDialog, OpenBranchDialog } from './file-dialogs.tsx';
import type { EditorDialog } from './editor-dialog.ts';
import { NewPageDialog } from './new-page-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { UnsentTexts } from './unsent-texts.tsx';

export interface EditorDialogsProps {
  readonly dialog: EditorDialog;
  readonly draft: Draft;
  readonly files: readonly DocsFile[];
  /** The open file, or empty. */
  readonly path: string;
  readonly onClose: () => void;
}

/** The open dialog, and the navigation after it closes. */
export default function EditorDialogs({
  dialog,
  draft,
  files,
  path: current,
  onClose,
}: EditorDialogsProps): ReactElement {
  const navigate = useNavigate();
  const { projectId, branch } = draft;
  const ids = { projectId, branch };
  const open = (path: string, inBranch = branch) => {
    const params = { projectId, branch: inBranch, _splat: path };
    void navigate({ to: '/projects/$projectId/editor/$branch/$', params });
  };
  const openAndClose = (path: string) => {
    onClose();
    open(path);
  };
  switch (dialog.kind) {
    case 'new':
      return <NewPageDialog {...{ ids, files, current, onClose }} onCreated={openAndClose} />;
    case 'move':
      return <MoveDialog ids={{ ...ids, path: dialog.path }} onMoved={openAndClose} onClose={onClose} />;
    case 'delete':
      return (
        <DeleteDialog
          ids={{ ...ids, path: dialog.path }}
          version={dialog.version}
          files={files}
          onDeleted={onClose}
          onClose={onClose}
        />
      );
    case 'discard':
    case 'discardAll': {
      const file = dialog.kind === 'discard' ? dialog.path : undefined;
      const onDiscarded = (path: string | undefined) => {
        onClose();
        // A discarded new file no longer exists, and a discarded move restores the old path.
        const isNew = files.some((each) => each.path === file && each.change === 'added');
        if (file === undefined || isNew) open('');
        else if (path !== undefined && path !== file) open(path);
      };
      return <DiscardDialog ids={ids} file={file} onDiscarded={onDiscarded} onClose={onClose} />;
    }
    case 'publish':
      return (
        <PublishDialog
          draft={draft}
          onPublished={(published) => {
            // The work continues on the branch with the changes, such as the pull request's branch.
            if (published.branch !== branch) open(current, published.branch);
          }}
          onClose={onClose}
        />
      );
    case 'unsent':
      return (
        <Dialog
          title="Not published: some text isn’t saved"
          text="The text is kept in this browser. Publish again when it is saved."
          isOpen
          onClose={onClose}
        >
          <UnsentTexts ids={ids} texts={dialog.texts} onOpen={onClose} />
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </Dialog>
      );
    case 'branch':
      return (
        <OpenBranchDialog
          onOpen={(other) => {
            onClose();
            open('', other);
          }}
          onClose={onClose}
        />
      );
  }
}
