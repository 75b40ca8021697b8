import type { AgentJobStatus, PullRequestState } from '@docwright/contract';
import { sql, type Insertable, type Transaction } from 'kysely';
import type { Evidence } from '@docwright/doc-agent';
import { toStorableJson, type Queryable } from '../../../platform/database/index.ts';
import { ofLivingProject } from '../../projects/index.ts';
import type { AgentEventRow, AgentJobRow, AgentJobTables } from '../tables.ts';

export async function insertAgentJob(
  tx: Transaction<AgentJobTables>,
  row: Insertable<AgentJobTables['agent_jobs']>,
): Promise<AgentJobRow> {
  return tx.insertInto('agent_jobs').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function insertTurn(
  tx: Transaction<AgentJobTables>,
  turn: {
    readonly jobId: string;
    readonly turn: number;
    readonly prompt: string;
    readonly evidence?: readonly Evidence[];
  },
): Promise<void> {
  const { jobId, evidence, ...row } = turn;
  const told = evidence === undefined ? {} : { evidence: toStorableJson(evidence) };
  await tx
    .insertInto('agent_job_turns')
    .values({ ...row, job_id: jobId, ...told })
    .execute();
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
    .where(ofLivingProject)
    .executeTakeFirst();
  return row !== undefined;
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
    .where(ofLivingProject)
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

/** An event, and for those that a prompt began, that prompt. */
export type ReadEvent = AgentEventRow & { readonly prompt: string | null };

/** Oldest first. */
export async function selectEvents(
  db: Queryable<AgentJobTables>,
  jobId: string,
  after: number,
  limit: number,
): Promise<ReadEvent[]> {
  return db
    .selectFrom('agent_job_events as event')
    .leftJoin('agent_job_turns as turn', (join) =>
      join
        .onRef('turn.job_id', '=', 'event.job_id')
        .on('event.type', 'in', ['job.created', 'job.follow_up'])
        .on('turn.turn', '=', sql<number>`coalesce((event.data ->> 'turn')::int, 1)`),
    )
    .selectAll('event')
    .select('turn.prompt')
    .where('event.job_id', '=', jobId)
    .where('event.id', '>', after)
    .orderBy('event.id')
    .limit(limit)
    .execute();
}
