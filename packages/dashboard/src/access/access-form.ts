import { DocwrightError } from '@docwright/sdk';
import type { Client } from '../api/create-api.ts';
import { splitLines } from '../editing/split-lines.ts';
import type { AccessMode, SignIn, SiteAccess } from './queries.ts';

/** The settings as form fields, all of which are strings. */
export interface AccessForm {
  readonly mode: AccessMode;
  readonly signIn: SignIn;
  readonly sessionDays: string;
  readonly oauth: OAuthForm;
  /** The new secret; unchanged if empty. */
  readonly clientSecret: string;
  readonly loginUrl: string;
  readonly proxy: ProxyForm;
  /** The new secret; unchanged if empty. */
  readonly proxySecret: string;
  readonly updatedAt: string | null;
}

export interface OAuthForm {
  readonly kind: 'oidc' | 'oauth2';
  readonly issuer: string;
  readonly groupsClaim: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly apiUrl: string;
  readonly clientId: string;
  /** Separated by spaces. */
  readonly scopes: string;
  /** One `name=value` per line. */
  readonly parameters: string;
  readonly logoutUrl: string;
}

export interface ProxyForm {
  /** One per line. */
  readonly addresses: string;
  readonly userHeader: string;
  readonly groupsHeader: string;
  readonly nameHeader: string;
  readonly emailHeader: string;
  readonly secretHeader: string;
  readonly certificateSubject: string;
}

export const formFields = [
  'mode',
  'signIn',
  'sessionDays',
  'oauth',
  'clientSecret',
  'loginUrl',
  'proxy',
  'proxySecret',
] as const satisfies (keyof AccessForm)[];

export type FormField = (typeof formFields)[number];
export type AccessBody = Omit<Parameters<Client['setSiteAccess']>[0], 'projectId'>;

/** Whether everyone can read unrestricted content. */
export const isOpen = ({ mode, signIn }: Pick<AccessForm, 'mode' | 'signIn'>): boolean =>
  mode === 'public' || (hasOptionalSignIn(mode) && signIn === 'optional');

export const hasOptionalSignIn = (mode: AccessMode): boolean => mode === 'oauth' || mode === 'jwt';

const day = 86_400;

export function toForm({ mode, signIn, sessionSeconds, oauth, jwt, proxy, updatedAt }: SiteAccess): AccessForm {
  return {
    mode,
    signIn,
    sessionDays: String(Number((sessionSeconds / day).toFixed(4))),
    oauth: {
      kind: oauth !== null && oauth.issuer === '' ? 'oauth2' : 'oidc',
      issuer: oauth?.issuer ?? '',
      groupsClaim: oauth?.groupsClaim ?? '',
      authorizationUrl: oauth?.authorizationUrl ?? '',
      tokenUrl: oauth?.tokenUrl ?? '',
      apiUrl: oauth?.apiUrl ?? '',
      clientId: oauth?.clientId ?? '',
      scopes: oauth?.scopes.join(' ') ?? '',
      parameters: Object.entries(oauth?.authorizationParameters ?? {})
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
      logoutUrl: oauth?.logoutUrl ?? '',
    },
    clientSecret: '',
    loginUrl: jwt?.loginUrl ?? '',
    proxy: {
      addresses: proxy?.addresses.join('\n') ?? '',
      userHeader: proxy?.userHeader ?? '',
      groupsHeader: proxy?.groupsHeader ?? '',
      nameHeader: proxy?.nameHeader ?? '',
      emailHeader: proxy?.emailHeader ?? '',
      secretHeader: proxy?.secretHeader ?? '',
      certificateSubject: proxy?.certificateSubject ?? '',
    },
    proxySecret: '',
    updatedAt,
  };
}

/** Returns the settings of the selected mode. Other modes' settings are unchanged. */
export function toBody(form: Omit<AccessForm, 'updatedAt'>): AccessBody {
  const { mode, signIn, sessionDays } = form;
  const sessionSeconds = Math.round(Number(sessionDays) * day);
  const session = mode === 'public' || mode === 'proxy' ? {} : { sessionSeconds };
  switch (mode) {
    case 'public':
    case 'password':
    case 'members':
      return { mode, ...session };
    case 'oauth':
      return { mode, signIn, ...session, oauth: toOAuth(form) };
    case 'jwt':
      return { mode, signIn, ...session, jwt: { loginUrl: form.loginUrl.trim() } };
    case 'proxy':
      return { mode, proxy: toProxy(form) };
  }
}

/** Returns the settings that a test sign-in uses. Whether sign-in is optional doesn't affect the test. */
export function toTestedBody(form: Omit<AccessForm, 'updatedAt'>): Omit<AccessBody, 'signIn'> {
  const { signIn: _unused, ...tested } = toBody(form);
  return tested;
}

function toOAuth({
  oauth,
  clientSecret,
}: Pick<AccessForm, 'oauth' | 'clientSecret'>): NonNullable<AccessBody['oauth']> {
  const { kind, issuer, groupsClaim, authorizationUrl, tokenUrl, apiUrl, clientId, logoutUrl } = oauth;
  const scopes = splitWords(oauth.scopes);
  return {
    clientId: clientId.trim(),
    ...(clientSecret !== '' && { clientSecret }),
    ...(kind === 'oidc'
      ? { issuer: issuer.trim(), groupsClaim: groupsClaim.trim() }
      : { authorizationUrl: authorizationUrl.trim(), tokenUrl: tokenUrl.trim(), apiUrl: apiUrl.trim() }),
    ...(scopes.length > 0 && { scopes }),
    authorizationParameters: Object.fromEntries(
      splitLines(oauth.parameters).map((line) => {
        const at = line.indexOf('=');
        return at === -1 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
      }),
    ),
    logoutUrl: logoutUrl.trim(),
  };
}

function toProxy({ proxy, proxySecret }: Pick<AccessForm, 'proxy' | 'proxySecret'>): NonNullable<AccessBody['proxy']> {
  const { addresses, ...headers } = proxy;
  return {
    addresses: splitLines(addresses.replaceAll(',', '\n')),
    // If empty, the default applies.
    ...Object.fromEntries(Object.entries(headers).filter(([, value]) => value.trim() !== '')),
    ...(proxySecret !== '' && { secret: proxySecret }),
  };
}

const splitWords = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '');
/** Returns the message about a field. `/oauth/scopes/0` is also about `/oauth/scopes`. */
export function errorAt(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof DocwrightError)) return undefined;
  return error.details.find(({ path }) => path === pointer || path.startsWith(`${pointer}/`))?.message;
}
