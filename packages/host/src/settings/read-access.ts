import { createHash } from 'node:crypto';
import type { OAuthAccess, SiteAccess } from '@docwright/site-access';
import { SettingsError, type SettingReader } from '@docwright/site-server/settings';
import type { accessSettings } from './access-settings.ts';

export interface PasswordHash {
  readonly id: string;
  readonly hash: string;
}

/** A site's access mode, with the settings that it requires. */
export interface HostAccess {
  readonly access: SiteAccess;
  /** The address at which readers open the site; `undefined` for a public site. */
  readonly url: URL | undefined;
  readonly passwords: readonly PasswordHash[];
  /** `''` uses the secret in the data folder. */
  readonly sessionSecret: string;
  readonly allowedPrivateHosts: readonly string[];
}

type Reader = SettingReader<typeof accessSettings>;

/** @throws SettingsError if a mode lacks a setting that it requires */
export function readAccess(read: Reader): HostAccess {
  const mode = read('access.mode');
  const url = read('access.url');
  if (mode !== 'public' && url === undefined)
    throw new SettingsError(`access.mode ${mode} requires access.url, the address at which readers open the site.`);
  const passwords = Object.values(read('access.passwords')).map((hash) => ({ id: digest(hash), hash }));
  return {
    access: readMode(read, passwords),
    url: url === undefined ? undefined : new URL(url),
    passwords,
    sessionSecret: read('access.sessionSecret'),
    allowedPrivateHosts: read('access.allowedPrivateHosts'),
  };
}

/** Identifies a password. A different hash is a different password, and ends the previous password's sessions. */
const digest = (hash: string): string => createHash('sha256').update(hash).digest('base64url').slice(0, 16);

function readMode(read: Reader, passwords: readonly PasswordHash[]): SiteAccess {
  const rules = { sessionSeconds: read('access.sessionSeconds'), sessionEpoch: read('access.sessionEpoch') };
  const mode = read('access.mode');
  const signIn = read('access.signIn');
  if (signIn === 'optional' && mode !== 'oauth' && mode !== 'jwt')
    throw new SettingsError(`access.signIn optional requires access.mode oauth or jwt, not ${mode}.`);
  switch (mode) {
    case 'public':
      return { mode, ...rules };
    case 'password':
      if (passwords.length === 0) throw missing(mode, 'access.passwords');
      return { mode, ...rules, passwordIds: passwords.map(({ id }) => id) };
    case 'oauth':
      return { ...rules, signIn, ...readProvider(read) };
    case 'jwt': {
      const [loginUrl, keys] = [read('access.loginUrl'), read('access.keys')];
      if (loginUrl === '') throw missing(mode, 'access.loginUrl');
      if (keys.length === 0) throw missing(mode, 'access.keys');
      return { mode, signIn, ...rules, loginUrl, keys };
    }
    case 'proxy': {
      const [addresses, secret] = [read('access.proxyAddresses'), read('access.proxySecret')];
      if (addresses.length === 0) throw missing(mode, 'access.proxyAddresses');
      if (secret === '') throw missing(mode, 'access.proxySecret');
      const names = (['user', 'groups', 'name', 'email'] as const).map((name) => read(`access.${name}Header`));
      const [userHeader = '', groupsHeader = '', nameHeader = '', emailHeader = ''] = names;
      const proof = { kind: 'secret', header: read('access.proxySecretHeader'), secret } as const;
      return { mode, ...rules, addresses, userHeader, groupsHeader, nameHeader, emailHeader, proof };
    }
  }
}

function readProvider(read: Reader): Omit<OAuthAccess, 'signIn'> {
  const issuer = read('access.issuer');
  const clientId = read('access.clientId');
  if (clientId === '') throw missing('oauth', 'access.clientId');
  const scopes = read('access.scopes');
  const common = {
    mode: 'oauth',
    clientId,
    clientSecret: read('access.clientSecret'),
    authorizationParameters: read('access.authorizationParameters'),
    logoutUrl: read('access.logoutUrl'),
  } as const;
  if (issuer !== '') {
    const provider = { kind: 'oidc', issuer, groupsClaim: read('access.groupsClaim') } as const;
    return { ...common, provider, scopes: scopes.length === 0 ? ['openid', 'profile', 'email'] : scopes };
  }
  const names = ['access.authorizationUrl', 'access.tokenUrl', 'access.apiUrl'] as const;
  const [authorizationUrl = '', tokenUrl = '', apiUrl = ''] = names.map((name) => read(name));
  if ([authorizationUrl, tokenUrl, apiUrl].includes(''))
    throw missing('oauth', `access.issuer, or all of ${names.join(', ')}`);
  return { ...common, provider: { kind: 'oauth2', authorizationUrl, tokenUrl, apiUrl }, scopes };
}

const missing = (mode: string, names: string): SettingsError =>
  new SettingsError(`access.mode ${mode} requires ${names}.`);
