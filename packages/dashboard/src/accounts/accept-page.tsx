import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useApi } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { AccountCard } from './account-card.tsx';
import styles from './forms.module.css';
import { DeadLink, IncompleteLink, isAccountExisting, LoadedLink, thisPage, useLinkFacts } from './link-page.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { OidcButton } from './oidc-button.tsx';
import {
  acceptInvitation,
  acceptInvitationSignedIn,
  describeInvitation,
  signInMethodsQuery,
  type InvitationFacts,
  type SignInMethods,
} from './session-endpoints.ts';
import { useEnter } from './use-enter.ts';
import { useSwitchAccount } from './use-switch-account.ts';

const route = getRouteApi('/accept');

export default function AcceptPage(): ReactElement {
  usePageTitle('Invitation');
  const { token } = route.useSearch();
  const invitation = useLinkFacts('invitation', token, describeInvitation);
  if (token === undefined) {
    return (
      <AccountCard title="Invitation">
        <IncompleteLink>Copy the whole link from the invitation, and open it again.</IncompleteLink>
      </AccountCard>
    );
  }
  const { data } = invitation;
  return (
    <AccountCard
      title={data === undefined ? 'Invitation' : `Join ${data.organization}`}
      text={data && `${data.email} is invited with the role ${data.role}.`}
    >
      <LoadedLink
        query={invitation}
        dead={
          <DeadLink title="This invitation link no longer works">
            It has expired, was withdrawn or has already been used. If you have joined, sign in. If not, ask the person
            who invited you for a new link.
          </DeadLink>
        }
      >
        {(facts) => <Accept token={token} facts={facts} />}
      </LoadedLink>
    </AccountCard>
  );
}

interface AcceptProps {
  readonly token: string;
  readonly facts: InvitationFacts;
}

function Accept({ token, facts }: AcceptProps): ReactElement {
  const methods = useQuery(signInMethodsQuery(useApi()));
  if (facts.signedInAs === facts.email) return <AcceptSignedIn token={token} facts={facts} />;
  if (facts.signedInAs !== null) return <WrongAccount signedInAs={facts.signedInAs} facts={facts} />;
  return (
    <Loaded query={methods} lines={3}>
      {(known) => <AcceptSignedOut token={token} facts={facts} methods={known} />}
    </Loaded>
  );
}

function AcceptSignedIn({ token, facts }: AcceptProps): ReactElement {
  const api = useApi();
  const enter = useEnter();
  const accept = useMutation({
    mutationFn: () => acceptInvitationSignedIn(api, token),
    onSuccess: () => enter('signed_in'),
  });
  return (
    <div className={styles['form']}>
      <p className={styles['foot']}>You’re signed in as {facts.email}.</p>
      <ErrorNotice error={accept.error} />
      <Button kind="primary" isBusy={accept.isPending} onClick={() => accept.mutate()}>
        Accept invitation
      </Button>
    </div>
  );
}

function WrongAccount({
  signedInAs,
  facts,
}: {
  readonly signedInAs: string;
  readonly facts: InvitationFacts;
}): ReactElement {
  const change = useSwitchAccount(facts.email);
  return (
    <div className={styles['form']}>
      <Notice tone="warn" title={`This invitation is for ${facts.email}`}>
        You’re signed in as {signedInAs}. To accept it, switch to the invited account.
      </Notice>
      <ErrorNotice error={change.error} />
      <Button kind="primary" isBusy={change.isPending} onClick={() => change.mutate()}>
        Switch account
      </Button>
      <LinkButton to="/overview">Go to the dashboard</LinkButton>
    </div>
  );
}

function AcceptSignedOut({ token, facts, methods }: AcceptProps & { readonly methods: SignInMethods }): ReactElement {
  const [hasAccount, setHasAccount] = useState(facts.hasAccount === true);
  const signIn = { next: thisPage(), email: facts.email };
  if (hasAccount) {
    return (
      <div className={styles['form']}>
        <p className={styles['foot']}>An account already exists for {facts.email}. Sign in to accept the invitation.</p>
        {methods.oidc && (
          <OidcButton kind="primary" label={`Sign in with ${methods.oidc.name}`} returnTo={thisPage()} />
        )}
        {methods.password && (
          <LinkButton to="/sign-in" search={signIn} kind={methods.oidc ? 'plain' : 'primary'}>
            {methods.oidc ? 'Sign in with your password' : 'Sign in to accept'}
          </LinkButton>
        )}
      </div>
    );
  }
  return (
    <>
      {methods.oidc && (
        <OidcButton
          label={`Continue with ${methods.oidc.name}`}
          kind={methods.password ? 'plain' : 'primary'}
          returnTo={thisPage()}
        />
      )}
      {methods.oidc && methods.password && <div className={styles['or']}>or</div>}
      {methods.password && (
        <>
          <NewAccountForm token={token} onExisting={() => setHasAccount(true)} />
          <p className={styles['foot']}>
            Already have an account?{' '}
            <Link to="/sign-in" search={signIn}>
              Sign in to accept
            </Link>
          </p>
        </>
      )}
    </>
  );
}

function NewAccountForm({
  token,
  onExisting,
}: {
  readonly token: string;
  readonly onExisting: () => void;
}): ReactElement {
  const api = useApi();
  const enter = useEnter();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const accept = useMutation({
    mutationFn: () => acceptInvitation(api, { token, name: name.trim(), password }),
    onSuccess: enter,
    onError: (error) => {
      if (isAccountExisting(error)) onExisting();
    },
  });
  const errors = fieldErrors(accept.error);
  const submit = () => {
    if (!accept.isPending) accept.mutate();
  };
  return (
    <Form className={styles['form']} onSubmit={submit}>
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
      {errors['password'] === undefined && <ErrorNotice error={accept.error} />}
      <Button type="submit" kind="primary" isBusy={accept.isPending}>
        Create account and join
      </Button>
    </Form>
  );
}
