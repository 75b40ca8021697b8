import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useApi } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { AccountCard } from './account-card.tsx';
import styles from './forms.module.css';
import { isLinkUnusable } from './link-page.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { resetPassword } from './session-endpoints.ts';
import { Form } from '../ui/form.tsx';

const route = getRouteApi('/reset');

export default function ResetPage(): ReactElement {
  usePageTitle('New password');
  const api = useApi();
  const { token = '' } = route.useSearch();
  const [password, setPassword] = useState('');
  const reset = useMutation({ mutationFn: () => resetPassword(api, { token, newPassword: password }) });
  const submit = () => {
    if (!reset.isPending) reset.mutate();
  };
  const isDead = token === '' || isLinkUnusable(reset.error);
  return (
    <AccountCard title="Set a new password" text={!isDead && 'You’ll be signed out everywhere.'}>
      {isDead ? (
        <>
          <Notice tone="warn" title="This link no longer works" isLive>
            It has expired or has already been used. Request a new one.
          </Notice>
          <LinkButton to="/forgot-password" kind="primary">
            Request a new link
          </LinkButton>
        </>
      ) : reset.isSuccess ? (
        <>
          <Notice tone="good" title="Your password is set" isLive />
          <LinkButton to="/sign-in" kind="primary">
            Sign in
          </LinkButton>
        </>
      ) : (
        <Form className={styles['form']} onSubmit={submit}>
          <NewPasswordField
            label="New password"
            error={fieldErrors(reset.error)['password']}
            value={password}
            onChange={setPassword}
          />
          {fieldErrors(reset.error)['password'] === undefined && <ErrorNotice error={reset.error} />}
          <Button type="submit" kind="primary" isBusy={reset.isPending}>
            Set password
          </Button>
        </Form>
      )}
    </AccountCard>
  );
}
