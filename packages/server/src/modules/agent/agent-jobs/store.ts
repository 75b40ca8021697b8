import type { AgentEventType } from '@docwright/contract';
import type { AskedTurn, Evidence, JobImage } from '@docwright/doc-agent';
import { sql, type QueryExecutorProvider, type Transaction, type UpdateObject } from 'kysely';
import { daysAgo, ownedRows, type Queryable, toStorableJson } from '../../../platform/database/index.ts';
import { ofLivingProject } from '../../project-config/projects/index.ts';
import type { AgentJobRow, AgentJobTables } from './tables.ts';

type JobChange = UpdateObject<AgentJobTables, 'agent_jobs'>;
/** Fields that every change to a job sets. */
export const touched = { updated_at: sql<Date>`clock_timestamp()` };

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
    .where(ofLivingProject)
    .executeTakeFirst();
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
    .where(ofLivingProject)
    .forUpdate()
    .executeTakeFirst();
}

/** Updates a job in any state; the triggers refuse undocumented transitions. */
export async function updateAgentJob(
  tx: Transaction<AgentJobTables>,
  id: string,
  change: JobChange,
): Promise<AgentJobRow> {
  return tx
    .updateTable('agent_jobs')
    .set({ ...change, ...touched })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A worker's lease on a job: its writes succeed only while the lease is valid. */
export interface AgentLease {
  readonly id: string;
  readonly attempt: number;
}

/** Returns `undefined` if the job was canceled, or taken over by another worker. */
export async function updateActiveAgentJob(
  tx: Queryable<AgentJobTables>,
  lease: AgentLease,
  change: JobChange,
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

/** Appends an event. The counter in the job's locked row provides the event's number. */
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

/** Returns a turn's request, with its images, and with evidence if the job was created from a suggestion. */
export async function selectTurn(
  db: Queryable<AgentJobTables>,
  jobId: string,
  turn: number,
): Promise<
  AskedTurn & {
    readonly evidence?: readonly Evidence[];
    readonly attachments: readonly JobImage[];
    readonly asksFirst: boolean;
    /** Whether the prompt is a comment on a code host. */
    readonly isFromCodeHost: boolean;
  }
> {
  const row = await db
    .selectFrom('agent_job_turns')
    .select(['prompt', 'comments', 'evidence', 'attachments', 'asks_first', 'from_code_host'])
    .where('job_id', '=', jobId)
    .where('turn', '=', turn)
    .executeTakeFirstOrThrow();
  const { prompt, comments, evidence, attachments } = row;
  const { asks_first: asksFirst, from_code_host: isFromCodeHost } = row;
  const asked = { prompt, attachments: attachments ?? [], asksFirst, isFromCodeHost };
  return { ...asked, ...(comments !== null && { comments }), ...(evidence !== null && { evidence }) };
}

/** Returns the checks of the job's newest completed turn. */
export async function selectLastEnd(
  db: Queryable<AgentJobTables>,
  jobId: string,
): Promise<{ readonly gate: unknown; readonly risks: unknown } | undefined> {
  const { rows } = await sql<{ gate: unknown; risks: unknown }>`
    select data -> 'gate' as gate, data -> 'risks' as risks from agent_job_events
    where job_id = ${jobId} and type = 'job.completed' order by id desc limit 1`.execute(db);
  return rows[0];
}

/** Whether the project has a job that has not ended. */
export async function hasActiveJob(db: QueryExecutorProvider, projectId: string): Promise<boolean> {
  const { rows } = await sql`
    select from agent_jobs where project_id = ${projectId} and status = 'active' limit 1`.execute(db);
  return rows.length > 0;
}

/** Deletes old ended jobs, except those with an open pull request, because people may still send follow-ups there. */
export async function deleteJobsOlderThan(db: Queryable<AgentJobTables>, days: number, limit: number): Promise<number> {
  const deleted = await sql`
    delete from agent_jobs where id = any(array(
      select id from agent_jobs
      where status <> 'active' and pr_state is distinct from 'open'
        and updated_at < ${daysAgo(days)}
      order by updated_at limit ${limit} for update skip locked
    ))`.execute(db);
  return Number(deleted.numAffectedRows ?? 0);
}

export const agentJobRows = ownedRows({
  table: 'agent_jobs',
  column: 'project_id',
  key: 'id',
  newest: 'created_at desc, id desc',
});

/** The fields of a job that describe its outcome. */
export type JobOutcome = Pick<
  AgentJobRow,
  'id' | 'status' | 'result' | 'repository' | 'pr_link' | 'pr_state' | 'pr_ended_at' | 'pr_checked_at'
>;

export async function selectJobOutcomes(db: Queryable<AgentJobTables>, ids: readonly string[]): Promise<JobOutcome[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('agent_jobs')
    .select(['id', 'status', 'result', 'repository', 'pr_link', 'pr_state', 'pr_ended_at', 'pr_checked_at'])
    .where('id', 'in', ids)
    .execute();
}
