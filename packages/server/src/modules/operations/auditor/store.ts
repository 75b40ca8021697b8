/** The auditor's own statements: it must not read rows with the code that it checks. */
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AgentJobRow, AgentJobTables } from '../../agent/agent-jobs/index.ts';
import type { ExportTables } from '../../publishing/exports/index.ts';
import type { LocalCodeHostTables, LocalRepository } from '../../sources/local-code-host/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';
import type { RateLimitTables } from '../../foundation/rate-limits/index.ts';

export type AuditTables = AgentJobTables & ExportTables & LocalCodeHostTables & ProjectTables & RateLimitTables;
type Db = Queryable<AuditTables>;

export const pageSize = 200;

/** Yields the rows of one table, sorted by ID, reading them page by page. */
export async function* inPages<T extends { readonly id: string }>(
  select: (after: string) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  let after = '';
  for (;;) {
    const page = await select(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last.id;
  }
}

export async function countJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select ((select count(*) from agent_jobs) + (select count(*) from export_jobs))::int as jobs`.execute(db);
  return rows[0]?.jobs ?? 0;
}

export interface UnendedJob {
  readonly id: string;
  /** Time since the prompt or the export was accepted, by the database's clock. */
  readonly ageMs: number;
  /** Whether the queue will still pass the job to a worker, or a worker has it. */
  readonly isQueued: boolean;
}

/**
 * Returns jobs that have not ended. A single statement reads jobs and queue entries in the same snapshot, so a running
 * installation can be audited.
 */
export async function selectUnendedJobs(db: Db): Promise<readonly UnendedJob[]> {
  const { rows: queue } = await sql<{ exists: boolean }>`
    select to_regclass('pgboss.job') is not null as exists`.execute(db);
  const live =
    queue[0]?.exists === true ? sql`pgboss.job` : sql`(select null as name, null::jsonb as data, null as state)`;
  const { rows } = await sql<UnendedJob>`
    with live as (
      select name, data::jsonb as data from ${live} as entries where state::text in ('created', 'retry', 'active')
    ), unended as (
      select j.id, coalesce(t.created_at, j.created_at) as accepted_at, exists (
        select from live where name = 'agent-jobs' and data->>'agentJobId' = j.id and (data->>'turn')::int = j.turns
      ) as queued
      from agent_jobs j left join agent_job_turns t on t.job_id = j.id and t.turn = j.turns
      where j.status = 'active'
      union all
      select j.id, j.created_at, exists (
        select from live where name = 'export-jobs' and data->>'exportJobId' = j.id
      )
      from export_jobs j where j.status in ('queued', 'running')
    )
    select id, (extract(epoch from clock_timestamp() - accepted_at) * 1000)::float8 as "ageMs", queued as "isQueued"
    from unended order by id`.execute(db);
  return rows;
}

/** Returns triggers for promise N2 that the database lacks or doesn't run. */
export async function selectMissingGuards(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(array['guard_agent_job', 'guard_export_job']) as wanted (name)
    where not exists (
      select from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgname = wanted.name and t.tgenabled in ('O', 'A') and c.relnamespace = 'public'::regnamespace
    )`.execute(db);
  return rows.map(({ name }) => name);
}

export interface JobHistory {
  readonly id: string;
  readonly status: AgentJobRow['status'];
  readonly result: string | null;
  readonly error: unknown;
  readonly prLink: string | null;
  readonly dryRun: boolean;
  readonly isOfDraft: boolean;
  readonly publishState: AgentJobRow['publish_state'];
  readonly archivedAt: Date | null;
  readonly prState: AgentJobRow['pr_state'];
  readonly mergedLines: number | null;
  readonly mergedLinesAfter: number | null;
  readonly hasMergeFigures: boolean;
  readonly turns: number;
  readonly turnRows: number;
  readonly lastEventId: number;
  readonly eventIds: readonly number[];
  readonly eventTypes: readonly string[];
}

/** Yields each job with its events, read in the same snapshot. */
export function selectHistories(db: Db): AsyncGenerator<JobHistory> {
  return inPages(async (after) => {
    const { rows } = await sql<JobHistory>`
      select j.id, j.status, j.result, j.error, j.pr_link as "prLink", j.dry_run as "dryRun", j.ask is not null as "isOfDraft", j.publish_state as "publishState", j.archived_at as "archivedAt", j.turns,
        j.pr_state as "prState", j.merged_lines as "mergedLines", j.merged_lines_after as "mergedLinesAfter",
        num_nonnulls(
          j.merged_head, j.merged_unchanged, j.merged_lines_before, j.merged_lines, j.merged_lines_after, j.merged_measured_at
        ) > 0 as "hasMergeFigures",
        (select count(*)::int from agent_job_turns t where t.job_id = j.id) as "turnRows",
        j.last_event_id as "lastEventId",
        coalesce(e.ids, '{}') as "eventIds", coalesce(e.types, '{}') as "eventTypes"
      from agent_jobs j left join lateral (
        select array_agg(id order by id) as ids, array_agg(type order by id) as types
        from agent_job_events where job_id = j.id
      ) e on true
      where j.id > ${after} order by j.id limit ${pageSize}`.execute(db);
    return rows;
  });
}

export interface AuditedExport {
  readonly id: string;
  readonly status: 'queued' | 'running' | 'completed' | 'failed';
  readonly progress: number;
  readonly commit: string | null;
  readonly sha256: string | null;
  readonly sizeBytes: number | null;
  readonly blobKey: string | null;
  readonly error: string | null;
  readonly errorCode: string | null;
  readonly attempt: number;
}

/** Yields exports, except those of deleted projects, whose bundles are deleted before the rows. */
export function selectExports(db: Db): AsyncGenerator<AuditedExport> {
  return inPages(async (after) => {
    const { rows } = await sql<AuditedExport>`
      select id, status, progress, commit, sha256, size_bytes::float8 as "sizeBytes", blob_key as "blobKey", error,
        error_code as "errorCode", attempt
      from export_jobs
      where id > ${after} and not exists (select from deleted_projects as d where d.project_id = export_jobs.project_id)
      order by id limit ${pageSize}`.execute(db);
    return rows;
  });
}

/** A job that has named a branch, with its project's documentation folder. */
export type PublishingJob = AgentJobRow & { readonly docs_folder: string };

export function selectPublishingJobs(db: Db): AsyncGenerator<PublishingJob> {
  return inPages((after) =>
    db
      .selectFrom('agent_jobs')
      .innerJoin('projects', 'projects.id', 'agent_jobs.project_id')
      .selectAll('agent_jobs')
      .select('projects.docs_folder')
      .where('agent_jobs.branch', 'is not', null)
      .where('agent_jobs.id', '>', after)
      .orderBy('agent_jobs.id')
      .limit(pageSize)
      .execute(),
  );
}

export interface OverlayRow {
  readonly path: string;
  /** The file's content; null if the file is deleted. */
  readonly content: Buffer | null;
}

export async function selectOverlayRows(db: Db, jobId: string): Promise<readonly OverlayRow[]> {
  const rows = await db
    .selectFrom('agent_job_overlay as overlay')
    .leftJoin('agent_job_images as images', (join) =>
      join.onRef('images.job_id', '=', 'overlay.job_id').onRef('images.digest', '=', 'overlay.image'),
    )
    .select(['overlay.path', 'overlay.kind', 'overlay.content', 'images.content as image'])
    .where('overlay.job_id', '=', jobId)
    .execute();
  return rows.map(({ path, kind, content, image }) => ({
    path,
    content: kind === 'delete' ? null : (image ?? content),
  }));
}

export async function selectTree(db: Db, jobId: string): Promise<{ readonly tree: string | null } | undefined> {
  return db.selectFrom('agent_jobs').select('tree_sha as tree').where('id', '=', jobId).executeTakeFirst();
}

/** Returns the numbers of the embedded host's pull requests in one repository whose body contains a text. */
export async function selectPullRequestsHolding(
  db: Db,
  where: { readonly organizationId: string; readonly repository: string; readonly text: string },
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('local_pull_requests')
    .innerJoin('local_repositories', 'local_repositories.id', 'local_pull_requests.repository_id')
    .select('local_pull_requests.number')
    .where('local_repositories.organization_id', '=', where.organizationId)
    .where('local_repositories.name', '=', where.repository)
    .where(sql<boolean>`strpos(local_pull_requests.body, ${where.text}) > 0`)
    .execute();
  return rows.map(({ number }) => number);
}

/** Returns projects with a repository that their organization isn't allowed to use. */
export async function selectForeignRepositories(db: Db): Promise<readonly { id: string; repository: string }[]> {
  const { rows } = await sql<{ id: string; repository: string }>`
    select id, repository from projects p where not case
      when repository like 'local:%' then exists (
        select from local_repositories r where r.organization_id = p.organization_id
          and r.name = regexp_replace(repository, '^local:(@[^/]+/)?', '')
      )
      else exists (
        select from connected_repositories c where c.organization_id = p.organization_id
          and (c.pattern = '*' or c.pattern = lower(repository)
            or right(c.pattern, 2) = '/*' and starts_with(lower(repository), left(c.pattern, -1)))
      )
    end order by id`.execute(db);
  return rows;
}

export async function countProjects(db: Db): Promise<number> {
  const { projects } = await db
    .selectFrom('projects')
    .select(({ fn }) => fn.countAll<string>().as('projects'))
    .executeTakeFirstOrThrow();
  return Number(projects);
}

export async function selectLocalRepositories(db: Db): Promise<readonly LocalRepository[]> {
  const rows = await db.selectFrom('local_repositories').selectAll().orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    // Not the real path, which is needed only for addresses that the auditor doesn't show.
    path: row.name,
    defaultBranch: row.default_branch,
    linkGeneration: row.link_generation,
    createdAt: row.created_at,
  }));
}
