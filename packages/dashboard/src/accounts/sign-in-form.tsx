import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useApi } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import styles from './forms.module.css';
import { passSecondFactor, signIn } from './session-endpoints.ts';

/**
 * Asks for the password, then for the second factor if it is turned on. Shown on the sign-in page and when a session
 * has ended.
 */
export function SignInForm({
  email: known = '',
  onSignedIn,
}: {
  /** The address of the expected user. */
  readonly email?: string | undefined;
  readonly onSignedIn: () => void;
}): ReactElement {
  const api = useApi();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const attempt = useMutation({
    mutationFn: () => (needsCode ? passSecondFactor(api, code.trim()) : signIn(api, { email: email.trim(), password })),
    onSuccess: (step) => (step === 'signed_in' ? onSignedIn() : setNeedsCode(true)),
  });
  const startOver = () => {
    setNeedsCode(false);
    setCode('');
    attempt.reset();
  };
  const submit = () => {
    if (!attempt.isPending) attempt.mutate();
  };
  return (
    <Form className={styles['form']} onSubmit={submit}>
      {needsCode ? (
        <TextField
          key="code"
          label="Code from your authenticator app"
          hint="Six digits, or one of your recovery codes."
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          required
          value={code}
          onChange={setCode}
        />
      ) : (
        <>
          <TextField
            label="Email address"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={setEmail}
          />
          <TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={setPassword}
          />
        </>
      )}
      <ErrorNotice error={attempt.error} />
      <Button type="submit" kind="primary" isBusy={attempt.isPending}>
        {needsCode ? 'Verify' : 'Sign in'}
      </Button>
      {needsCode && (
        <Button kind="quiet" onClick={startOver}>
          Start over
        </Button>
      )}
    </Form>
  );
}
