import type { ReactElement } from 'react';
import type { fieldErrors } from '../api/describe-error.ts';
import { TextArea, TextField } from '../ui/field.tsx';
import styles from './code-hosts.module.css';
import { hostKinds, type HostKind } from './host-kinds.ts';

export interface Credential {
  readonly token: string;
  readonly user: string;
  readonly appId: string;
  readonly privateKey: string;
}

export const emptyCredential: Credential = { token: '', user: '', appId: '', privateKey: '' };

export const toCredential = ({ token, user, appId, privateKey }: Credential, isApp: boolean) =>
  isApp
    ? { appId: appId.trim(), privateKey }
    : { token: token.trim(), ...(user.trim() !== '' && { user: user.trim() }) };

interface CredentialFieldsProps {
  readonly kind: HostKind;
  readonly isApp: boolean;
  readonly draft: Credential;
  readonly edit: (change: Partial<Credential>) => void;
  readonly errors: ReturnType<typeof fieldErrors>;
}

export function CredentialFields({ kind, isApp, draft, edit, errors }: CredentialFieldsProps): ReactElement {
  const { where, permissions, hasUser } = hostKinds[kind];
  if (isApp) {
    return (
      <>
        <TextField
          label="App ID"
          hint="On the App’s page on GitHub, under About."
          error={errors['appId']}
          required
          inputMode="numeric"
          pattern="[0-9]+"
          maxLength={15}
          autoComplete="off"
          value={draft.appId}
          onChange={(appId) => edit({ appId })}
        />
        <TextArea
          label="Private key"
          hint="The whole .pem file from GitHub."
          error={errors['privateKey']}
          required
          isMono
          rows={4}
          maxLength={20_000}
          autoComplete="off"
          spellCheck={false}
          value={draft.privateKey}
          onChange={(privateKey) => edit({ privateKey })}
        />
        <Needed permissions={permissions} what="The App" />
      </>
    );
  }
  return (
    <>
      {hasUser && (
        <TextField
          label="Email address"
          hint="Only with an API token of your Atlassian account."
          error={errors['user']}
          maxLength={254}
          autoComplete="off"
          value={draft.user}
          onChange={(user) => edit({ user })}
        />
      )}
      <TextField
        label="Access token"
        hint={`Create it under: ${where}.`}
        error={errors['token']}
        type="password"
        required
        maxLength={2_000}
        autoComplete="off"
        value={draft.token}
        onChange={(token) => edit({ token })}
      />
      <Needed permissions={permissions} what="The token" />
    </>
  );
}

function Needed(props: { readonly permissions: readonly string[]; readonly what: string }): ReactElement {
  return (
    <div className={styles['soft']}>
      {props.what} needs these permissions:
      <ul className={styles['needed']}>
        {props.permissions.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}
