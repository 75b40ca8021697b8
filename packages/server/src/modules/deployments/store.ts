import type { DeploymentSource, DeploymentStatus, EnvironmentKind } from '@docwright/contract';
import { sql, type Transaction } from 'kysely';
import { toStorableJson, toStorableText, type Queryable } from '../../platform/database/index.ts';
import type { DeploymentRow, DeploymentTables, Durations, EnvironmentRow, FilesChanged, SiteRow } from './tables.ts';

type Tx = Transaction<DeploymentTables>;
type Db = Queryable<DeploymentTables>;

const now = sql<Date>`clock_timestamp()`;
const touched = { updated_at: now };

/** What edges listen to: the payload is the project's id. */
export const siteChannel = 'docwright_site';

export async function notifySite(db: Db, projectId: string): Promise<void> {
  await sql`select pg_notify(${siteChannel}, ${projectId})`.execute(db);
}

export async function selectSite(db: Db, projectId: string): Promise<SiteRow | undefined> {
  return db.selectFrom('sites').selectAll().where('project_id', '=', projectId).executeTakeFirst();
}

/** False where the slug was given before, to whichever project. */
export async function takeSlug(tx: Tx, slug: string, projectId: string): Promise<boolean> {
  const taken = await tx
    .insertInto('site_slugs')
    .values({ slug, project_id: projectId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return taken.numInsertedOrUpdatedRows === 1n;
}

export async function insertSite(
  tx: Tx,
  row: { readonly project_id: string; readonly organization_id: string; readonly slug: string },
): Promise<void> {
  await tx.insertInto('sites').values(row).execute();
}

export interface SiteChange {
  readonly previews?: boolean;
  readonly require_no_errors?: boolean;
  readonly published?: boolean;
}

export async function updateSiteRow(tx: Tx, projectId: string, change: SiteChange): Promise<void> {
  await tx
    .updateTable('sites')
    .set({ ...change, ...touched })
    .where('project_id', '=', projectId)
    .execute();
  await notifySite(tx, projectId);
}

/** The one that edges answer with where they are asked by an address. */
export async function setDefaultSite(tx: Tx, projectId: string): Promise<void> {
  await tx.updateTable('sites').set({ is_default: false }).where('is_default', '=', true).execute();
  await tx.updateTable('sites').set({ is_default: true }).where('project_id', '=', projectId).execute();
}

export async function insertEnvironment(
  tx: Tx,
  row: {
    readonly id: string;
    readonly organization_id: string;
    readonly project_id: string;
    readonly kind: EnvironmentKind;
    readonly branch: string | null;
    readonly label: string | null;
  },
): Promise<void> {
  await tx
    .insertInto('site_environments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Null branch: production. */
export async function selectEnvironment(
  db: Db,
  projectId: string,
  branch: string | null,
): Promise<EnvironmentRow | undefined> {
  return db
    .selectFrom('site_environments')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(branch === null, (query) => query.where('kind', '=', 'production'))
    .$if(branch !== null, (query) => query.where('branch', '=', branch))
    .executeTakeFirst();
}

export async function selectEnvironmentById(db: Db, id: string): Promise<EnvironmentRow | undefined> {
  return db.selectFrom('site_environments').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockEnvironment(tx: Tx, id: string): Promise<EnvironmentRow | undefined> {
  return tx.selectFrom('site_environments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Most recently changed first. */
export async function selectPreviews(db: Db, projectId: string, limit: number): Promise<EnvironmentRow[]> {
  return db
    .selectFrom('site_environments')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('kind', '=', 'preview')
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute();
}

export async function deleteEnvironment(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('site_environments').set({ active_deployment_id: null }).where('id', '=', id).execute();
  await tx.deleteFrom('site_environments').where('id', '=', id).execute();
}

export async function insertDeployment(
  tx: Tx,
  row: {
    readonly id: string;
    readonly organization_id: string;
    readonly project_id: string;
    readonly environment_id: string;
    readonly branch: string;
    readonly source: DeploymentSource;
    readonly author: string | null;
    readonly commit: string | null;
  },
): Promise<DeploymentRow> {
  return tx
    .insertInto('site_deployments')
    .values({ ...row, status: 'queued', author: row.author === null ? null : toStorableText(row.author) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What waits for its turn is overtaken by what was asked for later. @returns their ids */
export async function skipQueued(tx: Tx, environmentId: string, overtakenBy: string): Promise<void> {
  await tx
    .updateTable('site_deployments')
    .set({ status: 'skipped', summary: `Overtaken by ${overtakenBy} before it began.`, ended_at: now })
    .where('environment_id', '=', environmentId)
    .where('status', '=', 'queued')
    .where('id', '!=', overtakenBy)
    .execute();
}

export async function selectQueued(tx: Tx, environmentId: string): Promise<DeploymentRow | undefined> {
  return tx
    .selectFrom('site_deployments')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('status', '=', 'queued')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** A deployment with what its environment, site and bundle add to it. */
export interface ShownDeployment extends DeploymentRow {
  readonly kind: EnvironmentKind;
  readonly label: string | null;
  readonly slug: string;
  readonly active: boolean;
  readonly page_count: number | null;
  readonly issue_count: number | null;
}

const shown = (db: Db) =>
  db
    .selectFrom('site_deployments')
    .innerJoin('site_environments', 'site_environments.id', 'site_deployments.environment_id')
    .innerJoin('sites', 'sites.project_id', 'site_deployments.project_id')
    .leftJoin('site_bundles', 'site_bundles.id', 'site_deployments.bundle_id')
    .selectAll('site_deployments')
    .select(['site_environments.kind', 'site_environments.label', 'sites.slug'])
    .select(['site_bundles.page_count', 'site_bundles.issue_count'])
    .select(sql<boolean>`site_environments.active_deployment_id is not distinct from site_deployments.id`.as('active'));

export async function selectDeployment(
  db: Db,
  organizationId: string,
  id: string,
): Promise<ShownDeployment | undefined> {
  return shown(db)
    .where('site_deployments.organization_id', '=', organizationId)
    .where('site_deployments.id', '=', id)
    .executeTakeFirst();
}

export async function selectDeploymentById(db: Db, id: string): Promise<DeploymentRow | undefined> {
  return db.selectFrom('site_deployments').selectAll().where('id', '=', id).executeTakeFirst();
}

export interface DeploymentFilter {
  readonly projectId: string;
  readonly kind: EnvironmentKind | undefined;
  readonly branch: string | undefined;
  readonly status: DeploymentStatus | undefined;
  readonly after: string | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function selectDeployments(db: Db, filter: DeploymentFilter): Promise<ShownDeployment[]> {
  return shown(db)
    .where('site_deployments.project_id', '=', filter.projectId)
    .$if(filter.branch !== undefined, (query) => query.where('site_deployments.branch', '=', filter.branch ?? ''))
    .$if(filter.status !== undefined, (query) => query.where('site_deployments.status', '=', filter.status ?? 'queued'))
    .$if(filter.kind !== undefined, (query) => query.where('site_environments.kind', '=', filter.kind ?? 'production'))
    .$if(filter.after !== undefined, (query) =>
      query.where(
        sql<boolean>`(site_deployments.created_at, site_deployments.id)
          < (select created_at, id from site_deployments where id = ${filter.after})`,
      ),
    )
    .orderBy('site_deployments.created_at', 'desc')
    .orderBy('site_deployments.id', 'desc')
    .limit(filter.limit)
    .execute();
}

/**
 * Takes a deployment for one worker: `attempt` is its fencing token, and its first attempt is the environment's next
 * observation. Undefined when it has ended.
 */
export async function claimDeployment(tx: Tx, id: string): Promise<DeploymentRow | undefined> {
  const claimed = await tx
    .updateTable('site_deployments')
    .set({
      status: 'in_progress',
      attempt: sql`attempt + 1`,
      started_at: sql<Date>`coalesce(started_at, clock_timestamp())`,
    })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'in_progress'])
    .returningAll()
    .executeTakeFirst();
  if (claimed === undefined || claimed.observation !== null) return claimed;
  const { observation } = await tx
    .updateTable('site_environments')
    .set({ observation: sql`observation + 1` })
    .where('id', '=', claimed.environment_id)
    .returning('observation')
    .executeTakeFirstOrThrow();
  await tx.updateTable('site_deployments').set({ observation }).where('id', '=', id).execute();
  return { ...claimed, observation };
}

/** A worker's hold on a deployment: what it writes is written only while this is still true. */
export interface DeploymentLease {
  readonly id: string;
  readonly attempt: number;
}

export interface DeploymentChange {
  readonly commit?: string;
  readonly commitMessage?: string;
  readonly filesChanged?: FilesChanged;
  readonly log?: readonly string[];
  readonly durations?: Durations;
}

/** False when it was cancelled, or taken over by another worker. */
export async function updateDeployment(db: Db, lease: DeploymentLease, change: DeploymentChange): Promise<boolean> {
  const updated = await db
    .updateTable('site_deployments')
    .set({
      attempt: lease.attempt,
      ...(change.commit !== undefined && { commit: change.commit }),
      ...(change.commitMessage !== undefined && { commit_message: toStorableText(change.commitMessage) }),
      ...(change.filesChanged !== undefined && { files_changed: toStorableJson(change.filesChanged) }),
      ...(change.log !== undefined && { log: toStorableJson(change.log) }),
      ...(change.durations !== undefined && { durations: JSON.stringify(change.durations) }),
    })
    .where('id', '=', lease.id)
    .where('attempt', '=', lease.attempt)
    .where('status', '=', 'in_progress')
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** The head that was read: a later push of the same commit is nothing new. */
export async function setObservedCommit(db: Db, environmentId: string, commit: string): Promise<void> {
  await db
    .updateTable('site_environments')
    .set({ observed_commit: commit, ...touched })
    .where('id', '=', environmentId)
    .execute();
}

export interface DeploymentEnd {
  readonly id: string;
  /** Undefined: whoever holds it. */
  readonly attempt?: number;
  readonly status: 'success' | 'failure' | 'skipped';
  readonly summary: string;
  readonly errorCode?: string;
  readonly bundleId?: string;
  readonly log?: readonly string[];
  readonly durations?: Durations;
}

/** Undefined when it has ended already, or is another worker's. */
export async function endDeploymentRow(tx: Tx, end: DeploymentEnd): Promise<DeploymentRow | undefined> {
  return tx
    .updateTable('site_deployments')
    .set({
      status: end.status,
      summary: toStorableText(end.summary),
      error_code: end.errorCode ?? null,
      ...(end.bundleId !== undefined && { bundle_id: end.bundleId }),
      ...(end.log !== undefined && { log: toStorableJson(end.log) }),
      ...(end.durations !== undefined && { durations: JSON.stringify(end.durations) }),
      ended_at: now,
    })
    .where('id', '=', end.id)
    .$if(end.attempt !== undefined, (query) => query.where('attempt', '=', end.attempt ?? 0))
    .where('status', 'in', ['queued', 'in_progress'])
    .returningAll()
    .executeTakeFirst();
}

/** Points an environment at a deployment. The caller holds the environment's row. */
export async function setActive(
  tx: Tx,
  environment: Pick<EnvironmentRow, 'id' | 'project_id'>,
  active: { readonly deploymentId: string; readonly observation: string; readonly pinnedCommit: string | null },
): Promise<void> {
  await tx
    .updateTable('site_environments')
    .set({
      active_deployment_id: active.deploymentId,
      active_observation: active.observation,
      pinned_commit: active.pinnedCommit,
      ...touched,
    })
    .where('id', '=', environment.id)
    .execute();
  await tx.updateTable('site_deployments').set({ activated_at: now }).where('id', '=', active.deploymentId).execute();
  await notifySite(tx, environment.project_id);
}

/** The one that is being built. */
export async function selectInProgress(tx: Tx, environmentId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('site_deployments')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('status', '=', 'in_progress')
    .executeTakeFirst();
  return row?.id;
}

/** Whether the environment has had this commit ready. */
export async function selectSuccessOf(db: Db, environmentId: string, commit: string): Promise<boolean> {
  const row = await db
    .selectFrom('site_deployments')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('status', '=', 'success')
    .where('commit', '=', commit)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Waiting ones that nobody builds and that no ended one will call: what a lost message would leave. */
export async function selectForgotten(db: Db): Promise<DeploymentRow[]> {
  return db
    .selectFrom('site_deployments as waiting')
    .selectAll('waiting')
    .where('waiting.status', '=', 'queued')
    .where(sql<boolean>`waiting.created_at < now() - interval '1 minute'`)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('site_deployments as running')
            .select('running.id')
            .whereRef('running.environment_id', '=', 'waiting.environment_id')
            .where('running.status', '=', 'in_progress'),
        ),
      ),
    )
    .limit(100)
    .execute();
}

/** Cloud projects that nothing was ever deployed of. */
export async function takeProjectsWithoutSite(
  db: Db,
  limit: number,
): Promise<{ readonly id: string; readonly organization_id: string; readonly branch: string }[]> {
  const { rows } = await sql<{ id: string; organization_id: string; branch: string }>`
    select id, organization_id, branch from projects
    where deployment_kind = 'cloud' and not exists (select from sites where sites.project_id = projects.id)
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Those that were not looked at for a while, marked as looked at now: another worker takes others. */
export async function takeEnvironmentsToPoll(
  db: Db,
  { limit, olderThanSeconds }: { readonly limit: number; readonly olderThanSeconds: number },
): Promise<{ readonly project_id: string; readonly organization_id: string; readonly branch: string | null }[]> {
  const { rows } = await sql<{ project_id: string; organization_id: string; branch: string | null }>`
    update site_environments set polled_at = clock_timestamp()
    where id in (
      select id from site_environments
      where polled_at < clock_timestamp() - make_interval(secs => ${olderThanSeconds})
      order by polled_at limit ${limit} for update skip locked
    )
    returning project_id, organization_id, branch`.execute(db);
  return rows;
}
