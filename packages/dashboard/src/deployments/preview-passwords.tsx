import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Panel, Row, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { deploymentsKey, type Site } from './queries.ts';

/** The passwords that open previews. Each button acts at once, since a password is shown only once. */
export function PreviewPasswords({ site }: { readonly site: Site }): ReactElement {
  const canWrite = useCan('projects:write');
  const client = useClient();
  const queryClient = useQueryClient();
  const [label, setLabel] = useState('');
  const { projectId, previewPasswords } = site;
  const refresh = () => queryClient.invalidateQueries({ queryKey: [...deploymentsKey(projectId), 'site'] });
  const set = useMutation({
    mutationFn: (name: string) => client.setPreviewPassword({ projectId, label: name }),
    onSuccess: async () => {
      setLabel('');
      await refresh();
    },
  });
  const remove = useMutation({
    mutationFn: (name: string) => client.deletePreviewPassword({ projectId, label: name }),
    onSuccess: refresh,
  });
  const isBusy = set.isPending || remove.isPending;
  const add = (event: SyntheticEvent) => {
    event.preventDefault();
    set.mutate(label.trim());
  };
  return (
    <Panel title="Preview passwords" text="Any of them opens the previews. Changes take effect immediately.">
      {previewPasswords.length === 0 && (
        <Notice tone="warn" title="No password yet">
          Until you add one, previews can be opened only with signed links.
        </Notice>
      )}
      {previewPasswords.map((password) => (
        <Row key={password.label}>
          <strong>{password.label}</strong>
          <span>
            set <Time at={password.updatedAt} />
          </span>
          {canWrite && (
            <>
              <Button isSmall disabled={isBusy} onClick={() => set.mutate(password.label)}>
                Replace
              </Button>
              <Button isSmall kind="danger" disabled={isBusy} onClick={() => remove.mutate(password.label)}>
                Delete
              </Button>
            </>
          )}
        </Row>
      ))}
      {canWrite && (
        <form onSubmit={add}>
          <Stack>
            <TextField
              label="New password for"
              hint="Who will use it. The password is generated."
              value={label}
              maxLength={100}
              required
              onChange={setLabel}
            />
            <Row>
              <Button type="submit" isBusy={set.isPending} disabled={label.trim() === ''}>
                Add password
              </Button>
            </Row>
          </Stack>
        </form>
      )}
      <ErrorNotice error={set.error ?? remove.error} />
      {typeof set.data?.password === 'string' && (
        <PasswordDialog label={set.data.label} password={set.data.password} onClose={() => set.reset()} />
      )}
    </Panel>
  );
}

interface PasswordDialogProps {
  readonly label: string;
  readonly password: string;
  readonly onClose: () => void;
}

function PasswordDialog({ label, password, onClose }: PasswordDialogProps): ReactElement {
  return (
    <Dialog title={`The password for ${label}`} isOpen>
      <Notice tone="warn" title="Copy it now">
        It is shown only once. People who used the old password must enter the new one.
      </Notice>
      <CodeBlock label="password" code={password} isWrapped />
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          I’ve copied it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
