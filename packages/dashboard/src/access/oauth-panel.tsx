import type { ReactElement } from 'react';
import { CopyId } from '../ui/code-block.tsx';
import { RadioGroup, TextArea, TextField, type TextFieldProps } from '../ui/field.tsx';
import { Panel } from '../ui/layout.tsx';
import { errorAt, type OAuthForm } from './access-form.ts';
import styles from './access.module.css';
import type { FormPartProps } from './form-part.ts';

type Field = (name: Exclude<keyof OAuthForm, 'kind'>) => Pick<TextFieldProps, 'value' | 'error' | 'onChange'>;

interface FieldsProps {
  readonly kind: OAuthForm['kind'];
  readonly field: Field;
}

export function OAuthPanel({ values, edit, error, access }: FormPartProps): ReactElement {
  const { oauth } = values;
  const set = (change: Partial<OAuthForm>) => edit({ oauth: { ...oauth, ...change } });
  const field: Field = (name) => ({
    value: oauth[name],
    error: errorAt(error, `/oauth/${name}`),
    onChange: (value) => set({ [name]: value }),
  });
  return (
    <Panel title="Single sign-on">
      <div className={styles['copied']}>
        <strong>Redirect URL</strong>
        <CopyId id={access.redirectUrl} what="redirect URL" />
        <span className={styles['hint']}>Register it with your server as the redirect URI of this client.</span>
      </div>
      <RadioGroup
        label="Kind of server"
        value={oauth.kind}
        choices={[
          {
            value: 'oidc',
            label: 'OpenID Connect',
            hint: 'Discovered from its issuer. The ID token identifies the user.',
          },
          { value: 'oauth2', label: 'OAuth 2', hint: 'Three URLs. Your API returns the user.' },
        ]}
        onChange={(kind) => set({ kind })}
      />
      <ProviderFields kind={oauth.kind} field={field} />
      <TextField {...field('clientId')} label="Client ID" required maxLength={500} autoComplete="off" isMono />
      <TextField
        label="Client secret"
        hint={
          access.oauth?.hasClientSecret === true ? 'Leave it empty to keep the secret.' : 'Empty for a public client.'
        }
        error={errorAt(error, '/oauth/clientSecret')}
        type="password"
        autoComplete="off"
        maxLength={5000}
        value={values.clientSecret}
        onChange={(clientSecret) => edit({ clientSecret })}
      />
      <MoreFields kind={oauth.kind} field={field} parametersError={errorAt(error, '/oauth/authorizationParameters')} />
    </Panel>
  );
}

function ProviderFields({ kind, field }: FieldsProps): ReactElement {
  if (kind === 'oidc')
    return (
      <>
        <TextField
          {...field('issuer')}
          label="Issuer"
          type="url"
          required
          maxLength={2000}
          placeholder="https://login.example.com/realms/acme"
        />
        <TextField {...field('groupsClaim')} label="Claim with groups" placeholder="groups" maxLength={200} isMono />
      </>
    );
  return (
    <>
      <TextField {...field('authorizationUrl')} label="Authorization URL" type="url" required maxLength={2000} />
      <TextField {...field('tokenUrl')} label="Token URL" type="url" required maxLength={2000} />
      <TextField
        {...field('apiUrl')}
        label="User API"
        hint="Returns the user object for a bearer access token."
        type="url"
        required
        maxLength={2000}
      />
    </>
  );
}

function MoreFields({
  kind,
  field,
  parametersError,
}: FieldsProps & { readonly parametersError: string | undefined }): ReactElement {
  return (
    <details>
      <summary>More settings</summary>
      <div className={styles['more']}>
        <TextField
          {...field('scopes')}
          label="Scopes"
          placeholder={kind === 'oidc' ? 'openid profile email' : ''}
          isMono
        />
        <TextArea
          {...field('parameters')}
          error={parametersError}
          label="Additional authorization parameters"
          hint="One name=value per line."
          rows={3}
          isMono
        />
        <TextField
          {...field('logoutUrl')}
          label="After signing out"
          hint="Where readers go. Leave empty for the site’s sign-in page."
          type="url"
          maxLength={2000}
        />
      </div>
    </details>
  );
}
