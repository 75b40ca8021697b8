import type { Plan } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { createSetupLink, toSetupAddress } from '../modules/identity/accounts/index.ts';
import { grantKey } from '../modules/project-config/api-keys/index.ts';
import { recordAuditEvent, systemAuthor } from '../modules/foundation/audit-log/index.ts';
import {
  allowRepositories,
  changeOrganization,
  createOrganization,
  deleteOrganization,
  findConnectedRepositories,
  findFirstOrganization,
  findOrganization,
  firstOrganizationPlan,
  listOrganizations,
  OrganizationRefusal,
  removeRepositories,
  type ConnectionRow,
  type OrganizationRow,
} from '../modules/identity/organizations/index.ts';
import { changeStorageQuota } from '../modules/identity/storage/index.ts';
import { endAccess } from '../modules/operations/retention/index.ts';
import { unpublishSites } from '../modules/publishing/deployments/index.ts';
import { listProjectRepositories } from '../modules/project-config/projects/index.ts';
import { isCovered, parsePattern } from '../modules/sources/repositories/index.ts';
import type { Database, Queryable } from '../platform/database/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { listRemoteHosts } from './connect-remote.ts';
import { openDatabase } from './open-database.ts';
import type { ServerTables } from './server-tables.ts';
import { localAddress } from './local-address.ts';
import { SettingsError, type Settings } from './settings/settings.ts';

/** An organization as the operator sees it. */
export interface ManagedOrganization {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly plan: Plan;
  readonly operator: boolean;
  readonly createdAt: string;
}

export interface NewTenant {
  readonly organization: ManagedOrganization;
  /** The page on which its first owner creates an account. */
  readonly setupUrl: string;
  readonly expiresAt: string;
  /** An `admin` key, if one was requested. */
  readonly key: string | undefined;
}

export interface ConnectedRepositories {
  readonly organization: ManagedOrganization;
  readonly repositories: readonly { readonly pattern: string; readonly createdAt: string }[];
  /** The organization's projects whose repositories no pattern covers. */
  readonly withoutRepository: readonly { readonly id: string; readonly name: string; readonly repository: string }[];
}

/**
 * The operator's commands for organizations. They use the database directly, whether the service runs or not. Refused
 * commands throw a SettingsError.
 */
export interface OrganizationManager {
  list(): Promise<readonly ManagedOrganization[]>;
  create(request: {
    readonly name: string;
    readonly slug: string | undefined;
    readonly plan: Plan;
    readonly keyName: string | undefined;
    readonly baseUrl: string | undefined;
  }): Promise<NewTenant>;
  /** @param organization an ID or slug; `undefined` for the operator's own organization, as in the other methods */
  change(
    organization: string | undefined,
    to: { readonly name: string } | { readonly plan: Plan },
  ): Promise<ManagedOrganization>;
  /** @param megabytes 0 for no quota, null for the installation's default */
  setQuota(organization: string | undefined, megabytes: number | null): Promise<ManagedOrganization>;
  /**
   * Deletes an organization. Access ends and its sites go offline immediately; a running worker deletes its data later.
   */
  delete(organization: string): Promise<ManagedOrganization>;
  repositories(organization: string | undefined): Promise<ConnectedRepositories>;
  allow(organization: string | undefined, pattern: string): Promise<ConnectedRepositories>;
  remove(organization: string | undefined, pattern: string): Promise<ConnectedRepositories>;
}

export function createOrganizationManager(settings: Settings, log: Logger): OrganizationManager {
  const rules = {
    baseUrl: settings.baseUrl ?? localAddress(settings.port),
    hosts: listRemoteHosts(settings),
  };
  const work = <T>(task: (tx: Tx) => Promise<T>): Promise<T> =>
    withDatabase(settings, log, (database) => database.kysely.transaction().execute(task));
  const requirePattern = (text: string): string => {
    const pattern = parsePattern(text, rules);
    if (pattern !== undefined) return pattern;
    const examples = rules.hosts.map(({ webUrl }) => `${webUrl}/owner/name, ${webUrl}/owner/*`).join(', ');
    throw new SettingsError(
      `"${text.slice(0, 200)}" is not a repository or a pattern of repositories. Allowed: ${examples}, or * for all.`,
    );
  };
  return {
    list: () => work(async (tx) => (await listOrganizations(tx)).map(toManaged)),
    create: ({ name, slug, plan, keyName, baseUrl }) =>
      withDatabase(settings, log, async (database) => {
        const { row, key } = await database.kysely.transaction().execute(async (tx) => {
          const made = await createOrganization(tx, { name: requireName(name), slug, plan });
          return { row: made, key: keyName === undefined ? undefined : await createKey(tx, made.id, keyName) };
        });
        // Runs after the transaction, because `docwright setup-link` can create another link if this one is lost.
        const { token, expiresAt } = await createSetupLink(database, { organizationId: row.id, email: undefined });
        const setupUrl = toSetupAddress(settings.baseUrl ?? baseUrl ?? rules.baseUrl, token);
        return { organization: toManaged(row), setupUrl, expiresAt: expiresAt.toISOString(), key };
      }),
    change: (organization, to) =>
      work(async (tx) => {
        const { id } = await requireOrganization(tx, organization);
        return toManaged(await changeOrganization(tx, id, 'name' in to ? { name: requireName(to.name) } : to));
      }),
    setQuota: (organization, megabytes) =>
      work(async (tx) => {
        const row = await requireOrganization(tx, organization);
        await changeStorageQuota(tx, undefined, { organizationId: row.id, megabytes });
        return toManaged(row);
      }),
    delete: (organization) =>
      work(async (tx) => {
        const { id } = await requireOrganization(tx, organization);
        await unpublishSites(tx, id);
        return toManaged(await deleteOrganization(tx, id, () => endAccess(tx, id)));
      }),
    repositories: (organization) =>
      work(async (tx) => {
        const row = await requireOrganization(tx, organization);
        return describe(tx, row, await findConnectedRepositories(tx, row.id));
      }),
    allow: (organization, text) =>
      work(async (tx) => {
        const row = await requireOrganization(tx, organization);
        return describe(
          tx,
          row,
          await allowRepositories(tx, { organizationId: row.id, pattern: requirePattern(text) }),
        );
      }),
    remove: (organization, text) =>
      work(async (tx) => {
        const row = await requireOrganization(tx, organization);
        // The pattern may refer to a code host that this installation no longer has.
        const pattern = parsePattern(text, rules) ?? text.trim().toLowerCase();
        return describe(tx, row, await removeRepositories(tx, { organizationId: row.id, pattern }));
      }),
  };
}

type Tx = Transaction<ServerTables>;

async function withDatabase<T>(
  settings: Settings,
  log: Logger,
  task: (database: Database<ServerTables>) => Promise<T>,
): Promise<T> {
  const opened = await openDatabase(settings, log, 'docwright-org');
  try {
    return await task(opened.database);
  } catch (error) {
    if (error instanceof OrganizationRefusal) throw new SettingsError(error.message, { cause: error });
    throw error;
  } finally {
    await opened.close();
  }
}

/** Finds an organization by ID or slug; the default is the operator's own organization. */
async function requireOrganization(db: Queryable<ServerTables>, named: string | undefined): Promise<OrganizationRow> {
  const found = named === undefined ? await findFirstOrganization(db) : await findOrganization(db, named);
  if (found !== undefined) return found;
  if (named === undefined) throw new SettingsError('No organization exists yet: start the service once.');
  const known = (await listOrganizations(db)).map(({ slug, name }) => `${slug} (${name})`).join(', ');
  throw new SettingsError(`The organization "${named.slice(0, 80)}" does not exist. Existing organizations: ${known}.`);
}

/**
 * Like `requireOrganization`, for commands that can run before the first start, which create the operator's
 * organization.
 */
export async function ensureOrganization(
  db: Queryable<ServerTables>,
  named: string | undefined,
): Promise<OrganizationRow> {
  const isFirst = named === undefined && (await findFirstOrganization(db)) === undefined;
  if (!isFirst) return requireOrganization(db, named);
  return createOrganization(db, { name: 'My organization', plan: firstOrganizationPlan });
}

const maxNameLength = 200;

function requireName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= maxNameLength && !/\p{Cc}/u.test(name)) return name;
  throw new SettingsError(`The name "${text.slice(0, 80)}" must have 1 to ${maxNameLength} characters on one line.`);
}

async function createKey(tx: Tx, organizationId: string, name: string): Promise<string> {
  const grant = { organizationId, name, scopes: ['admin' as const], projectIds: null };
  const { row, key } = await grantKey(tx, { ...grant, createdBy: 'setup', expiresAt: null });
  await recordAuditEvent(tx, systemAuthor(organizationId), {
    action: 'api_key.created',
    target: { kind: 'api_key', id: row.id, name },
    details: { scopes: grant.scopes, projectIds: null, expiresAt: null },
  });
  return key;
}

async function describe(
  tx: Tx,
  row: OrganizationRow,
  connections: readonly ConnectionRow[],
): Promise<ConnectedRepositories> {
  const patterns = connections.map(({ pattern }) => pattern);
  const projects = await listProjectRepositories(tx, row.id);
  return {
    organization: toManaged(row),
    repositories: connections.map(({ pattern, created_at }) => ({ pattern, createdAt: created_at.toISOString() })),
    withoutRepository: projects.filter(
      ({ repository }) => !repository.startsWith('local:') && !isCovered(patterns, repository),
    ),
  };
}

const toManaged = ({ id, name, slug, plan, operator, created_at }: OrganizationRow): ManagedOrganization => ({
  id,
  name,
  slug,
  plan,
  operator,
  createdAt: created_at.toISOString(),
});
