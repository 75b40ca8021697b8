import {
  deploymentStatuses,
  type AccessMode,
  type DeploymentStatus,
  type EnvironmentKind,
  type PreviewAccess,
} from '@docwright/contract';
import { sql, type Transaction } from 'kysely';
import { daysAgo, secondsAgo, type Queryable } from '../../../platform/database/index.ts';
import type { PollWaits } from './poll-waits.ts';
import type { DeploymentTables, EnvironmentRow, SiteRow } from './tables.ts';

type Tx = Transaction<DeploymentTables>;
type Db = Queryable<DeploymentTables>;

const touched = { updated_at: sql<Date>`clock_timestamp()` };

/** The channel on which edges listen. The payload is the project's ID. */
export const siteChannel = 'docwright_site';

/** Notifies the edges, and inserts a row for edges that notifications don't reach. */
export async function notifySite(db: Db, projectId: string): Promise<void> {
  await sql`
    with change as (insert into site_changes (project_id) values (${projectId}))
    select pg_notify(${siteChannel}, ${projectId})`.execute(db);
}

export async function unpublishSites(tx: Tx, organizationId: string): Promise<void> {
  await sql`
    with changed as (update sites set published = false where organization_id = ${organizationId} returning project_id),
      recorded as (insert into site_changes (project_id) select project_id from changed)
    select pg_notify(${siteChannel}, project_id) from changed`.execute(tx);
}

/** Deletes changes older than an hour. An edge that was disconnected for longer reads everything again. */
export async function deleteOldChanges(db: Db): Promise<void> {
  await sql`delete from site_changes where changed_at < ${secondsAgo(3_600)}`.execute(db);
}

export async function findSite(db: Db, projectId: string): Promise<SiteRow | undefined> {
  return db.selectFrom('sites').selectAll().where('project_id', '=', projectId).executeTakeFirst();
}

export interface SiteWithNewest extends Pick<
  SiteRow,
  'project_id' | 'slug' | 'primary_domain' | 'primary_leads_here' | 'published' | 'takedown'
> {
  /** The live deployment's base path; null if nothing is live. */
  readonly live_base_path: string | null;
  readonly newest_id: string | null;
  readonly newest_status: DeploymentStatus | null;
  readonly newest_error: string | null;
  readonly newest_at: Date | null;
}

export interface SitePage {
  readonly organizationId: string;
  /** Null for all projects of the organization. */
  readonly projectIds: readonly string[] | null;
  /** The ID of the project after which the page starts. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** Sites of an organization's cloud projects, each with its newest production deployment, sorted by project ID. */
export async function selectSites(db: Db, page: SitePage): Promise<SiteWithNewest[]> {
  const { rows } = await sql<SiteWithNewest>`
    select sites.project_id, sites.slug, sites.primary_domain, sites.primary_leads_here, sites.published, sites.takedown,
      bundles.base_path as live_base_path, newest.id as newest_id, newest.status as newest_status,
      newest.error_code as newest_error, newest.created_at as newest_at
    from sites
    join shared_projects as projects on projects.id = sites.project_id and projects.deployment_kind = 'cloud'
    left join site_environments as production
      on production.project_id = sites.project_id and production.kind = 'production'
    left join site_deployments as active on active.id = production.active_deployment_id
    left join shared_site_bundles as bundles on bundles.id = active.bundle_id
    left join lateral (
      -- The index of an environment's deployments is by status first.
      select found.* from unnest(${[...deploymentStatuses]}::text[]) as statuses (status)
      cross join lateral (
        select id, site_deployments.status, error_code, created_at from site_deployments
        where environment_id = production.id and site_deployments.status = statuses.status
        order by created_at desc, id desc limit 1
      ) as found
      order by created_at desc, id desc limit 1
    ) as newest on true
    where sites.organization_id = ${page.organizationId}
      and (${page.projectIds}::text[] is null or sites.project_id = any (${page.projectIds}::text[]))
      and (${page.after ?? null}::text is null or sites.project_id > ${page.after ?? null})
    order by sites.project_id limit ${page.limit}`.execute(db);
  return rows;
}

export async function lockSite(tx: Tx, projectId: string): Promise<SiteRow | undefined> {
  return tx.selectFrom('sites').selectAll().where('project_id', '=', projectId).forUpdate().executeTakeFirst();
}

/** Returns false if the slug was ever assigned to any project. */
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
  readonly preview_access?: PreviewAccess | null;
  readonly base_path?: string;
  readonly require_fork_approval?: boolean;
}

export async function updateSiteRow(tx: Tx, projectId: string, change: SiteChange): Promise<void> {
  await tx
    .updateTable('sites')
    .set({ ...change, ...touched })
    .where('project_id', '=', projectId)
    .execute();
  await notifySite(tx, projectId);
}

/** Sets the domain in the site's pages; null for the name below the sites domain. */
export async function setPrimaryDomain(
  tx: Tx,
  projectId: string,
  { domain, leadsHere }: { readonly domain: string | null; readonly leadsHere: boolean },
): Promise<void> {
  await tx
    .updateTable('sites')
    .set({ primary_domain: domain, primary_leads_here: leadsHere, ...touched })
    .where('project_id', '=', projectId)
    .execute();
  await notifySite(tx, projectId);
}

/** Sets who can read the site. Its other settings keep their `updated_at`. */
export async function setAccessMode(
  tx: Tx,
  projectId: string,
  { mode, signInOptional }: { readonly mode: AccessMode; readonly signInOptional: boolean },
): Promise<void> {
  const change = { access_mode: mode, sign_in_optional: signInOptional };
  await tx.updateTable('sites').set(change).where('project_id', '=', projectId).execute();
}

/** Sets the site that edges serve for requests by IP address. */
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
    readonly pull_request: number | null;
  },
): Promise<void> {
  await tx
    .insertInto('site_environments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Finds one of a project's environments. A null branch means production. */
export async function findEnvironment(
  db: Db,
  projectId: string,
  branch: string | null,
): Promise<EnvironmentRow | undefined> {
  return db
    .selectFrom('site_environments')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(branch === null, (query) => query.where('kind', '=', 'production'))
    .$if(branch !== null, (query) => query.where('kind', '=', 'preview').where('branch', '=', branch))
    .executeTakeFirst();
}

export async function findEnvironmentById(db: Db, id: string): Promise<EnvironmentRow | undefined> {
  return db.selectFrom('site_environments').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Prevents a project from being deleted until the transaction ends. Returns false if it doesn't exist. Must precede the
 * lock on its environment: a deletion also locks the project first, which avoids a deadlock.
 */
export async function holdProject(tx: Tx, projectId: string): Promise<boolean> {
  const { rows } = await sql`select id from shared_projects where id = ${projectId} for key share`.execute(tx);
  return rows.length === 1;
}

/** Serializes the creation of a project's site. */
export async function lockSiteOf(tx: Tx, projectId: string): Promise<void> {
  await sql`select id from shared_projects where id = ${projectId} for no key update`.execute(tx);
}

/**
 * Serializes changes to an environment. Returns `undefined` if it doesn't exist. Also locks its project, which is
 * always locked first, because later inserts, such as a webhook message, refer to the project.
 */
export async function lockEnvironment(tx: Tx, id: string): Promise<EnvironmentRow | undefined> {
  await sql`select id from shared_projects where id = (select project_id from site_environments where id = ${id})
    for key share`.execute(tx);
  return tx.selectFrom('site_environments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Selects previews, most recently changed first, except those that were requested for a nonexistent branch. */
export async function selectPreviews(db: Db, projectId: string, limit: number): Promise<EnvironmentRow[]> {
  return db
    .selectFrom('site_environments')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('kind', '=', 'preview')
    .where(
      sql<boolean>`(active_deployment_id is not null or 'branch_not_found' is distinct from (
        select error_code from site_deployments where environment_id = site_environments.id
        order by created_at desc, id desc limit 1
      ))`,
    )
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute();
}

/** Lists the pull requests from forks that have a preview, even if it is still being built. */
export async function listForkPreviews(db: Db, projectId: string, limit: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('site_environments')
    .select(sql<number>`pull_request`.as('number'))
    .where('project_id', '=', projectId)
    .where('pull_request', 'is not', null)
    .limit(limit)
    .execute();
  return rows.map(({ number }) => number);
}

export async function deleteEnvironment(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('site_environments').set({ active_deployment_id: null }).where('id', '=', id).execute();
  await tx.deleteFrom('site_environments').where('id', '=', id).execute();
}

/** Selects those of the given branches that have a preview. */
export async function selectKnownBranches(
  db: Db,
  projectId: string,
  branches: readonly string[],
): Promise<ReadonlySet<string | null>> {
  if (branches.length === 0) return new Set();
  const rows = await db
    .selectFrom('site_environments')
    .select('branch')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'preview')
    .where('branch', 'in', branches)
    .execute();
  return new Set(rows.map(({ branch }) => branch));
}

export async function insertEndedAt(
  tx: Tx,
  { projectId, branch, commit }: { readonly projectId: string; readonly branch: string; readonly commit: string },
): Promise<void> {
  await sql`
    insert into site_ended_previews (project_id, branch, commit) values (${projectId}, ${branch}, ${commit})
    on conflict (project_id, branch) do update set commit = excluded.commit, ended_at = clock_timestamp()`.execute(tx);
}

/** Selects the head at which the branch's preview ended. */
export async function selectEndedAt(db: Db, projectId: string, branch: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('site_ended_previews')
    .select('commit')
    .where('project_id', '=', projectId)
    .where('branch', '=', branch)
    .executeTakeFirst();
  return row?.commit;
}

/** Hints arrive at most a few days late, because code hosts then stop retrying. */
const keepEndsDays = 30;

export async function deleteOldEnds(tx: Tx, projectId: string): Promise<void> {
  await sql`
    delete from site_ended_previews
    where project_id = ${projectId} and ended_at < ${daysAgo(keepEndsDays)}`.execute(tx);
}

/** Claims cloud projects that were never deployed. */
export async function takeProjectsWithoutSite(
  db: Db,
  limit: number,
): Promise<{ readonly id: string; readonly organization_id: string; readonly branch: string }[]> {
  const { rows } = await sql<{ id: string; organization_id: string; branch: string }>`
    select id, organization_id, branch from shared_projects as projects
    where deployment_kind = 'cloud' and not exists (select from sites where sites.project_id = projects.id)
    order by id limit ${limit}`.execute(db);
  return rows;
}

type DueEnvironment = Pick<EnvironmentRow, 'id' | 'project_id' | 'organization_id' | 'branch'>;

/**
 * Claims the environments that are due, and marks them as polled, so that other workers skip them. A preview's next
 * wait is twice as long, unless `pollOften` reports a change. Production never waits longer than the setting allows.
 */
export async function takeEnvironmentsToPoll(
  db: Db,
  { limit, everySeconds, maxSeconds }: PollWaits & { readonly limit: number },
): Promise<DueEnvironment[]> {
  const { rows } = await sql<DueEnvironment>`
    update site_environments set polled_at = clock_timestamp(),
      poll_wait_seconds = case when kind = 'production' then ${everySeconds}::int
        else least(greatest(poll_wait_seconds * 2, ${everySeconds}::int), ${maxSeconds}::int) end
    where id in (
      select id from site_environments
      where polled_at < ${secondsAgo(everySeconds)} and pull_request is null
        and polled_at < clock_timestamp() - make_interval(secs => poll_wait_seconds)
      order by polled_at limit ${limit} for update skip locked
    )
    returning id, project_id, organization_id, branch`.execute(db);
  return rows;
}

/** Polls often, because the branch has moved and is likely to move again. */
export async function pollOften(db: Db, environmentId: string): Promise<void> {
  await db.updateTable('site_environments').set({ poll_wait_seconds: 0 }).where('id', '=', environmentId).execute();
}

/** Postpones the next poll, because the code host requested it. */
export async function pollLater(db: Db, environmentId: string, seconds: number): Promise<void> {
  await db
    .updateTable('site_environments')
    .set({ poll_wait_seconds: sql<number>`greatest(poll_wait_seconds, ${seconds}::int)` })
    .where('id', '=', environmentId)
    .execute();
}

/** Records that a preview was opened. If several edges report the same preview, only the first one writes. */
export async function updateOpened(db: Db, environmentId: string): Promise<void> {
  await sql`
    update site_environments set opened_at = clock_timestamp()
    where id = ${environmentId} and (opened_at is null or opened_at < clock_timestamp() - interval '1 hour')`.execute(
    db,
  );
}

export async function selectPreviewByLabel(db: Db, label: string): Promise<EnvironmentRow | undefined> {
  return db
    .selectFrom('site_environments')
    .selectAll()
    .where('label', '=', label)
    .where('kind', '=', 'preview')
    .executeTakeFirst();
}
