import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useApi } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Panel } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './forms.module.css';
import type { Me } from './me.ts';
import { askForEmail, signInMethodsQuery } from './session-endpoints.ts';

/** Changes the address or confirms the current address, with an emailed link. */
export function EmailForm({ user }: { readonly user: NonNullable<Me['user']> }): ReactElement {
  const api = useApi();
  const methods = useQuery(signInMethodsQuery(api));
  const [email, setEmail] = useState(user.email);
  const [password, setPassword] = useState('');
  // Bypasses the gate, because a wrong password is rejected with the same status as an ended session.
  const ask = useMutation({
    mutationFn: (to: string) => askForEmail(api, { email: to, password }),
    onSuccess: () => setPassword(''),
  });
  const isOwn = email.trim().toLowerCase() === user.email;
  const submit = () => {
    if (!ask.isPending) ask.mutate(email.trim());
  };
  return (
    <Panel
      title="Email address"
      text="Used for sign-in, password resets and notifications."
      actions={
        <Badge tone={user.emailConfirmed ? 'good' : 'warn'}>
          {user.emailConfirmed ? 'Confirmed' : 'Not confirmed'}
        </Badge>
      }
    >
      {methods.data?.mail === false ? (
        <Notice>This installation has no mail server, so an address can’t be confirmed or changed.</Notice>
      ) : (
        <Form className={styles['form']} onSubmit={submit}>
          <TextField
            label="Email address"
            type="email"
            autoComplete="email"
            required
            maxLength={254}
            error={fieldErrors(ask.error)['email']}
            value={email}
            onChange={setEmail}
          />
          {!(isOwn && user.emailConfirmed) && (
            <TextField
              label="Your password"
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={setPassword}
            />
          )}
          {ask.data !== undefined && (
            <Notice tone={ask.data ? 'good' : 'warn'} isLive>
              {ask.data
                ? `A link was sent to ${ask.variables}. Open it within 24 hours. Your address doesn’t change until then.`
                : 'The email couldn’t be sent. Try again later, or ask the operator.'}
            </Notice>
          )}
          {fieldErrors(ask.error)['email'] === undefined && <ErrorNotice error={ask.error} />}
          <div>
            <Button type="submit" isBusy={ask.isPending} disabled={isOwn && user.emailConfirmed}>
              {isOwn ? 'Send a link to confirm it' : 'Change address'}
            </Button>
          </div>
        </Form>
      )}
    </Panel>
  );
}
