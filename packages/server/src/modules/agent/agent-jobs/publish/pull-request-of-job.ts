import type { PullRequestState } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { Database, Queryable } from '../../../../platform/database/index.ts';
import { insertMergeCheck } from '../merges/store.ts';
import { insertEvent } from '../store.ts';
import { selectJobOfPullRequest, updatePullRequestState, type PullRequestName } from './store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';

/** Finds the project's newest job with this pull request number. */
export async function findJobOfPullRequest(
  db: Queryable<AgentJobTables>,
  { projectId, number }: { readonly projectId: string; readonly number: number },
): Promise<AgentJobRow | undefined> {
  return selectJobOfPullRequest(db, { projectId, number });
}

/** Finds the newest job of a repository with this pull request, in any project of the organization. */
export async function findJobOfRepository(
  db: Queryable<AgentJobTables>,
  name: Extract<PullRequestName, { readonly repository: string }>,
): Promise<AgentJobRow | undefined> {
  return selectJobOfPullRequest(db, name);
}

/**
 * Records the outcome of a job's pull request: the state in its row, and the person who ended it in its events. Returns
 * `undefined` if the state was already known.
 * @param record writes related records in the same transaction, even if the state was known
 */
export async function notePullRequest(
  database: Database<AgentJobTables>,
  jobId: string,
  { state, by }: { readonly state: PullRequestState; readonly by: string | null },
  record?: (tx: Transaction<AgentJobTables>) => Promise<void>,
): Promise<AgentJobRow | undefined> {
  return database.kysely.transaction().execute(async (tx) => {
    await record?.(tx);
    const row = await updatePullRequestState(tx, jobId, state);
    if (row !== undefined && state !== 'open') {
      await insertEvent(tx, jobId, { type: 'pull_request.ended', data: { state, by } });
    }
    if (row?.pr_state === 'merged') await insertMergeCheck(tx, jobId);
    return row;
  });
}
