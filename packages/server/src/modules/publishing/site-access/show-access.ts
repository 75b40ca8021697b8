import type { SiteAccess } from '@docwright/contract';
import { sessionSeconds, type AccessSecrets, type AccessSettings } from '@docwright/site-access/settings';
import type { Database } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import { ensureSite, selectSiteNames, type SitesAddress } from '../deployments/index.ts';
import { requireServedProject, type Tables } from './find-access-site.ts';
import { selectKeys } from './key-store.ts';
import { listReaderPasswords } from './password-store.ts';
import { toReaderKey } from './reader-keys.ts';
import type { ReaderTokens } from './reader-tokens.ts';
import { findSecrets } from './sealed-secrets.ts';
import { countSessions } from './session-store.ts';
import { selectAccess } from './store.ts';
import { toSiteAddress } from './to-site-address.ts';

export interface ShowAccessDeps {
  readonly database: Database<Tables>;
  readonly secretBox: SecretBox;
  readonly sites: SitesAddress;
  readonly readerTokens: ReaderTokens;
}

/** @throws {ApiError} not_found, site_not_live */
export async function showAccess(
  { database, secretBox, sites, readerTokens }: ShowAccessDeps,
  principal: Principal,
  projectId: string,
): Promise<SiteAccess> {
  const db = database.kysely;
  const project = await requireServedProject(db, principal, projectId);
  const { site, production } = await db.transaction().execute((tx) => ensureSite(tx, project));
  const row = await selectAccess(db, projectId);
  const secrets = row === undefined ? {} : findSecrets(secretBox, row, row.secrets);
  const names = await selectSiteNames(db, projectId);
  const passwords = await listReaderPasswords(db, projectId);
  const keys = await selectKeys(db, projectId);
  return {
    projectId,
    mode: site.access_mode,
    signIn: site.sign_in_optional ? 'optional' : 'required',
    sessionSeconds: row?.session_seconds ?? sessionSeconds.default,
    oauth: showOAuth(row?.oauth ?? null, secrets ?? {}),
    jwt: row?.jwt ?? null,
    proxy: showProxy(row?.proxy ?? null, secrets ?? {}),
    redirectUrl: names === undefined ? '' : `${toSiteAddress(sites, names)}/login/oauth/callback`,
    passwords: passwords.map(({ label, updated_at }) => ({ label, updatedAt: updated_at.toISOString() })),
    keys: keys.map(toReaderKey),
    sessions: await countSessions(db, projectId),
    readerTokens: await readerTokens.count(db, production.id, row?.signed_out_at ?? null),
    signedOutAt: row?.signed_out_at?.toISOString() ?? null,
    secretsReadable: secrets !== undefined,
    updatedAt: row?.updated_at.toISOString() ?? null,
  };
}

function showOAuth(oauth: AccessSettings['oauth'], secrets: AccessSecrets): SiteAccess['oauth'] {
  if (oauth === null) return null;
  const { provider, clientId, scopes, authorizationParameters, logoutUrl } = oauth;
  const none = { issuer: '', groupsClaim: '', authorizationUrl: '', tokenUrl: '', apiUrl: '' };
  const { kind: _kind, ...addresses } = provider;
  return {
    clientId,
    ...none,
    ...addresses,
    scopes: [...scopes],
    authorizationParameters: { ...authorizationParameters },
    logoutUrl,
    hasClientSecret: secrets.clientSecret !== undefined,
  };
}

function showProxy(proxy: AccessSettings['proxy'], secrets: AccessSecrets): SiteAccess['proxy'] {
  if (proxy === null) return null;
  const { addresses, ...headers } = proxy;
  return { addresses: [...addresses], ...headers, hasSecret: secrets.proxySecret !== undefined };
}
