import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useApi } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { AccountCard } from './account-card.tsx';
import styles from './forms.module.css';
import { askForReset, signInMethodsQuery } from './session-endpoints.ts';

export default function ForgotPage(): ReactElement {
  usePageTitle('Forgot password');
  const api = useApi();
  const methods = useQuery(signInMethodsQuery(api));
  return (
    <AccountCard
      title="Reset your password"
      text={methods.data?.mail === true ? 'We’ll email you a link to set a new one.' : undefined}
    >
      <Loaded query={methods} lines={2}>
        {({ mail }) => (mail ? <ResetForm /> : <NoMail />)}
      </Loaded>
      <p className={styles['foot']}>
        <Link to="/sign-in">Back to sign-in</Link>
      </p>
    </AccountCard>
  );
}

function NoMail(): ReactElement {
  return (
    <Notice tone="warn" title="This installation doesn’t send email">
      Ask its operator to run <code>docwright setup-link --email</code> with your address on the server: it prints a
      link that sets a new password.
    </Notice>
  );
}

function ResetForm(): ReactElement {
  const api = useApi();
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: () => askForReset(api, email.trim()) });
  const submit = () => {
    if (!ask.isPending) ask.mutate();
  };
  return ask.isSuccess ? (
    <Notice tone="good" title="Check your email" isLive>
      If there’s an account with this address, a link is on its way. It works for an hour.
    </Notice>
  ) : (
    <Form className={styles['form']} onSubmit={submit}>
      <TextField
        label="Email address"
        type="email"
        autoComplete="username"
        required
        autoFocus
        value={email}
        onChange={setEmail}
      />
      <ErrorNotice error={ask.error} />
      <Button type="submit" kind="primary" isBusy={ask.isPending}>
        Send link
      </Button>
    </Form>
  );
}
