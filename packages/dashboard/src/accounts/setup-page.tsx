import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { useApi } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { AccountCard } from './account-card.tsx';
import styles from './forms.module.css';
import { NewPasswordField } from './new-password-field.tsx';
import { describeSetupLink, takeSetupLink, type SetupLinkFacts } from './session-endpoints.ts';

const route = getRouteApi('/setup');

/** The link that the first start prints: it makes the first owner, or lets a locked-out one back in. */
export default function SetupPage(): ReactElement {
  usePageTitle('Set up');
  const api = useApi();
  const { token } = route.useSearch();
  const link = useQuery({
    queryKey: ['setup-link', token],
    queryFn: () => describeSetupLink(api, token ?? ''),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === undefined) {
    return (
      <AccountCard title="Set up Docwright">
        <Notice tone="warn" title="The link is not whole">
          Open the set-up link that the service printed at its first start.
        </Notice>
      </AccountCard>
    );
  }
  const isRecovery = link.data?.kind === 'recovery';
  return (
    <AccountCard
      title={isRecovery ? 'Back into your account' : 'Set up Docwright'}
      text={
        isRecovery ? 'A new password ends all sessions and the second factor.' : 'Make the account of the first owner.'
      }
    >
      <Loaded query={link}>{(facts) => <SetupForm token={token} facts={facts} />}</Loaded>
    </AccountCard>
  );
}

function SetupForm({ token, facts }: { readonly token: string; readonly facts: SetupLinkFacts }): ReactElement {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const [name, setName] = useState('');
  const [email, setEmail] = useState(facts.email ?? '');
  const [password, setPassword] = useState('');
  const make = useMutation({
    mutationFn: () => takeSetupLink(api, { token, name: name.trim(), email: email.trim(), password }),
    onSuccess: async (step) => {
      await queryClient.resetQueries({ queryKey: ['me'] });
      await navigate({ to: step === 'signed_in' ? '/projects' : '/sign-in' });
    },
  });
  const errors = fieldErrors(make.error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!make.isPending) make.mutate();
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      {facts.kind === 'first_owner' && (
        <TextField
          label="Your name"
          autoComplete="name"
          error={errors['name']}
          maxLength={200}
          autoFocus
          value={name}
          onChange={setName}
        />
      )}
      <TextField
        label="E-mail address"
        type="email"
        autoComplete="username"
        error={errors['email']}
        required
        readOnly={facts.email !== null}
        value={email}
        onChange={setEmail}
      />
      <NewPasswordField error={errors['password']} value={password} onChange={setPassword} />
      <ErrorNotice error={make.error} />
      <Button type="submit" kind="primary" isBusy={make.isPending}>
        {facts.kind === 'first_owner' ? 'Create account' : 'Set password'}
      </Button>
    </form>
  );
}
