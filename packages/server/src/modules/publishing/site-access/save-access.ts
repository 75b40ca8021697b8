import type { AccessMode, SetSiteAccessBody, SignIn } from '@docwright/contract';
import { sessionSeconds } from '@docwright/site-access/settings';
import type { Transaction } from 'kysely';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { requireUnchanged, type Principal } from '../../../platform/http/index.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import type { PublishEvent } from '../../project-config/webhooks/index.ts';
import {
  notifySite,
  selectSiteNames,
  setAccessMode,
  toDomainUrl,
  toSiteUrl,
  type SiteRow,
  type SitesAddress,
} from '../deployments/index.ts';
import { accessSettingsInvalid } from './errors.ts';
import { lockAccess, requireServedProject, type Tables } from './find-access-site.ts';
import { selectKeys } from './key-store.ts';
import { listReaderPasswords } from './password-store.ts';
import {
  hasSameAddresses,
  mergeAccess,
  readSections,
  requireComplete,
  type AccessChecks,
  type PreparedAccess,
  type ReadSections,
} from './prepare-access.ts';
import { findSecrets, sealSecrets } from './sealed-secrets.ts';
import { selectAccess, upsertAccess } from './store.ts';
import type { AccessRow } from './tables.ts';
import { toSiteAddress } from './to-site-address.ts';

export interface SaveAccessDeps {
  readonly database: Database<Tables>;
  readonly secretBox: SecretBox;
  readonly checks: AccessChecks;
  readonly sites: SitesAddress;
  readonly publishEvent: PublishEvent;
  /** Builds the live site again, because only a protected site's bundle contains restricted content. */
  readonly redeploy: (
    tx: Transaction<Tables>,
    options: { readonly project: ProjectRow; readonly author: string },
  ) => Promise<void>;
  readonly clock: Clock;
}

export interface AccessChange {
  readonly principal: Principal;
  readonly projectId: string;
  readonly body: SetSiteAccessBody;
  readonly ifMatch: string | undefined;
}

/** @throws {ApiError} not_found, site_not_live, precondition_failed, access_settings_invalid */
export async function saveAccess(deps: SaveAccessDeps, change: AccessChange): Promise<void> {
  const { kysely } = deps.database;
  const project = await requireServedProject(kysely, change.principal, change.projectId);
  const sections = await readSections(change.body, deps.checks);
  await kysely.transaction().execute((tx) => saveIn(deps, tx, { ...change, project, sections }));
}

async function saveIn(
  deps: SaveAccessDeps,
  tx: Transaction<Tables>,
  change: AccessChange & { readonly project: ProjectRow; readonly sections: ReadSections },
): Promise<void> {
  const { body, project, principal } = change;
  const site = await lockAccess(tx, project);
  const before = toReaders(site);
  const readers = { mode: body.mode, signIn: chooseSignIn(body, before) };
  const { mode } = readers;
  const row = await selectAccess(tx, project.id);
  requireUnchanged(change.ifMatch, row);
  const owner = { organization_id: project.organization_id, project_id: project.id };
  const prepared = await prepare(deps, tx, { row, mode: before.mode, change });
  const { settings, secrets, changesSecrets } = prepared;
  const sealed = changesSecrets ? sealSecrets(deps.secretBox, owner, secrets) : (row?.secrets ?? null);
  const endsSessions = mode !== before.mode || (mode === 'oauth' && isOtherProvider(row, prepared));
  await upsertAccess(tx, {
    ...owner,
    ...settings,
    session_seconds: body.sessionSeconds ?? row?.session_seconds ?? sessionSeconds.default,
    session_epoch: (row?.session_epoch ?? 0) + (endsSessions ? 1 : 0),
    secrets: sealed,
    key_id: sealed === null ? null : changesSecrets ? deps.secretBox.keyId : (row?.key_id ?? null),
  });
  const isChanged = mode !== before.mode || readers.signIn !== before.signIn;
  if (isChanged) await setAccessMode(tx, project.id, { mode, signInOptional: readers.signIn === 'optional' });
  await notifySite(tx, project.id);
  await recordAuditEvent(tx, principal, {
    action: 'site_access.updated',
    target: { kind: 'project', id: project.id, name: project.name },
    details: toAuditDetails(body, before.mode),
  });
  if (toBuild(readers) !== toBuild(before)) await deps.redeploy(tx, { project, author: principal.actor.name });
  if (isChanged) await publishChange(deps, tx, { project, readers, before });
}

interface Readers {
  readonly mode: AccessMode;
  readonly signIn: SignIn;
}

const toReaders = ({ access_mode: mode, sign_in_optional: isOptional }: SiteRow): Readers => ({
  mode,
  signIn: isOptional ? 'optional' : 'required',
});

/**
 * Changing the mode to one that doesn't support optional sign-in makes the sign-in required.
 * @throws {ApiError} access_settings_invalid
 */
function chooseSignIn({ mode, signIn }: SetSiteAccessBody, before: Readers): SignIn {
  if (mode === 'oauth' || mode === 'jwt') return signIn ?? before.signIn;
  if (signIn === 'optional')
    throw accessSettingsInvalid('/signIn', `can't be "optional" with the mode "${mode}": use "oauth" or "jwt"`);
  return 'required';
}

/** Bundles differ between public sites, sites with optional sign-in, and protected sites. */
const toBuild = ({ mode, signIn }: Readers): 'public' | SignIn => (mode === 'public' ? 'public' : signIn);

async function prepare(
  deps: SaveAccessDeps,
  tx: Transaction<Tables>,
  before: {
    readonly row: AccessRow | undefined;
    readonly mode: AccessMode;
    readonly change: Pick<AccessChange, 'body' | 'projectId'> & { readonly sections: ReadSections };
  },
): Promise<PreparedAccess> {
  const { row, mode, change } = before;
  const { body, sections, projectId } = change;
  const stored = row === undefined ? {} : findSecrets(deps.secretBox, row, row.secrets);
  const prepared = mergeAccess({ row, secrets: stored }, body, sections);
  const isUnreadable = stored === undefined && !prepared.changesSecrets;
  if (isUnreadable && body.mode === 'oauth' && body.oauth?.clientSecret === undefined)
    throw accessSettingsInvalid(
      '/oauth/clientSecret',
      "is missing: the stored secret was encrypted with a master key that this process doesn't have. Enter it again",
    );
  const counts = {
    passwords: (await listReaderPasswords(tx, projectId)).length,
    keys: (await selectKeys(tx, projectId)).length,
  };
  // The current mode stays valid, even if its settings were deleted since then.
  const isKept = body.mode === mode;
  requireComplete(body.mode, prepared, isKept ? { passwords: 1, keys: 1 } : counts);
  return prepared;
}

/** Whether the provider or client has changed, because the readers of another one are different people. */
function isOtherProvider(row: AccessRow | undefined, { settings }: PreparedAccess): boolean {
  const before = row?.oauth ?? null;
  if (before === null || settings.oauth === null) return true;
  return !hasSameAddresses(before, settings.oauth) || before.clientId !== settings.oauth.clientId;
}

/** Returns the details for the audit log, which contain addresses but no secrets. */
function toAuditDetails(body: SetSiteAccessBody, previousMode: AccessMode): Record<string, unknown> {
  const { mode, signIn, sessionSeconds: seconds, oauth, jwt, proxy } = body;
  return {
    mode,
    ...(mode !== previousMode && { previousMode }),
    ...(signIn !== undefined && { signIn }),
    ...(seconds !== undefined && { sessionSeconds: seconds }),
    ...(oauth !== undefined && { oauth: oauth && withoutSecret(oauth, 'clientSecret') }),
    ...(jwt !== undefined && { jwt }),
    ...(proxy !== undefined && { proxy: proxy && withoutSecret(proxy, 'secret') }),
  };
}

function withoutSecret<T extends object>(section: T, name: keyof T & string): Record<string, unknown> {
  const { [name]: secret, ...rest } = section;
  return secret === undefined ? rest : { ...rest, [`${name}Changed`]: true };
}

async function publishChange(
  { publishEvent, sites, clock }: SaveAccessDeps,
  tx: Transaction<Tables>,
  change: { readonly project: ProjectRow; readonly readers: Readers; readonly before: Readers },
): Promise<void> {
  const { project, readers, before } = change;
  const names = await selectSiteNames(tx, project.id);
  if (names === undefined) return;
  const origins = [toSiteUrl(sites, names.slug), ...names.domains.map((domain) => toDomainUrl(sites, domain))];
  await publishEvent(tx, {
    type: 'site.access_changed',
    organizationId: project.organization_id,
    projectId: project.id,
    at: new Date(clock.now()),
    data: {
      projectId: project.id,
      mode: readers.mode,
      signIn: readers.signIn,
      previousMode: before.mode,
      previousSignIn: before.signIn,
      url: toSiteAddress(sites, names),
      // Only pages that everyone could read were cacheable.
      purgePrefixes: toBuild(before) !== 'required' ? origins.map((origin) => `${origin}${names.basePath}/`) : [],
    },
  });
}
