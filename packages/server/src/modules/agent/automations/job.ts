import type { Transaction } from 'kysely';
import type { Clock } from '../../../platform/clock/index.ts';
import { repeat, type Repetition } from '../../../platform/clock/index.ts';
import type { JobEngine, JobQueue } from '../../../platform/job-engine/index.ts';
import { describeLastFailure, internalFailure } from '../../sources/repositories/index.ts';
import { takeTurn, type UpkeepTables } from '../../foundation/upkeep/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { ProjectRow, ProjectTables } from '../../project-config/projects/index.ts';
import { selectJobOutcomes } from '../agent-jobs/index.ts';
import { advance, type AdvanceWorkDeps } from './advance.ts';
import { selectStartable } from './events-store.ts';
import { fireDue, fireDueSources } from './fire-due.ts';
import { followSuggestions } from './follow-suggestions.ts';
import { followBranches, type FollowDeps } from './follow-branches.ts';
import { leaveForReview, mergeRun, type MergeDeps } from './merge-run.ts';
import { refreshAllRuns } from './refresh-runs.ts';
import { reportRun } from './report-run.ts';
import { endQueuedRun, selectActiveRun, selectUnreminded, takeReminders } from './runs-store.ts';
import { hastenSources, upsertSource } from './sources-store.ts';
import { hastenFollowers } from './store.ts';
import { syncFiles, type SyncDeps } from './sync-files.ts';
import type { AutomationTables, RunRow } from './tables.ts';
import { wake, type AutomationTicket } from './tickets.ts';

export type WorkDeps = AdvanceWorkDeps & FollowDeps & SyncDeps & MergeDeps;

const retryLimit = 8;

export function defineAutomationQueue(engine: JobEngine): JobQueue<AutomationTicket> {
  return engine.defineQueue<AutomationTicket>('automations', {
    // The code host may be unavailable for a while.
    retryLimit,
    retryDelayMs: 2_000,
    retryDelayMaxMs: 300_000,
    lostAttemptsLimit: 5,
    expireMs: 300_000,
  });
}

export async function workOnAutomations(
  queue: JobQueue<AutomationTicket>,
  options: { readonly concurrency: number; readonly groupConcurrency: number; readonly deps: WorkDeps },
): Promise<void> {
  const { deps, ...work } = options;
  const { engine, log } = deps;
  await engine.work(
    queue,
    {
      ...work,
      onDead: async ({ data, error }, reason) => {
        log.error({ ...data, reason, error }, 'an automation could not be processed');
        await giveUp(deps, data, internalFailure);
      },
    },
    async ({ data, attempt }, signal) => {
      try {
        await handle(deps, data, signal);
      } catch (error) {
        const failure = describeLastFailure(error, { attempt, retryLimit, signal });
        if (failure === undefined) throw error;
        log.error({ ...data, err: error }, 'an automation could not be processed');
        await giveUp(deps, data, failure);
      }
    },
  );
}

/** @param failure the end of a sentence */
async function giveUp(deps: WorkDeps, ticket: AutomationTicket, failure: string): Promise<void> {
  if (ticket.what === 'merge') return leaveForReview(deps, ticket.automationRunId, `the merge failed${failure}`);
  // Branches, suggestions and files are read again when they are next due.
  if (ticket.what !== 'advance') return;
  const { kysely } = deps.database;
  const run = await selectActiveRun(kysely, ticket.automationId);
  const outcome = `The run could not be started${failure}`;
  if (run === undefined) return;
  await kysely.transaction().execute(async (tx) => {
    const failed = await endQueuedRun(tx, run.id, { state: 'failed', outcome });
    if (failed !== undefined) await reportRun(deps, tx, failed, 'automation.run.failed');
  });
}

async function handle(deps: WorkDeps, data: AutomationTicket, signal: AbortSignal): Promise<void> {
  switch (data.what) {
    case 'suggestions':
      return followSuggestions(deps, data.automationId);
    case 'branches':
      return followBranches(deps, data.automationId, signal);
    case 'files':
      return syncFiles(deps, data.projectId, signal);
    case 'merge':
      return mergeRun(deps, { runId: data.automationRunId, attempt: data.attempt ?? 0 }, signal);
    case 'advance':
      return advance(deps, data.automationId, signal);
    default:
      // During a deployment, a newer worker can try again.
      throw new Error(`this version doesn't know the ticket ${JSON.stringify(data)}`);
  }
}

/** Interval at which events and runs that wait for a limit are retried. */
const waitingSeconds = 55;
const maxWoken = 500;

/** Starts due automations. Every worker does this, and the database ensures that each time is used only once. */
export function watchAutomations(deps: WorkDeps & { readonly database: Database<UpkeepTables> }): Repetition {
  return repeat(() => lookAfterAutomations(deps), {
    everyMs: deps.settings.tickMs,
    onError: (error) => deps.log.warn({ err: error }, 'due automations could not be started; retrying soon'),
  });
}

export async function lookAfterAutomations(
  deps: WorkDeps & { readonly database: Database<UpkeepTables> },
): Promise<void> {
  await fireDue(deps);
  await fireDueSources(deps);
  const { kysely } = deps.database;
  if (!(await takeTurn(kysely, 'automations', waitingSeconds))) return;
  await refreshAllRuns(deps);
  await remind(deps);
  for (const automation of await selectStartable(kysely, maxWoken)) await wake(deps, automation);
}

const remindAfterMs = 3 * 24 * 3_600_000;
/** Maximum number of reminders sent at once; others follow in a minute. */
const maxReminders = 100;

/** Maximum age of the code host's last answer about a pull request that is reported as open. */
const checkedWithinMs = 600_000;

/**
 * Reports pull requests that have waited for a review for three days, each once. The code host may not have been
 * queried since the run ended, so the pull request could have been merged long ago: `advance` queries it first.
 */
async function remind(deps: WorkDeps): Promise<void> {
  const { kysely } = deps.database;
  const now = deps.clock.now();
  const due = await selectUnreminded(kysely, new Date(now - remindAfterMs), maxReminders);
  const jobs = await selectJobOutcomes(
    kysely,
    due.flatMap(({ job_id: id }) => id ?? []),
  );
  const unchecked = new Set(
    jobs
      .filter(({ status, pr_checked_at: at }) => status !== 'active' && now - (at?.getTime() ?? 0) > checkedWithinMs)
      .map(({ id }) => id),
  );
  const isUnchecked = ({ job_id: id }: RunRow): boolean => id !== null && unchecked.has(id);
  const asking = new Map(due.filter(isUnchecked).map((run) => [run.automation_id, run.organization_id]));
  for (const [id, organizationId] of asking) await wake(deps, { id, organizationId });
  const reported = due.filter((run) => !isUnchecked(run)).map(({ id }) => id);
  await kysely.transaction().execute(async (tx) => {
    for (const run of await takeReminders(tx, reported)) await reportRun(deps, tx, run, 'automation.run.waiting');
  });
}

/** Handles a push that a code host reports. The report itself isn't trusted: the branches are read instead. */
export async function noteMovedBranches(
  { database, clock }: { readonly database: Database<AutomationTables>; readonly clock: Clock },
  moved: { readonly organizationId: string; readonly repository: string },
): Promise<void> {
  const now = new Date(clock.now());
  await hastenFollowers(database.kysely, { ...moved, now });
  await hastenSources(database.kysely, { ...moved, now });
}

/** Project fields that determine the location of automation files. */
const sourceFields: readonly string[] = ['repository', 'branch', 'docsFolder'];

/** Schedules reading the files of a new project, and of a project whose repository, branch or folder has changed. */
export async function noteSavedProject(
  { clock }: { readonly clock: Clock },
  tx: Transaction<AutomationTables & ProjectTables>,
  { project, changed }: { readonly project: ProjectRow; readonly changed: readonly string[] | undefined },
): Promise<void> {
  if (changed !== undefined && !changed.some((field) => sourceFields.includes(field))) return;
  const { id: projectId, organization_id: organizationId, repository } = project;
  await upsertSource(tx, { projectId, organizationId, repository, now: new Date(clock.now()) });
}
