import type { ReactElement } from 'react';
import { TextArea, TextField, type TextFieldProps } from '../ui/field.tsx';
import { Panel } from '../ui/layout.tsx';
import { errorAt, type ProxyForm } from './access-form.ts';
import styles from './access.module.css';
import type { FormPartProps } from './form-part.ts';

const headers = [
  ['userHeader', 'User', 'X-Forwarded-User'],
  ['groupsHeader', 'Groups', 'X-Forwarded-Groups'],
  ['nameHeader', 'Name', 'X-Forwarded-Preferred-Username'],
  ['emailHeader', 'Email address', 'X-Forwarded-Email'],
  ['secretHeader', 'Secret', 'X-Proxy-Secret'],
] as const satisfies readonly (readonly [keyof ProxyForm, string, string])[];

export function ProxyPanel({ values, edit, error, access }: FormPartProps): ReactElement {
  const { proxy } = values;
  const field = (name: keyof ProxyForm): Pick<TextFieldProps, 'value' | 'error' | 'onChange'> => ({
    value: proxy[name],
    error: errorAt(error, `/proxy/${name}`),
    onChange: (value) => edit({ proxy: { ...proxy, [name]: value } }),
  });
  return (
    <Panel
      title="Your reverse proxy"
      text="Headers are accepted only in requests from these addresses that also contain the secret or use the certificate."
    >
      <TextArea
        {...field('addresses')}
        label="Proxy addresses"
        hint="IP addresses and networks, one per line."
        required
        rows={3}
        placeholder="10.0.0.5"
        isMono
      />
      <TextField
        label="Secret"
        hint={
          access.proxy?.hasSecret === true
            ? 'Leave it empty to keep the secret.'
            : 'At least 16 characters. The proxy sends it in a header with each request.'
        }
        error={errorAt(error, '/proxy/secret')}
        type="password"
        autoComplete="off"
        minLength={16}
        maxLength={5000}
        value={values.proxySecret}
        onChange={(proxySecret) => edit({ proxySecret })}
      />
      <TextField
        {...field('certificateSubject')}
        label="Subject of the client certificate"
        hint="Instead of a secret, if the proxy connects to edges with a client certificate."
        placeholder="CN=proxy,O=Example"
        maxLength={500}
        isMono
      />
      <details>
        <summary>Header names</summary>
        <div className={styles['more']}>
          {headers.map(([name, label, standard]) => (
            <TextField
              key={name}
              {...field(name)}
              label={`${label} header`}
              placeholder={standard}
              maxLength={100}
              isMono
            />
          ))}
        </div>
      </details>
    </Panel>
  );
}
