import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useCan } from '../accounts/me.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Panel, Row, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';

interface ShownPassword {
  readonly label: string;
  readonly updatedAt: string;
}

export interface PasswordsPanelProps {
  readonly title: string;
  readonly text: string;
  /** The effect of an empty list on readers. */
  readonly empty: ReactNode;
  readonly passwords: readonly ShownPassword[];
  readonly set: (label: string) => Promise<{ readonly label: string; readonly password: string | null }>;
  readonly remove: (label: string) => Promise<unknown>;
  /** Reloads `passwords`. */
  readonly refresh: () => Promise<unknown>;
}

/** Passwords with labels. Each button acts immediately, because a password is shown only once. */
export function PasswordsPanel(props: PasswordsPanelProps): ReactElement {
  const { title, text, empty, passwords, refresh } = props;
  const canWrite = useCan('projects:write');
  const [label, setLabel] = useState('');
  const set = useMutation({
    mutationFn: props.set,
    onSuccess: async () => {
      setLabel('');
      await refresh();
    },
  });
  const remove = useMutation({ mutationFn: props.remove, onSuccess: refresh });
  const isBusy = set.isPending || remove.isPending;
  const add = () => {
    set.mutate(label.trim());
  };
  return (
    <Panel title={title} text={text}>
      {passwords.length === 0 && (
        <Notice tone="warn" title="No passwords yet">
          {empty}
        </Notice>
      )}
      {passwords.map((password) => (
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
        <Form onSubmit={add}>
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
        </Form>
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
