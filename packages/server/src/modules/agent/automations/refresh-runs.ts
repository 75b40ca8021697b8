import { selectAgentJob, selectJobOutcomes, type RefreshPullRequest } from '../agent-jobs/index.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import { selectOpenRuns, updateRun } from './runs-store.ts';
import type { RunRow, RunTables } from './tables.ts';

export interface RefreshRunsDeps {
  readonly database: Database<RunTables>;
  /** Asks the code host. */
  readonly refreshPullRequest: RefreshPullRequest;
}

/** Returns the runs with their current states: pull requests may have been merged or closed since the last round. */
export async function withCurrentStates(db: Queryable<RunTables>, runs: readonly RunRow[]): Promise<RunRow[]> {
  const open = runs.flatMap(({ state, job_id: id }) => (state === 'review_needed' && id !== null ? [id] : []));
  const jobs = await selectJobOutcomes(db, open);
  return runs.map((run) => {
    if (run.state !== 'review_needed') return run;
    const state = jobs.find(({ id }) => id === run.job_id)?.pr_state ?? 'closed';
    return state === 'open' ? run : { ...run, state: state === 'merged' ? 'accepted' : 'closed' };
  });
}

/**
 * Records which pull requests were merged or closed, according to the service's own data. Returns the runs whose pull
 * requests are open, newest last.
 */
export async function refreshRuns(
  { database: { kysely } }: Pick<RefreshRunsDeps, 'database'>,
  automationIds: readonly string[],
): Promise<RunRow[]> {
  if (automationIds.length === 0) return [];
  const current = await withCurrentStates(kysely, await selectOpenRuns(kysely, automationIds));
  for (const { id, state } of current) if (state !== 'review_needed') await updateRun(kysely, id, { state });
  return current
    .filter(({ state }) => state === 'review_needed')
    .sort((one, other) => one.created_at.getTime() - other.created_at.getTime());
}

/** Does the same after asking the code host about pull requests that appear to be open. */
export async function refreshRunsAtHost(
  deps: RefreshRunsDeps,
  automationId: string,
  signal: AbortSignal,
): Promise<RunRow[]> {
  for (const { job_id: id, organization_id, project_id } of await refreshRuns(deps, [automationId])) {
    if (id === null) continue;
    const name = { organizationId: organization_id, projectId: project_id, id };
    const job = await selectAgentJob(deps.database.kysely, name);
    if (job !== undefined) await deps.refreshPullRequest(job, signal);
  }
  return refreshRuns(deps, [automationId]);
}
