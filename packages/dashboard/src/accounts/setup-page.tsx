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
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { AccountCard } from './account-card.tsx';
import styles from './forms.module.css';
import { DeadLink, IncompleteLink, isAccountExisting, LoadedLink, thisPage, useLinkFacts } from './link-page.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { OidcButton } from './oidc-button.tsx';
import {
  describeSetupLink,
  signInMethodsQuery,
  takeSetupLink,
  takeSetupLinkSignedIn,
  type SetupLinkFacts,
  type SignInMethods,
} from './session-endpoints.ts';
import { useEnter } from './use-enter.ts';
import { useSwitchAccount } from './use-switch-account.ts';

const route = getRouteApi('/setup');

/** The page that a setup link opens. It creates the first owner, or lets a locked-out member back in. */
export default function SetupPage(): ReactElement {
  usePageTitle('Set up');
  const { token } = route.useSearch();
  const link = useLinkFacts('setup-link', token, describeSetupLink);
  const methods = useQuery(signInMethodsQuery(useApi()));
  if (token === undefined) {
    return (
      <AccountCard title="Set up Docwright">
        <IncompleteLink>
          Copy the whole setup link that the server printed, or run <code>docwright setup-link</code> there for a new
          one.
        </IncompleteLink>
      </AccountCard>
    );
  }
  const isRecovery = link.data?.kind === 'recovery';
  return (
    <AccountCard
      title={isRecovery ? 'Recover your account' : 'Set up Docwright'}
      text={
        isRecovery
          ? 'Setting a new password signs you out everywhere and turns off the second factor.'
          : link.data && 'Create the first owner’s account.'
      }
    >
      <LoadedLink
        query={link}
        dead={
          <DeadLink title="This setup link no longer works">
            It has expired or has already been used. If you have an account, sign in. If not, run{' '}
            <code>docwright setup-link</code> on the server for a new link.
          </DeadLink>
        }
      >
        {(facts) => (
          <Loaded query={methods} lines={3}>
            {(known) => <SetUp token={token} facts={facts} methods={known} />}
          </Loaded>
        )}
      </LoadedLink>
    </AccountCard>
  );
}

interface SetUpProps {
  readonly token: string;
  readonly facts: SetupLinkFacts;
  readonly methods: SignInMethods;
}

function SetUp({ token, facts, methods }: SetUpProps): ReactElement {
  if (facts.kind === 'first_owner' && facts.signedInAs !== null) {
    return <OwnerSignedIn token={token} facts={facts} />;
  }
  if (methods.password) {
    return (
      <>
        <SetupForm token={token} facts={facts} />
        {facts.kind === 'first_owner' && methods.oidc && (
          <>
            <div className={styles['or']}>or</div>
            <OidcButton label={`Continue with ${methods.oidc.name}`} returnTo={thisPage()} />
          </>
        )}
      </>
    );
  }
  if (facts.kind === 'recovery' || methods.oidc === null) {
    return (
      <Notice tone="warn" title="Password sign-in is turned off">
        The link sets a password, but this installation doesn’t use passwords. Sign in with single sign-on, or ask the
        operator.
      </Notice>
    );
  }
  return <OidcButton kind="primary" label={`Continue with ${methods.oidc.name}`} returnTo={thisPage()} />;
}

function OwnerSignedIn({ token, facts }: Pick<SetUpProps, 'token' | 'facts'>): ReactElement {
  const api = useApi();
  const enter = useEnter();
  const [organization, setOrganization] = useState('');
  const take = useMutation({
    mutationFn: () => takeSetupLinkSignedIn(api, { token, organization: organization.trim() }),
    onSuccess: () => enter('signed_in'),
  });
  const change = useSwitchAccount();
  return (
    <Form className={styles['form']} onSubmit={() => take.mutate()}>
      <p className={styles['foot']}>You’re signed in as {facts.signedInAs}.</p>
      <OrganizationField facts={facts} value={organization} onChange={setOrganization} />
      <ErrorNotice error={take.error ?? change.error} />
      <Button type="submit" kind="primary" isBusy={take.isPending}>
        Become the owner
      </Button>
      <Button isBusy={change.isPending} onClick={() => change.mutate()}>
        Switch account
      </Button>
    </Form>
  );
}

interface OrganizationFieldProps {
  readonly facts: SetupLinkFacts;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onChange: (name: string) => void;
}

const OrganizationField = ({ facts, error, value, onChange }: OrganizationFieldProps): ReactElement => (
  <TextField
    label="Organization"
    hint="Optional. Your company or team, which owns the projects. You can rename it later."
    placeholder={facts.organization ?? ''}
    autoComplete="organization"
    error={error}
    maxLength={200}
    value={value}
    onChange={onChange}
  />
);

function SetupForm({ token, facts }: Pick<SetUpProps, 'token' | 'facts'>): ReactElement {
  const api = useApi();
  const enter = useEnter();
  const [name, setName] = useState('');
  const [email, setEmail] = useState(facts.email ?? '');
  const [password, setPassword] = useState('');
  const [organization, setOrganization] = useState('');
  const make = useMutation({
    mutationFn: () =>
      takeSetupLink(api, {
        token,
        name: name.trim(),
        email: email.trim(),
        password,
        organization: organization.trim(),
      }),
    onSuccess: enter,
  });
  const errors = fieldErrors(make.error);
  const submit = () => {
    if (!make.isPending) make.mutate();
  };
  return (
    <Form className={styles['form']} onSubmit={submit}>
      {facts.kind === 'first_owner' && (
        <TextField
          label="Your name"
          hint="Optional. Shown to other members."
          autoComplete="name"
          error={errors['name']}
          maxLength={200}
          autoFocus
          value={name}
          onChange={setName}
        />
      )}
      <TextField
        label="Email address"
        type="email"
        autoComplete="username"
        error={errors['email']}
        required
        readOnly={facts.email !== null}
        value={email}
        onChange={setEmail}
      />
      <NewPasswordField error={errors['password']} value={password} onChange={setPassword} />
      {facts.kind === 'first_owner' && (
        <OrganizationField
          facts={facts}
          error={errors['organization']}
          value={organization}
          onChange={setOrganization}
        />
      )}
      {isAccountExisting(make.error) ? (
        <Notice tone="warn" title="This address already has an account" isLive>
          <Link to="/sign-in" search={{ next: thisPage(), email: email.trim() }}>
            Sign in to become the owner
          </Link>
        </Notice>
      ) : (
        Object.keys(errors).length === 0 && <ErrorNotice error={make.error} />
      )}
      <Button type="submit" kind="primary" isBusy={make.isPending}>
        {facts.kind === 'first_owner' ? 'Create account' : 'Set password'}
      </Button>
    </Form>
  );
}
