import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useApi } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Panel, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { EmailForm } from './email-form.tsx';
import styles from './forms.module.css';
import type { Me } from './me.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { changePassword, renameUser } from './session-endpoints.ts';
import { SessionsPanel } from './sessions-panel.tsx';

/** Name, password, second factor and sessions of the user's own account. */
export const SignInPanels = ({ user }: { readonly user: NonNullable<Me['user']> }): ReactElement => (
  <Stack isNarrow>
    <NameForm name={user.name} />
    {user.hasPassword && <EmailForm user={user} />}
    {user.hasPassword && <PasswordForm />}
    {user.hasPassword && <SecondFactorPanel isOn={user.twoFactorEnabled} />}
    <SessionsPanel />
  </Stack>
);

function NameForm({ name: stored }: { readonly name: string }): ReactElement {
  const api = useApi();
  const queryClient = useQueryClient();
  const [name, setName] = useState(stored);
  const rename = useMutation({
    mutationFn: () => api.gate.pass(() => renameUser(api, name.trim())),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['me'] }),
  });
  const submit = () => {
    if (!rename.isPending) rename.mutate();
  };
  return (
    <Panel title="Name">
      <Form className={styles['form']} onSubmit={submit}>
        <TextField
          label="How others see you"
          autoComplete="name"
          required
          maxLength={200}
          error={fieldErrors(rename.error)['name']}
          value={name}
          onChange={setName}
        />
        <ErrorNotice error={rename.error} />
        <div>
          <Button type="submit" isBusy={rename.isPending} disabled={name.trim() === '' || name.trim() === stored}>
            Save name
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

function PasswordForm(): ReactElement {
  const api = useApi();
  const [currentPassword, setCurrentPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  // Bypasses the gate, because a wrong password is rejected with the same status as an ended session.
  const change = useMutation({
    mutationFn: () => changePassword(api, { currentPassword, newPassword }),
    onSuccess: () => {
      setCurrentPassword('');
      setNewPassword('');
    },
  });
  const submit = () => {
    if (!change.isPending) change.mutate();
  };
  return (
    <Panel title="Password" text="Changing your password ends all your other sessions.">
      <Form className={styles['form']} onSubmit={submit}>
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          value={currentPassword}
          onChange={setCurrentPassword}
        />
        <NewPasswordField
          label="New password"
          error={fieldErrors(change.error)['password']}
          value={newPassword}
          onChange={setNewPassword}
        />
        {change.isSuccess && (
          <Notice tone="good" isLive>
            Your password has been changed.
          </Notice>
        )}
        {fieldErrors(change.error)['password'] === undefined && <ErrorNotice error={change.error} />}
        <div>
          <Button type="submit" isBusy={change.isPending}>
            Change password
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
