import type { OAuthAccess, OAuthProvider, OidcProvider } from '../site-access.ts';
import { AccessSettingsError } from './access-settings-error.ts';
import { readUrl, type UrlRules } from './read-url.ts';

/** The settings as users write them: either `issuer`, or the three URLs of plain OAuth 2. */
export interface OAuthDraft {
  readonly issuer?: string | undefined;
  readonly groupsClaim?: string | undefined;
  readonly authorizationUrl?: string | undefined;
  readonly tokenUrl?: string | undefined;
  readonly apiUrl?: string | undefined;
  readonly clientId: string;
  readonly scopes?: readonly string[] | undefined;
  readonly authorizationParameters?: Readonly<Record<string, string>> | undefined;
  readonly logoutUrl?: string | undefined;
}

export type OAuthSettings = Omit<OAuthAccess, 'mode' | 'signIn' | 'clientSecret'>;

const defaultScopes = ['openid', 'profile', 'email'];

/** Parameters that the sign-in itself sets. */
const reserved = new Set([
  'client_id',
  'client_secret',
  'code_challenge',
  'code_challenge_method',
  'nonce',
  'redirect_uri',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'scope',
  'state',
]);
const maxParameters = 20;
/** RFC 6749, 3.3. */
const scopeShape = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;

/** Reads the settings of a provider. @throws {AccessSettingsError} */
export function readOAuthSettings(draft: OAuthDraft, rules: UrlRules): OAuthSettings {
  const provider = readProvider(draft, rules);
  const clientId = draft.clientId.trim();
  if (clientId === '')
    throw new AccessSettingsError('/oauth/clientId', 'is empty: enter the ID that the provider issued');
  const scopes = [...new Set(draft.scopes ?? (provider.kind === 'oidc' ? defaultScopes : []))];
  for (const [index, scope] of scopes.entries())
    if (!scopeShape.test(scope))
      throw new AccessSettingsError(
        `/oauth/scopes/${index}`,
        `"${scope.slice(0, 200)}" is not a scope: use 1–200 printable characters without spaces and quotes`,
      );
  if (provider.kind === 'oidc' && !scopes.includes('openid'))
    throw new AccessSettingsError(
      '/oauth/scopes',
      'must contain "openid": without it, the provider issues no ID token',
    );
  const authorizationParameters = readParameters(draft.authorizationParameters ?? {});
  const logoutUrl =
    draft.logoutUrl === undefined || draft.logoutUrl === '' ? '' : readUrl('/oauth/logoutUrl', draft.logoutUrl, rules);
  return { provider, clientId, scopes, authorizationParameters, logoutUrl };
}

function readProvider(draft: OAuthDraft, rules: UrlRules): OidcProvider | OAuthProvider {
  const { issuer, groupsClaim, authorizationUrl, tokenUrl, apiUrl } = draft;
  const own = Object.entries({ authorizationUrl, tokenUrl, apiUrl });
  const given = own.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [name]));
  if (issuer !== undefined && issuer !== '') {
    if (given.length > 0)
      throw new AccessSettingsError(
        `/oauth/${given[0] ?? ''}`,
        'must be omitted if `issuer` is set: the issuer publishes its addresses itself',
      );
    return { kind: 'oidc', issuer: readIssuer(issuer, rules), groupsClaim: groupsClaim?.trim() || 'groups' };
  }
  const missing = own.find(([name]) => !given.includes(name));
  if (missing !== undefined)
    throw new AccessSettingsError(
      `/oauth/${given.length === 0 ? 'issuer' : missing[0]}`,
      given.length === 0
        ? 'is missing: set `issuer` for OpenID Connect, or `authorizationUrl`, `tokenUrl` and `apiUrl` for OAuth 2'
        : 'is missing: OAuth 2 without `issuer` needs `authorizationUrl`, `tokenUrl` and `apiUrl`',
    );
  return {
    kind: 'oauth2',
    authorizationUrl: readUrl('/oauth/authorizationUrl', authorizationUrl ?? '', rules),
    tokenUrl: readUrl('/oauth/tokenUrl', tokenUrl ?? '', rules),
    apiUrl: readUrl('/oauth/apiUrl', apiUrl ?? '', rules),
  };
}

/** Reads the issuer, which is stored as written, because it must equal `iss` exactly. */
function readIssuer(text: string, rules: UrlRules): string {
  const path = '/oauth/issuer';
  const issuer = readUrl(path, text, rules);
  if (issuer.includes('?')) throw new AccessSettingsError(path, `"${issuer.slice(0, 200)}" must not contain a query`);
  if (issuer.includes('/.well-known/'))
    throw new AccessSettingsError(
      path,
      `"${issuer.slice(0, 200)}" is the address of the discovery document. The issuer is the part before "/.well-known/"`,
    );
  return issuer;
}

function readParameters(parameters: Readonly<Record<string, string>>): Record<string, string> {
  const path = '/oauth/authorizationParameters';
  const entries = Object.entries(parameters);
  if (entries.length > maxParameters)
    throw new AccessSettingsError(path, `has ${entries.length} entries; at most ${maxParameters} are allowed`);
  for (const [name, value] of entries) {
    const at = `${path}/${name.slice(0, 100)}`;
    if (!/^[\w.:-]{1,100}$/.test(name))
      throw new AccessSettingsError(at, 'is not a parameter name: use 1–100 letters, digits and "_", "-", ".", ":"');
    if (reserved.has(name.toLowerCase())) throw new AccessSettingsError(at, 'is set by the sign-in itself; remove it');
    if (value.length > 1_000) throw new AccessSettingsError(at, 'is longer than 1,000 characters');
  }
  return Object.fromEntries(entries);
}

/** Addresses that a server requests. They must not be in its private network. */
export function listFetchedUrls({
  provider,
}: OAuthSettings): readonly { readonly path: string; readonly url: string }[] {
  if (provider.kind === 'oidc') return [{ path: '/oauth/issuer', url: provider.issuer }];
  return [
    { path: '/oauth/tokenUrl', url: provider.tokenUrl },
    { path: '/oauth/apiUrl', url: provider.apiUrl },
  ];
}
