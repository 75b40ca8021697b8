import type { PullRequestState } from '@docwright/contract';
import { toShownPrompt, type EarlierTurn } from '@docwright/doc-agent';
import { sql, type Transaction } from 'kysely';
import { toStorableJson, toStorableText, type Queryable } from '../../../../platform/database/index.ts';
import { ofLivingProject } from '../../../project-config/projects/index.ts';
import { touched } from '../store.ts';
import type { AgentJobRow, AgentJobTables, MergeRequest } from '../tables.ts';

const noFigures = {
  merged_head: null,
  merged_unchanged: null,
  merged_lines_before: null,
  merged_lines: null,
  merged_lines_after: null,
  merged_measured_at: null,
};

/** Returns the fields for a state that the code host has just reported for a job's pull request. */
export const pullRequestFields = (state: PullRequestState) => ({
  ...(state !== 'merged' && noFigures),
  pr_state: state,
  pr_ended_at: state === 'open' ? null : sql<Date>`clock_timestamp()`,
  pr_checked_at: sql<Date>`clock_timestamp()`,
});

/**
 * Claims the check, so that only one of many concurrent readers performs it. Returns false if another has claimed it.
 */
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

/** Returns `undefined` if the state is already known. */
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

/**
 * Stores a merge request, or null after a refusal. Returns the previous request, whose outcome was unknown until now.
 */
export async function replaceMergeRequest(
  db: Queryable<AgentJobTables>,
  id: string,
  request: MergeRequest | null,
): Promise<MergeRequest | null> {
  const { rows } = await sql<{ merge_request: MergeRequest | null }>`
    with before as (select id, merge_request from agent_jobs where id = ${id} for update)
    update agent_jobs set merge_request = ${request === null ? null : toStorableJson(request)}::jsonb
    from before where agent_jobs.id = before.id returning before.merge_request`.execute(db);
  return rows[0]?.merge_request ?? null;
}

/** Claims the merge's entry in the audit log. Returns false if the log already contains the merge. */
export async function claimMergeRecord(tx: Transaction<AgentJobTables>, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('agent_jobs')
    .set({ merge_recorded: true, merge_request: null })
    .where('id', '=', id)
    .where('merge_recorded', '=', false)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the newest other job of the project and base branch whose pull request has the same tree. */
export async function selectJobWithTree(
  db: Queryable<AgentJobTables>,
  job: { readonly id: string; readonly projectId: string; readonly baseBranch: string; readonly tree: string },
): Promise<AgentJobRow | undefined> {
  return db
    .selectFrom('agent_jobs')
    .selectAll()
    .where('project_id', '=', job.projectId)
    .where('base_branch', '=', job.baseBranch)
    .where('tree_sha', '=', job.tree)
    .where('id', '!=', job.id)
    .where('pr_link', 'is not', null)
    .where('pr_number', 'is not', null)
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

/** Locks the tree for the job, or renews its lock. Returns false while another job holds the lock. */
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

/** Returns the newest job with a pull request of this number. */
export async function selectJobOfPullRequest(
  db: Queryable<AgentJobTables>,
  name: PullRequestName,
): Promise<AgentJobRow | undefined> {
  const jobs = db.selectFrom('agent_jobs').selectAll().where('pr_number', '=', name.number).where(ofLivingProject);
  const own =
    'projectId' in name
      ? jobs.where('project_id', '=', name.projectId)
      : jobs.where('organization_id', '=', name.organizationId).where('repository', '=', name.repository);
  return own.orderBy('created_at', 'desc').limit(1).executeTakeFirst();
}

export async function updateTurnSummary(
  tx: Transaction<AgentJobTables>,
  { id, turns }: Pick<AgentJobRow, 'id' | 'turns'>,
  summary: string,
): Promise<void> {
  await tx
    .updateTable('agent_job_turns')
    .set({ summary: toStorableText(summary) })
    .where('job_id', '=', id)
    .where('turn', '=', turns)
    .execute();
}

/** Returns the earlier turns with a commit, oldest first. */
export async function selectEarlierTurns(
  db: Queryable<AgentJobTables>,
  { id, turns }: Pick<AgentJobRow, 'id' | 'turns'>,
): Promise<EarlierTurn[]> {
  const rows = await db
    .selectFrom('agent_job_turns')
    .select(['turn', 'prompt', 'comments', 'summary', 'evidence'])
    .where('job_id', '=', id)
    .where('turn', '<', turns)
    .where('summary', 'is not', null)
    .orderBy('turn')
    .execute();
  return rows.map(({ turn, prompt, comments, summary, evidence }) => ({
    turn,
    prompt: toShownPrompt({ prompt, comments: comments ?? [] }),
    summary: summary ?? '',
    ...(evidence !== null && { evidence }),
  }));
}
