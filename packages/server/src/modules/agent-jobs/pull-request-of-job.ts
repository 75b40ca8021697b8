import type { Database, Queryable } from '../../platform/database/index.ts';
import { insertEvent, selectJobOfPullRequest, type PullRequestName } from './store.ts';
import type { AgentJobRow, AgentJobTables } from './tables.ts';

/** The newest job of the project whose pull request has this number. */
export async function findJobOfPullRequest(
  db: Queryable<AgentJobTables>,
  { projectId, number }: { readonly projectId: string; readonly number: number },
): Promise<AgentJobRow | undefined> {
  return selectJobOfPullRequest(db, { projectId, number });
}

/** The same for a repository, whichever project of the organization it belongs to. */
export async function findJobOfRepository(
  db: Queryable<AgentJobTables>,
  name: Extract<PullRequestName, { readonly repository: string }>,
): Promise<AgentJobRow | undefined> {
  return selectJobOfPullRequest(db, name);
}

/** A person closed or merged the pull request of a job: its events say so. */
export async function noteEndedPullRequest(
  database: Database<AgentJobTables>,
  jobId: string,
  data: { readonly state: 'closed' | 'merged'; readonly by: string | null },
): Promise<void> {
  await database.kysely.transaction().execute((tx) => insertEvent(tx, jobId, { type: 'pull_request.ended', data }));
}
