import { selectAgentJob, selectJobOutcomes, type RefreshPullRequest } from '../agent-jobs/index.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import { reportRun, type ReportDeps } from './report-run.ts';
import { endReview, selectOpenRuns, selectOpenRunsAfter } from './runs-store.ts';
import type { ListedRun, RunTables } from './tables.ts';

export interface RefreshRunsDeps extends ReportDeps {
  readonly database: Database<RunTables>;
  /** Queries the code host about a pull request. */
  readonly refreshPullRequest: RefreshPullRequest;
}

/** Returns the runs with their current states: pull requests may have been merged or closed since the last round. */
export async function withCurrentStates(db: Queryable<RunTables>, runs: readonly ListedRun[]): Promise<ListedRun[]> {
  const open = runs.flatMap(({ state, job_id: id }) => (state === 'review_needed' && id !== null ? [id] : []));
  const jobs = await selectJobOutcomes(db, open);
  return runs.map((run) => {
    if (run.state !== 'review_needed') return run;
    const state = jobs.find(({ id }) => id === run.job_id)?.pr_state ?? 'closed';
    return state === 'open' ? run : { ...run, state: state === 'merged' ? 'accepted' : 'closed' };
  });
}

/**
 * Records which pull requests of an automation were merged or closed, according to the service's own data. Returns the
 * runs whose pull requests are open, newest last.
 */
async function refreshRuns(deps: RecordDeps, automationId: string): Promise<ListedRun[]> {
  return recordEnded(deps, await selectOpenRuns(deps.database.kysely, automationId));
}

type RecordDeps = Pick<RefreshRunsDeps, 'database' | 'publishEvent'>;

const pageSize = 1_000;

/** Like `refreshRuns`, for all automations. */
export async function refreshAllRuns(deps: RecordDeps): Promise<void> {
  let page: ListedRun[] = [];
  do {
    page = await selectOpenRunsAfter(deps.database.kysely, page.at(-1), pageSize);
    await recordEnded(deps, page);
  } while (page.length === pageSize);
}

async function recordEnded(deps: RecordDeps, runs: readonly ListedRun[]): Promise<ListedRun[]> {
  const { kysely } = deps.database;
  const current = await withCurrentStates(kysely, runs);
  for (const { id, state } of current) {
    if (state !== 'accepted' && state !== 'closed') continue;
    await kysely.transaction().execute(async (tx) => {
      const ended = await endReview(tx, id, state);
      if (ended?.state === 'accepted') await reportRun(deps, tx, ended, 'automation.run.accepted');
    });
  }
  return current.filter(({ state }) => state === 'review_needed');
}

/** Refreshes an automation's runs after querying the code host about pull requests that appear to be open. */
export async function refreshRunsAtHost(
  deps: RefreshRunsDeps,
  automationId: string,
  signal: AbortSignal,
): Promise<ListedRun[]> {
  const { kysely } = deps.database;
  const open = await refreshRuns(deps, automationId);
  // Several runs may have added to the same pull request.
  const jobs = new Map(open.flatMap((run) => (run.job_id === null ? [] : [[run.job_id, run] as const])));
  for (const [id, { organization_id: organizationId, project_id: projectId }] of jobs) {
    const job = await selectAgentJob(kysely, { organizationId, projectId, id });
    if (job !== undefined) await deps.refreshPullRequest(job, signal);
  }
  return jobs.size === 0 ? open : refreshRuns(deps, automationId);
}
