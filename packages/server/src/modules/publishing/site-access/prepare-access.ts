import type { SetSiteAccessBody } from '@docwright/contract';
import {
  AccessSettingsError,
  listFetchedUrls,
  readJwtSettings,
  readOAuthSettings,
  readProxySettings,
  type AccessSecrets,
  type AccessSettings,
  type OAuthSettings,
} from '@docwright/site-access/settings';
import { HttpClientError, toExactOrigin, type CheckUrl } from '../../../platform/http-client/index.ts';
import { accessSettingsInvalid } from './errors.ts';
import type { AccessRow } from './tables.ts';

export interface AccessChecks {
  /** Checks an address that edges will request. */
  readonly checkUrl: CheckUrl;
  /** Origins that may be private and use http. */
  readonly privateHosts: readonly string[];
  /** Whether edges request the client certificates of proxies. */
  readonly requestsCertificates: boolean;
}

type Given = Pick<SetSiteAccessBody, 'oauth' | 'jwt' | 'proxy'>;

/** The sections of a request: null deletes a section, and `undefined` keeps it. */
export type ReadSections = { readonly [Name in keyof AccessSettings]: AccessSettings[Name] | undefined };

/**
 * Parses the sections and checks the addresses that edges will request. Called before the transaction, because names
 * are resolved.
 * @throws {ApiError} access_settings_invalid
 */
export async function readSections(given: Given, checks: AccessChecks): Promise<ReadSections> {
  const sections = parseSections(given, checks);
  const { certificateSubject = null } = sections.proxy ?? {};
  if (certificateSubject !== null && !checks.requestsCertificates)
    throw accessSettingsInvalid(
      '/proxy/certificateSubject',
      "can't be checked: edges don't request client certificates. Ask the operator to set DOCWRIGHT_PROXY_CA_FILE, or use a secret",
    );
  if (!sections.oauth) return sections;
  for (const { path, url } of listFetchedUrls(sections.oauth))
    await checks.checkUrl(url).catch((error: unknown) => {
      throw error instanceof HttpClientError ? accessSettingsInvalid(path, describeRefusal(error, url)) : error;
    });
  return sections;
}

function parseSections({ oauth, jwt, proxy }: Given, { privateHosts }: AccessChecks): ReadSections {
  const rules = { allowsHttp: (url: URL) => privateHosts.includes(toExactOrigin(url.origin) ?? '') };
  try {
    return {
      oauth: oauth && readOAuthSettings(oauth, rules),
      jwt: jwt && readJwtSettings(jwt, rules),
      proxy: proxy && readProxySettings(proxy),
    };
  } catch (error) {
    if (error instanceof AccessSettingsError) throw accessSettingsInvalid(error.path, error.message);
    throw error;
  }
}

function describeRefusal({ code, message }: HttpClientError, url: string): string {
  const reason = `"${url.slice(0, 200)}" can't be used: ${message.replace(/\.$/, '')}`;
  if (code !== 'address-refused' && code !== 'scheme-refused') return reason;
  return `${reason}. To allow it, the operator must set DOCWRIGHT_PRIVATE_SIGN_IN_HOSTS=${new URL(url).origin}`;
}

export interface PreparedAccess {
  readonly settings: AccessSettings;
  readonly secrets: AccessSecrets;
  /** Whether the request sets or removes a secret. If false, the stored secrets stay the same. */
  readonly changesSecrets: boolean;
}

/**
 * Merges the stored settings with the sections in the request.
 * @param stored its secrets are `undefined` if they can't be decrypted
 * @throws {ApiError} access_settings_invalid
 */
export function mergeAccess(
  stored: { readonly row: AccessRow | undefined; readonly secrets: AccessSecrets | undefined },
  given: Given,
  sections: ReadSections,
): PreparedAccess {
  const before: AccessSettings = {
    oauth: stored.row?.oauth ?? null,
    jwt: stored.row?.jwt ?? null,
    proxy: stored.row?.proxy ?? null,
  };
  const settings: AccessSettings = {
    oauth: sections.oauth === undefined ? before.oauth : sections.oauth,
    jwt: sections.jwt === undefined ? before.jwt : sections.jwt,
    proxy: sections.proxy === undefined ? before.proxy : sections.proxy,
  };
  const secrets = stored.secrets ?? {};
  const clientSecret = chooseClientSecret(given.oauth, {
    secret: secrets.clientSecret,
    before: before.oauth,
    settings,
  });
  const proxySecret = settings.proxy === null ? undefined : chooseSecret(given.proxy?.secret, secrets.proxySecret);
  const next = {
    ...(clientSecret !== undefined && { clientSecret }),
    ...(proxySecret !== undefined && { proxySecret }),
  };
  const changesSecrets = next.clientSecret !== secrets.clientSecret || next.proxySecret !== secrets.proxySecret;
  return { settings, secrets: next, changesSecrets };
}

/**
 * Keeps the secret only for the addresses for which it was entered. Otherwise, anyone who can change the addresses
 * could receive it.
 */
function chooseClientSecret(
  given: Given['oauth'],
  kept: {
    readonly secret: string | undefined;
    readonly before: OAuthSettings | null;
    readonly settings: AccessSettings;
  },
): string | undefined {
  const { before, settings, secret } = kept;
  if (settings.oauth === null) return undefined;
  const chosen = chooseSecret(given?.clientSecret, secret);
  const isKept = chosen !== undefined && typeof given?.clientSecret !== 'string';
  if (!isKept || before === null || hasSameAddresses(before, settings.oauth)) return chosen;
  throw accessSettingsInvalid(
    '/oauth/clientSecret',
    "is missing: the stored secret was entered for other addresses and isn't sent to new ones. Enter the secret, or null for a client without one",
  );
}

const chooseSecret = (given: string | null | undefined, kept: string | undefined): string | undefined =>
  given === undefined ? kept : (given ?? undefined);

export const hasSameAddresses = (one: OAuthSettings, other: OAuthSettings): boolean =>
  JSON.stringify(toAddresses(one)) === JSON.stringify(toAddresses(other));

const toAddresses = ({ provider }: OAuthSettings): readonly string[] =>
  provider.kind === 'oidc' ? [provider.issuer] : [provider.authorizationUrl, provider.tokenUrl, provider.apiUrl];

/**
 * A mode can't be chosen without its settings, because nobody could sign in. A site stays protected if settings are
 * missing later, such as the last password.
 * @throws {ApiError} access_settings_invalid
 */
export function requireComplete(
  mode: SetSiteAccessBody['mode'],
  { settings, secrets }: PreparedAccess,
  counts: { readonly passwords: number; readonly keys: number },
): void {
  switch (mode) {
    case 'public':
    case 'members':
      return;
    case 'password':
      if (counts.passwords === 0)
        throw accessSettingsInvalid('/mode', 'can\'t be "password" yet: the site has no password. Set one first');
      return;
    case 'oauth':
      if (settings.oauth === null)
        throw accessSettingsInvalid('/oauth', 'is missing: the mode "oauth" needs a provider');
      return;
    case 'jwt':
      if (settings.jwt === null)
        throw accessSettingsInvalid('/jwt', 'is missing: the mode "jwt" needs the URL of your login page');
      if (counts.keys === 0)
        throw accessSettingsInvalid('/mode', 'can\'t be "jwt" yet: the site has no key. Create one first');
      return;
    case 'proxy':
      if (settings.proxy === null)
        throw accessSettingsInvalid('/proxy', 'is missing: the mode "proxy" needs the addresses of the proxy');
      if (settings.proxy.certificateSubject === null && secrets.proxySecret === undefined)
        throw accessSettingsInvalid(
          '/proxy/secret',
          'is missing: the proxy must identify itself with a secret or a client certificate, because others can also send its headers',
        );
  }
}
