import type { AgentEventType, AgentJobStatus, PullRequestState } from '@docwright/contract';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import { toStorableJson, type Queryable } from '../../platform/database/index.ts';
import type { AgentEventRow, AgentJobRow, AgentJobTables } from './tables.ts';

type JobsTable = AgentJobTables['agent_jobs'];
const touched = { updated_at: sql`clock_timestamp()` };

export async function insertAgentJob(
  tx: Transaction<AgentJobTables>,
  row: Insertable<JobsTable>,
): Promise<AgentJobRow> {
  return tx.insertInto('agent_jobs').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function insertTurn(
  tx: Transaction<AgentJobTables>,
  turn: { readonly jobId: string; readonly turn: number; readonly prompt: string },
): Promise<void> {
  await tx.insertInto('agent_job_turns').values({ job_id: turn.jobId, turn: turn.turn, prompt: turn.prompt }).execute();
}

export async function selectPrompt(db: Queryable<AgentJobTables>, jobId: string, turn: number): Promise<string> {
  const row = await db
    .selectFrom('agent_job_turns')
    .select('prompt')
    .where('job_id', '=', jobId)
    .where('turn', '=', turn)
    .executeTakeFirstOrThrow();
  return row.prompt;
}

export interface AgentJobName {
  readonly organizationId: string;
  readonly projectId: string;
  readonly id: string;
}

export async function selectAgentJob(
  db: Queryable<AgentJobTables>,
  name: AgentJobName,
): Promise<AgentJobRow | undefined> {
  return db
    .selectFrom('agent_jobs')
    .selectAll()
    .where('organization_id', '=', name.organizationId)
    .where('project_id', '=', name.projectId)
    .where('id', '=', name.id)
    .executeTakeFirst();
}

export async function isAgentJobOf(
  db: Queryable<AgentJobTables>,
  organizationId: string,
  id: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('agent_jobs')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function selectAgentJobForUpdate(
  tx: Transaction<AgentJobTables>,
  name: AgentJobName,
): Promise<AgentJobRow | undefined> {
  return tx
    .selectFrom('agent_jobs')
    .selectAll()
    .where('organization_id', '=', name.organizationId)
    .where('project_id', '=', name.projectId)
    .where('id', '=', name.id)
    .forUpdate()
    .executeTakeFirst();
}

export interface AgentJobFilter {
  readonly organizationId: string;
  /** Null: every project of the organization. */
  readonly projectIds: readonly string[] | null;
  /** Words, or beginnings of words, that must all be there. */
  readonly search: string | undefined;
  readonly status: AgentJobStatus | undefined;
  readonly pullRequest: PullRequestState | undefined;
  /** The id that the page before ended with. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function selectAgentJobs(db: Queryable<AgentJobTables>, filter: AgentJobFilter): Promise<AgentJobRow[]> {
  return db
    .selectFrom('agent_jobs')
    .selectAll()
    .where('organization_id', '=', filter.organizationId)
    .$if(filter.projectIds !== null, (query) => query.where('project_id', 'in', filter.projectIds ?? []))
    .$if(filter.search !== undefined, (query) =>
      query.where(sql<boolean>`search @@ to_tsquery('simple', ${toTextQuery(filter.search ?? '')})`),
    )
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status ?? 'active'))
    .$if(filter.pullRequest !== undefined, (query) => query.where('pr_state', '=', filter.pullRequest ?? 'open'))
    .$if(filter.after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (select created_at, id from agent_jobs where id = ${filter.after})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute();
}

/** `set up` → `'set':* & 'up':*`: quoted, so that no character of a search is an operator (PostgreSQL, 12.3.2). */
const toTextQuery = (search: string): string =>
  search
    .split(/\s+/)
    .map((word) => word.replaceAll(/['\\]/g, ' ').trim())
    .filter((word) => word !== '')
    .map((word) => `'${word}':*`)
    .join(' & ');

/** Takes a job's turn for one worker: the returned `attempt` is its fencing token. Undefined when there is nothing to do. */
export async function claimAgentJob(
  db: Queryable<AgentJobTables>,
  id: string,
  turn: number,
): Promise<AgentJobRow | undefined> {
  return db
    .updateTable('agent_jobs')
    .set({ attempt: sql`attempt + 1`, ...touched })
    .where('id', '=', id)
    .where('turns', '=', turn)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirst();
}

/** Changes a job's row whatever its state; the triggers refuse undocumented transitions. */
export async function updateAgentJob(
  tx: Transaction<AgentJobTables>,
  id: string,
  change: Updateable<JobsTable>,
): Promise<AgentJobRow> {
  return tx
    .updateTable('agent_jobs')
    .set({ ...change, ...touched })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What the code host has just told of a job's pull request. */
export const pullRequestFields = (state: PullRequestState) => ({
  pr_state: state,
  pr_ended_at: state === 'open' ? null : sql<Date>`clock_timestamp()`,
  pr_checked_at: sql<Date>`clock_timestamp()`,
});

/** Takes the asking: of many readers at once one asks. False where another has. */
export async function claimPullRequestCheck(
  db: Queryable<AgentJobTables>,
  { id, pr_checked_at: seen }: Pick<AgentJobRow, 'id' | 'pr_checked_at'>,
): Promise<boolean> {
  const row = await db
    .updateTable('agent_jobs')
    .set({ pr_checked_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where(sql<boolean>`date_trunc('milliseconds', pr_checked_at) is not distinct from ${seen}`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Undefined where the state is known already. */
export async function updatePullRequestState(
  tx: Transaction<AgentJobTables>,
  id: string,
  state: PullRequestState,
): Promise<AgentJobRow | undefined> {
  return tx
    .updateTable('agent_jobs')
    .set({ ...pullRequestFields(state), ...touched })
    .where('id', '=', id)
    .where('pr_state', 'is distinct from', state)
    .returningAll()
    .executeTakeFirst();
}

/** A worker's hold on a job: what it writes is written only while this is still true. */
export interface AgentLease {
  readonly id: string;
  readonly attempt: number;
}

/** Undefined when the job was cancelled, or taken over by another worker. */
export async function updateActiveAgentJob(
  tx: Queryable<AgentJobTables>,
  lease: AgentLease,
  change: Updateable<JobsTable>,
): Promise<AgentJobRow | undefined> {
  return tx
    .updateTable('agent_jobs')
    .set({ ...change, ...touched })
    .where('id', '=', lease.id)
    .where('attempt', '=', lease.attempt)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirst();
}

/** Appends an event; the job's row, locked by its counter, gives the number. */
export async function insertEvent(
  tx: Transaction<AgentJobTables>,
  jobId: string,
  event: { readonly type: AgentEventType; readonly data: Readonly<Record<string, unknown>> },
): Promise<void> {
  await sql`
    with numbered as (
      update agent_jobs set last_event_id = last_event_id + 1 where id = ${jobId} returning id, last_event_id
    )
    insert into agent_job_events (job_id, id, type, data)
    select id, last_event_id, ${event.type}, ${toStorableJson(event.data)}::jsonb from numbered`.execute(tx);
}

/** Oldest first. */
export async function selectEvents(
  db: Queryable<AgentJobTables>,
  jobId: string,
  after: number,
  limit: number,
): Promise<AgentEventRow[]> {
  return db
    .selectFrom('agent_job_events')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The newest other job of the project whose pull request has the same tree. */
export async function selectJobWithTree(
  db: Queryable<AgentJobTables>,
  job: { readonly id: string; readonly projectId: string; readonly tree: string },
): Promise<AgentJobRow | undefined> {
  return db
    .selectFrom('agent_jobs')
    .selectAll()
    .where('project_id', '=', job.projectId)
    .where('tree_sha', '=', job.tree)
    .where('id', '!=', job.id)
    .where('pr_link', 'is not', null)
    .where('duplicate_of', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A tree that a job is about to publish on a branch. */
export interface TreeName {
  readonly jobId: string;
  readonly projectId: string;
  readonly baseBranch: string;
  readonly tree: string;
}

/** Takes the tree for the job, or renews its hold. False while another job's hold lasts. */
export async function upsertTreeHold(
  db: Queryable<AgentJobTables>,
  { jobId, projectId, baseBranch, tree }: TreeName,
  seconds: number,
): Promise<boolean> {
  const held_until = sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;
  const row = await db
    .insertInto('agent_tree_holds')
    .values({ project_id: projectId, base_branch: baseBranch, tree_sha: tree, job_id: jobId, held_until })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'base_branch', 'tree_sha'])
        .doUpdateSet({ job_id: jobId, held_until })
        .where((is) =>
          is.or([
            is('agent_tree_holds.job_id', '=', jobId),
            is('agent_tree_holds.held_until', '<', sql<Date>`clock_timestamp()`),
          ]),
        ),
    )
    .returning('job_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteTreeHolds(db: Queryable<AgentJobTables>, jobId: string): Promise<void> {
  await db.deleteFrom('agent_tree_holds').where('job_id', '=', jobId).execute();
}

export type PullRequestName =
  | { readonly projectId: string; readonly number: number }
  | { readonly organizationId: string; readonly repository: string; readonly number: number };

/** The newest job with a pull request of this number. */
export async function selectJobOfPullRequest(
  db: Queryable<AgentJobTables>,
  name: PullRequestName,
): Promise<AgentJobRow | undefined> {
  const jobs = db.selectFrom('agent_jobs').selectAll().where('pr_number', '=', name.number);
  const own =
    'projectId' in name
      ? jobs.where('project_id', '=', name.projectId)
      : jobs.where('organization_id', '=', name.organizationId).where('repository', '=', name.repository);
  return own.orderBy('created_at', 'desc').limit(1).executeTakeFirst();
}

/** The turn that a job is active with; undefined when it has ended. */
export async function selectActiveTurn(db: Queryable<AgentJobTables>, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('agent_jobs')
    .select('turns')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row?.turns;
}
