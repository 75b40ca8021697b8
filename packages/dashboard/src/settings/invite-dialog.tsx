import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useMe, type Role } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { roleChoices } from './role-choices.ts';

export function InviteDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const me = useMe();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const invite = useMutation({
    mutationFn: () => client.createInvitation({ email: email.trim(), role }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  });
  const submit = () => {
    if (!invite.isPending) invite.mutate();
  };
  if (invite.data !== undefined) {
    return (
      <Dialog title={`${invite.data.email} is invited`} isOpen onClose={onClose}>
        <Notice tone={invite.data.mailSent ? 'good' : 'info'}>
          {invite.data.mailSent ? 'The link was sent by email. ' : 'Email is not set up. Send the link yourself. '}
          It works once and is shown only once.
        </Notice>
        <CodeBlock label="invitation link" code={invite.data.acceptUrl} isWrapped />
        <DialogActions>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog title="Invite a person" isOpen onClose={onClose}>
      <Form onSubmit={submit}>
        <Stack>
          <TextField
            label="Email address"
            type="email"
            required
            autoFocus
            maxLength={254}
            error={fieldErrors(invite.error)['email']}
            value={email}
            onChange={setEmail}
          />
          <SelectField
            label="Role"
            hint="Viewers can read. Editors can also start jobs and exports. Admins can change everything except owners. Owners can change everything."
            value={role}
            choices={roleChoices(me.role)}
            onChange={setRole}
          />
          <ErrorNotice error={invite.error} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" kind="primary" isBusy={invite.isPending}>
              Invite
            </Button>
          </DialogActions>
        </Stack>
      </Form>
    </Dialog>
  );
}
