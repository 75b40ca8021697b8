import type { AgentJobResult, AgentJobStatus, PullRequestState, SuggestionKind } from '@docwright/contract';
import { sql, type Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AgentJobTables } from '../../agent/agent-jobs/index.ts';

interface SuggestionsTable {
  project_id: string;
  id: string;
  kind: SuggestionKind;
  subject: string;
  dismissed: boolean;
  job_id: string | null;
  acted_at: Date;
}

export interface SuggestionTables extends AgentJobTables {
  suggestions: SuggestionsTable;
}

type Db = Queryable<SuggestionTables>;

/** An action on a suggestion, and its result. */
export interface Action {
  readonly id: string;
  readonly kind: SuggestionKind;
  readonly subject: string;
  readonly dismissed: boolean;
  readonly job: ActionJob | null;
  /** When the first deployment with its merged pull request went live. */
  readonly since: Date | null;
}

interface ActionJob {
  readonly id: string;
  readonly status: AgentJobStatus;
  readonly result: AgentJobResult | null;
  readonly repository: string;
  readonly prLink: string | null;
  readonly prState: PullRequestState | null;
}

/** A push is built within this time of the merge, before or after the time that the code host reports. */
const clockSlack = '1 hour';

/** The actions of a project, most recent first. */
export async function selectActions(db: Db, projectId: string, limit: number): Promise<readonly Action[]> {
  const { rows } = await sql<Omit<Action, 'job'> & Omit<ActionJob, 'id'> & { readonly jobId: string | null }>`
    select s.id, s.kind, s.subject, s.dismissed, j.id as "jobId", j.status, j.result, j.repository,
      j.pr_link as "prLink", j.pr_state as "prState", live.since
    from suggestions s left join agent_jobs j on j.id = s.job_id
    left join lateral (
      select min(d.activated_at) as since from site_deployments d
      join site_environments e on e.id = d.environment_id and e.kind = 'production'
      where d.project_id = s.project_id and j.pr_state = 'merged'
        and d.created_at >= j.pr_ended_at - interval ${sql.lit(clockSlack)} and d.activated_at is not null
    ) live on true
    where s.project_id = ${projectId} order by s.acted_at desc, s.id limit ${limit}`.execute(db);
  return rows.map(({ id, kind, subject, dismissed, since, jobId, ...job }) => ({
    id,
    kind,
    subject,
    dismissed,
    since,
    job: jobId === null ? null : { ...job, id: jobId },
  }));
}

export interface SuggestionName {
  readonly projectId: string;
  readonly id: string;
  readonly kind: SuggestionKind;
  readonly subject: string;
}

/** Locked until the end of the transaction: of two concurrent actions, one waits. Returns its job as it is then. */
export async function holdSuggestion(
  tx: Transaction<SuggestionTables>,
  { projectId, id, kind, subject }: SuggestionName,
): Promise<Pick<ActionJob, 'id' | 'status' | 'prState'> | undefined> {
  await sql`
    insert into suggestions (project_id, id, kind, subject, acted_at)
    values (${projectId}, ${id}, ${kind}, ${subject}, clock_timestamp())
    on conflict (project_id, id) do update set acted_at = excluded.acted_at`.execute(tx);
  return tx
    .selectFrom('suggestions')
    .innerJoin('agent_jobs', 'agent_jobs.id', 'suggestions.job_id')
    .select(['agent_jobs.id', 'agent_jobs.status', 'agent_jobs.pr_state as prState'])
    .where('suggestions.project_id', '=', projectId)
    .where('suggestions.id', '=', id)
    .executeTakeFirst();
}

export async function updateSuggestion(
  tx: Transaction<SuggestionTables>,
  { projectId, id }: Pick<SuggestionName, 'projectId' | 'id'>,
  changes: { readonly dismissed: boolean; readonly job_id?: string },
): Promise<void> {
  await tx.updateTable('suggestions').set(changes).where('project_id', '=', projectId).where('id', '=', id).execute();
}

export async function deleteOldSuggestions(db: Db, days: number): Promise<void> {
  await sql`delete from suggestions where acted_at < now() - make_interval(days => ${days}::int)`.execute(db);
}
