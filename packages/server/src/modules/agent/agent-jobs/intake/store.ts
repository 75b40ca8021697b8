import type { AgentJobStatus, PullRequestState } from '@docwright/contract';
import { sql, type Insertable, type RawBuilder, type Transaction } from 'kysely';
import type { Evidence, JobImage, LineComment } from '@docwright/doc-agent';
import { toStorableJson, type Queryable } from '../../../../platform/database/index.ts';
import { ofLivingProject } from '../../../project-config/projects/index.ts';
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
    readonly comments?: readonly LineComment[] | undefined;
    readonly attachments?: readonly { readonly image: JobImage }[];
    readonly evidence?: readonly Evidence[] | undefined;
    readonly asksFirst?: boolean | undefined;
    readonly isFromCodeHost?: boolean | undefined;
  },
): Promise<void> {
  const { jobId, turn: number, prompt, comments, attachments = [], evidence } = turn;
  const { asksFirst = false, isFromCodeHost = false } = turn;
  const images = attachments.map(({ image }) => image);
  await tx
    .insertInto('agent_job_turns')
    .values({
      job_id: jobId,
      turn: number,
      prompt,
      asks_first: asksFirst,
      from_code_host: isFromCodeHost,
      ...(comments !== undefined && { comments: toStorableJson(comments) }),
      ...(images.length > 0 && { attachments: toStorableJson(images) }),
      ...(evidence !== undefined && { evidence: toStorableJson(evidence) }),
    })
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
  /** Null for every project of the organization. */
  readonly projectIds: readonly string[] | null;
  /** Words or prefixes of words, all of which must match. */
  readonly search: string | undefined;
  readonly status: AgentJobStatus | undefined;
  readonly pullRequest: PullRequestState | undefined;
  /** The last ID of the previous page. */
  readonly after: string | undefined;
  /** Number of rows to skip, which the database still reads. */
  readonly skip?: number;
  readonly limit: number;
}

/** Returns the matching jobs, newest first. */
export async function selectAgentJobs(db: Queryable<AgentJobTables>, filter: AgentJobFilter): Promise<AgentJobRow[]> {
  if (filter.search === undefined) return selectListed(db, filter, sql<AgentJobRow>`agent_jobs`);
  const words = sql`to_tsquery('simple', ${toTextQuery(filter.search)})`;
  const ids = await selectIdsWithWords(db, filter.organizationId, words);
  if (ids.length === 0) return [];
  // A separate query, so that the planner starts with the search results. For common words, a scan by time finds
  // matches quickly.
  const source =
    ids.length < manyJobs
      ? sql<AgentJobRow>`(select * from agent_jobs where id = any(${ids}) offset 0)`
      : sql<AgentJobRow>`agent_jobs`;
  return selectListed(db, filter, source, sql<boolean>`search @@ ${words}`);
}

/** Number of matches at which a search finds the newest jobs by scanning the jobs by time instead. */
const manyJobs = 1_000;

/** Returns at most `manyJobs` IDs in any order. */
async function selectIdsWithWords(
  db: Queryable<AgentJobTables>,
  organizationId: string,
  words: RawBuilder<unknown>,
): Promise<readonly string[]> {
  // A search without a word must find nothing; with only the organization, it would find everything. Materialized, so
  // that the plan uses the index of the words and reads only as many rows as needed.
  const { rows } = await sql<{ id: string }>`
    with found as materialized (
      select id from agent_jobs where numnode(${words}) > 0 and search || array_to_tsvector(array[' ' || organization_id])
        @@ (${words} && quote_literal(' ' || ${organizationId}::text)::tsquery))
    select id from found limit ${manyJobs}`.execute(db);
  return rows.map(({ id }) => id);
}

async function selectListed(
  db: Queryable<AgentJobTables>,
  filter: AgentJobFilter,
  source: RawBuilder<AgentJobRow>,
  condition: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<AgentJobRow[]> {
  return db
    .selectFrom(source.as('agent_jobs'))
    .selectAll()
    .where('organization_id', '=', filter.organizationId)
    .where(ofLivingProject)
    .where(condition)
    .$if(filter.projectIds !== null, (query) => query.where('project_id', 'in', filter.projectIds ?? []))
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status ?? 'active'))
    .$if(filter.pullRequest !== undefined, (query) => query.where('pr_state', '=', filter.pullRequest ?? 'open'))
    .$if(filter.after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (select created_at, id from agent_jobs where id = ${filter.after})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset(filter.skip ?? 0)
    .execute();
}

/** Converts `set up` to `'set':* & 'up':*`, quoted so that no character acts as an operator (PostgreSQL, 12.3.2). */
const toTextQuery = (search: string): string =>
  search
    .split(/\s+/)
    .map((word) => word.replaceAll(/['\\]/g, ' ').trim())
    .filter((word) => word !== '')
    .map((word) => `'${word}':*`)
    .join(' & ');

/** An event, with the prompt, the comments and the images of the turn that it starts. */
export type ReadEvent = AgentEventRow & {
  readonly prompt: string | null;
  readonly comments: readonly LineComment[] | null;
  readonly attachments: readonly JobImage[] | null;
};

/** Returns a job's events after `after`, oldest first. */
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
    .select(['turn.prompt', 'turn.comments', 'turn.attachments'])
    .where('event.job_id', '=', jobId)
    .where('event.id', '>', after)
    .orderBy('event.id')
    .limit(limit)
    .execute();
}
