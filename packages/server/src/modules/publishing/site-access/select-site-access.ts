import type { AccessMode, SignIn, SiteAccess } from '@docwright/site-access';
import { sessionSeconds, toSiteAccess, type AccessSecrets } from '@docwright/site-access/settings';
import type { Queryable } from '../../../platform/database/index.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import { openSecrets } from './sealed-secrets.ts';
import { selectServedAccess, type ServedAccess } from './store.ts';
import type { SiteAccessTables } from './tables.ts';

export interface AccessReaderDeps {
  readonly db: Queryable<SiteAccessTables>;
  readonly secretBox: SecretBox;
}

export interface AccessOwner {
  readonly projectId: string;
  readonly organizationId: string;
}

/**
 * Reads a site's access rules for its servers, in one statement. Public sites need no rules.
 *
 * @param site its mode is the mode in the site's row
 * @throws {SecretBoxError} if the secrets can't be decrypted: the site must not be served
 * @throws {Error} if the settings are incomplete: the site must not be served
 */
export async function selectSiteAccess(
  { db, secretBox }: AccessReaderDeps,
  site: AccessOwner & { readonly mode: AccessMode; readonly signIn: SignIn },
): Promise<SiteAccess> {
  const { mode, signIn, projectId, organizationId } = site;
  if (mode === 'public') return { mode, sessionSeconds: sessionSeconds.default, sessionEpoch: 0 };
  const row = await selectServedAccess(db, projectId);
  const owner = { project_id: projectId, organization_id: organizationId };
  // Other modes have no secrets, and must work without the key.
  const hasSecrets = mode === 'oauth' || mode === 'proxy';
  const secrets = hasSecrets ? openSecrets(secretBox, owner, row.secrets) : {};
  return toAccess(row, { mode, signIn, secrets });
}

export function toAccess(
  row: ServedAccess,
  {
    mode,
    signIn = 'required',
    secrets,
  }: { readonly mode: AccessMode; readonly signIn?: SignIn; readonly secrets: AccessSecrets },
): SiteAccess {
  const { oauth, jwt, proxy, passwordIds, keys } = row;
  return toSiteAccess({
    mode,
    signIn,
    rules: {
      sessionSeconds: row.session_seconds ?? sessionSeconds.default,
      sessionEpoch: row.session_epoch ?? 0,
    },
    settings: { oauth, jwt, proxy },
    secrets,
    passwordIds,
    keys,
  });
}
