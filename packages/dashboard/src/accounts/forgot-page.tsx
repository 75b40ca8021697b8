import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { useApi } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { AccountCard } from './account-card.tsx';
import styles from './forms.module.css';
import { askForReset } from './session-endpoints.ts';

export default function ForgotPage(): ReactElement {
  usePageTitle('Forgot password');
  const api = useApi();
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: () => askForReset(api, email.trim()) });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!ask.isPending) ask.mutate();
  };
  return (
    <AccountCard title="Reset your password" text="We’ll email you a link to set a new one.">
      {ask.isSuccess ? (
        <Notice tone="good" title="Check your email" isLive>
          If there’s an account with this address, a link is on its way. It works for an hour.
        </Notice>
      ) : (
        <form className={styles['form']} onSubmit={submit}>
          <TextField
            label="E-mail address"
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
        </form>
      )}
      <p className={styles['foot']}>
        <Link to="/sign-in">Back to sign-in</Link>
      </p>
    </AccountCard>
  );
}
