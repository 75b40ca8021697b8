import type { DeploymentSource, DeploymentStatus, EnvironmentKind } from '@docwright/contract';
import { sql, type Transaction } from 'kysely';
import { toStorableJson, toStorableText, type Queryable } from '../../../platform/database/index.ts';
import { hintSources } from './hint-sources.ts';
import { notifySite } from './site-store.ts';
import type { DeploymentRow, DeploymentTables, Durations, EnvironmentRow, FilesChanged } from './tables.ts';

type Tx = Transaction<DeploymentTables>;
type Db = Queryable<DeploymentTables>;

const now = sql<Date>`clock_timestamp()`;
const touched = { updated_at: now };

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
    readonly keeps_promotion: boolean;
  },
): Promise<DeploymentRow> {
  return tx
    .insertInto('site_deployments')
    .values({ ...row, status: 'queued', author: row.author === null ? null : toStorableText(row.author) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Copies a preview's ready deployment to production, where it outlives the preview. */
export async function copyToProduction(
  tx: Tx,
  copy: { readonly of: string; readonly id: string; readonly environmentId: string; readonly author: string },
): Promise<void> {
  await sql`
    insert into site_deployments (id, organization_id, project_id, environment_id, branch, status, source, author, commit,
      commit_message, bundle_id, summary, started_at, ended_at)
    select ${copy.id}, organization_id, project_id, ${copy.environmentId}, branch, status, 'promotion',
      ${toStorableText(copy.author)}, commit, commit_message, bundle_id, summary, ${now}, ${now}
    from site_deployments where id = ${copy.of}`.execute(tx);
}

/** Ends waiting deployments that a later request replaces. */
export async function skipQueued(tx: Tx, environmentId: string, overtakenBy: string): Promise<void> {
  await tx
    .updateTable('site_deployments')
    .set({ status: 'skipped', summary: `Replaced by ${overtakenBy} before it started.`, ended_at: now })
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

/** A deployment with the fields of its environment, site and bundle. */
export interface ShownDeployment extends DeploymentRow {
  readonly kind: EnvironmentKind;
  readonly label: string | null;
  readonly slug: string;
  readonly active: boolean;
  readonly page_count: number | null;
  readonly issue_count: number | null;
  /** Null until the bundle exists. */
  readonly base_path: string | null;
}

const shown = (db: Db) =>
  db
    .selectFrom('site_deployments')
    .innerJoin('site_environments', 'site_environments.id', 'site_deployments.environment_id')
    .innerJoin('sites', 'sites.project_id', 'site_deployments.project_id')
    .leftJoin('shared_site_bundles as bundles', 'bundles.id', 'site_deployments.bundle_id')
    .selectAll('site_deployments')
    .select(['site_environments.kind', 'site_environments.label', 'sites.slug'])
    .select(['bundles.page_count', 'bundles.issue_count', 'bundles.base_path'])
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

export async function findDeployment(db: Db, id: string): Promise<DeploymentRow | undefined> {
  return db.selectFrom('site_deployments').selectAll().where('id', '=', id).executeTakeFirst();
}

export interface DeploymentFilter {
  readonly projectId: string;
  readonly kind: EnvironmentKind | undefined;
  readonly branch: string | undefined;
  readonly status: DeploymentStatus | undefined;
  readonly withSkipped: boolean;
  readonly after: string | undefined;
  readonly limit: number;
}

/** Selects deployments, newest first. */
export async function selectDeployments(db: Db, filter: DeploymentFilter): Promise<ShownDeployment[]> {
  return shown(db)
    .where('site_deployments.project_id', '=', filter.projectId)
    .$if(filter.branch !== undefined, (query) => query.where('site_deployments.branch', '=', filter.branch ?? ''))
    .$if(filter.status !== undefined, (query) => query.where('site_deployments.status', '=', filter.status ?? 'queued'))
    .$if(!filter.withSkipped, (query) => query.where('site_deployments.status', '<>', 'skipped'))
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

/** Claims a deployment for one worker. `attempt` is its fencing token. Returns `undefined` if it has ended. */
export async function claimDeployment(tx: Tx, id: string): Promise<DeploymentRow | undefined> {
  return tx
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
}

/** A worker's lease on a deployment. The worker's writes succeed only while the lease is valid. */
export interface DeploymentLease {
  readonly id: string;
  readonly attempt: number;
}

export interface DeploymentChange {
  readonly commitMessage?: string;
  readonly filesChanged?: FilesChanged;
  readonly log?: readonly string[];
  readonly durations?: Durations;
}

/** Updates a running deployment. Returns false if it was canceled or taken over by another worker. */
export async function updateDeployment(db: Db, lease: DeploymentLease, change: DeploymentChange): Promise<boolean> {
  const updated = await db
    .updateTable('site_deployments')
    .set({
      attempt: lease.attempt,
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

/**
 * Records the rebuilt commit as the environment's next observation, without a new head. Returns false like
 * `observeHead`.
 */
export async function fixPromoted(
  tx: Tx,
  lease: DeploymentLease,
  {
    environmentId,
    branch,
    commit,
  }: { readonly environmentId: string; readonly branch: string; readonly commit: string },
): Promise<boolean> {
  const fixed = await fixTo(tx, lease, { environmentId, branch, commit });
  if (!fixed) return false;
  await tx
    .updateTable('site_environments')
    .set({ observation: sql`observation + 1`, ...touched })
    .where('id', '=', environmentId)
    .execute();
  return true;
}

/**
 * Records the head that was read as the environment's next observation. A different head releases a promotion. Returns
 * false like `updateDeployment`. The caller has locked the environment's row.
 */
export async function observeHead(
  tx: Tx,
  lease: DeploymentLease,
  {
    environmentId,
    branch,
    commit,
  }: { readonly environmentId: string; readonly branch: string; readonly commit: string },
): Promise<boolean> {
  if (!(await fixTo(tx, lease, { environmentId, branch, commit }))) return false;
  await tx
    .updateTable('site_environments')
    .set({
      observation: sql`observation + 1`,
      observed_commit: commit,
      pinned_commit: sql`case when pinned_commit = ${commit} then pinned_commit end`,
      ...touched,
    })
    .where('id', '=', environmentId)
    .execute();
  return true;
}

async function fixTo(
  tx: Tx,
  lease: DeploymentLease,
  {
    environmentId,
    branch,
    commit,
  }: { readonly environmentId: string; readonly branch: string; readonly commit: string },
): Promise<boolean> {
  const fixed = await tx
    .updateTable('site_deployments')
    .set({
      branch,
      commit,
      observation: sql`(select observation + 1 from site_environments where id = ${environmentId})`,
    })
    .where('id', '=', lease.id)
    .where('attempt', '=', lease.attempt)
    .where('status', '=', 'in_progress')
    .executeTakeFirst();
  return fixed.numUpdatedRows === 1n;
}

export interface DeploymentEnd {
  readonly id: string;
  /** `undefined` matches any attempt. */
  readonly attempt?: number;
  readonly status: 'success' | 'failure' | 'skipped';
  readonly summary: string;
  readonly errorCode?: string;
  readonly bundleId?: string;
  readonly log?: readonly string[];
  readonly durations?: Durations;
}

/** Ends a deployment. Returns `undefined` if it has already ended or belongs to another worker. */
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

/** Points an environment at a deployment. The caller has locked the environment's row. */
export async function setActive(
  tx: Tx,
  environment: Pick<EnvironmentRow, 'id' | 'project_id'>,
  active: { readonly deploymentId: string; readonly observation: number; readonly pinnedCommit: string | null },
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

/** Selects the deployment that is being built. */
export async function selectInProgress(tx: Tx, environmentId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('site_deployments')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('status', '=', 'in_progress')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Selects the head for which the newest deployment was requested, if the deployment hasn't read it yet. It will read
 * that head or a later one. The caller has locked the environment's row.
 */
export async function selectUnread(tx: Tx, environmentId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('site_deployments')
    .select('commit')
    .where('environment_id', '=', environmentId)
    .where('status', 'in', ['queued', 'in_progress'])
    .where('observation', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.commit ?? null;
}

/**
 * Whether the environment has had a ready deployment of this commit, and no request for another build of the commit was
 * skipped since then.
 */
export async function selectSuccessOf(db: Db, environmentId: string, commit: string): Promise<boolean> {
  const row = await db
    .selectFrom('site_deployments as ready')
    .select('ready.id')
    .where('ready.environment_id', '=', environmentId)
    .where('ready.status', '=', 'success')
    .where('ready.commit', '=', commit)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('site_deployments as overtaken')
            .select('overtaken.id')
            .whereRef('overtaken.environment_id', '=', 'ready.environment_id')
            .where('overtaken.status', '=', 'skipped')
            .where('overtaken.source', 'not in', hintSources)
            .whereRef('overtaken.created_at', '>', 'ready.created_at'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface UnbuiltFork {
  readonly id: string;
  readonly number: number;
  readonly commit: string | null;
}

/** Lists unrequested deployments of forks' heads that haven't ended, by pull request number. */
export async function listUnbuiltForks(db: Db, projectId: string): Promise<readonly UnbuiltFork[]> {
  return db
    .selectFrom('site_environments as environment')
    .innerJoin('site_deployments as deployment', 'deployment.environment_id', 'environment.id')
    .select(['deployment.id', 'deployment.commit', sql<number>`environment.pull_request`.as('number')])
    .where('environment.project_id', '=', projectId)
    .where('environment.pull_request', 'is not', null)
    .where('deployment.status', 'in', ['queued', 'in_progress'])
    .where('deployment.source', 'in', hintSources)
    .orderBy('environment.pull_request')
    .execute();
}

/** Selects the last deployment that ended with a result. */
export async function selectLastBuilt(db: Db, environmentId: string): Promise<DeploymentRow | undefined> {
  return db
    .selectFrom('site_deployments')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('status', 'in', ['success', 'failure'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Selects the most informative deployment of the last known head: ready, then in progress, then failed. */
export async function selectReported(db: Db, environment: EnvironmentRow): Promise<DeploymentRow | undefined> {
  if (environment.observed_commit === null) return undefined;
  return db
    .selectFrom('site_deployments')
    .selectAll()
    .where('environment_id', '=', environment.id)
    .where('commit', '=', environment.observed_commit)
    .orderBy(sql`array_position(array['success', 'in_progress', 'queued', 'failure', 'skipped'], status)`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Deployments that a lost message would leave unfinished: waiting ones that no ending deployment will start, and
 * started ones. A running deployment keeps its message.
 */
export async function selectForgotten(db: Db): Promise<DeploymentRow[]> {
  return db
    .selectFrom('site_deployments as waiting')
    .selectAll('waiting')
    .where('waiting.status', 'in', ['queued', 'in_progress'])
    .where(sql<boolean>`coalesce(waiting.started_at, waiting.created_at) < now() - interval '1 minute'`)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('site_deployments as running')
            .select('running.id')
            .whereRef('running.environment_id', '=', 'waiting.environment_id')
            .whereRef('running.id', '!=', 'waiting.id')
            .where('running.status', '=', 'in_progress'),
        ),
      ),
    )
    .limit(100)
    .execute();
}

/** Called after the deployment has ended, to include the duration of ending it. */
export async function setDurations(db: Db, id: string, durations: Durations): Promise<void> {
  await db
    .updateTable('site_deployments')
    .set({ durations: JSON.stringify(durations) })
    .where('id', '=', id)
    .execute();
}
