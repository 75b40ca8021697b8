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
import { acceptInvitation, describeInvitation, type InvitationFacts } from './session-endpoints.ts';

const route = getRouteApi('/accept');

export default function AcceptPage(): ReactElement {
  usePageTitle('Invitation');
  const api = useApi();
  const { token } = route.useSearch();
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => describeInvitation(api, token ?? ''),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === undefined) {
    return (
      <AccountCard title="Invitation">
        <Notice tone="warn" title="The link is not whole">
          Open the link as it was sent to you.
        </Notice>
      </AccountCard>
    );
  }
  return (
    <AccountCard
      title={invitation.data === undefined ? 'Invitation' : `Join ${invitation.data.organization}`}
      text={invitation.data && `${invitation.data.email}, as ${invitation.data.role}`}
    >
      <Loaded query={invitation}>{(facts) => <AcceptForm token={token} facts={facts} />}</Loaded>
    </AccountCard>
  );
}

function AcceptForm({ token, facts }: { readonly token: string; readonly facts: InvitationFacts }): ReactElement {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const accept = useMutation({
    mutationFn: () => acceptInvitation(api, { token, name: name.trim(), password }),
    onSuccess: async (step) => {
      await queryClient.resetQueries({ queryKey: ['me'] });
      await navigate({ to: step === 'signed_in' ? '/jobs' : '/sign-in' });
    },
  });
  const errors = fieldErrors(accept.error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!accept.isPending) accept.mutate();
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      {facts.hasAccount ? (
        <TextField
          label="Password of your account"
          type="password"
          autoComplete="current-password"
          error={errors['password']}
          required
          autoFocus
          value={password}
          onChange={setPassword}
        />
      ) : (
        <>
          <TextField
            label="Your name"
            autoComplete="name"
            error={errors['name']}
            maxLength={200}
            autoFocus
            value={name}
            onChange={setName}
          />
          <NewPasswordField error={errors['password']} value={password} onChange={setPassword} />
        </>
      )}
      <ErrorNotice error={accept.error} />
      <Button type="submit" kind="primary" isBusy={accept.isPending}>
        Join
      </Button>
    </form>
  );
}
