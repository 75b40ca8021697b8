import type { Transaction } from 'kysely';
import { ApiError } from '../../../platform/http/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import type { FaultPoint } from '../../../platform/fault-points/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { findOrganization } from '../../identity/organizations/index.ts';
import { findSpentBudget } from '../../project-config/budgets/index.ts';
import { findProject } from '../../project-config/projects/index.ts';
import { createRun } from './create-run.ts';
import { countWaiting, returnEvents } from './events-store.ts';
import { findLimit } from './find-limit.ts';
import { refreshRunsAtHost, type RefreshRunsDeps } from './refresh-runs.ts';
import { reportRun } from './report-run.ts';
import { endQueuedRun, hasWaitingMerge, selectActiveRun } from './runs-store.ts';
import type { AutomationSettings } from './settings.ts';
import { startJob, type StartDeps } from './start-job.ts';
import { lockAutomation, selectAutomationById, updateWaitingFor } from './store.ts';
import type { ListedRun, RunRow, RunTables } from './tables.ts';
import { findSuggestionsFor } from './take-suggestions.ts';

export interface AdvanceDeps extends StartDeps, RefreshRunsDeps {
  readonly clock: Clock;
  readonly log: Logger;
}

export interface AdvanceWorkDeps extends AdvanceDeps {
  readonly faultPoint: FaultPoint;
  readonly settings: AutomationSettings;
}

/**
 * Starts an automation's due run, if any. Can be called repeatedly and concurrently: the automation's row is locked,
 * and a run has only one job.
 */
export async function advance(deps: AdvanceWorkDeps, automationId: string, signal: AbortSignal): Promise<void> {
  const open = await refreshRunsAtHost(deps, automationId, signal);
  const run = await findOrCreateRun(deps, automationId, open);
  if (run === undefined) return;
  deps.faultPoint('automation.run-created');
  await startRun(deps, run, open);
  deps.faultPoint('automation.job-created');
}

/** Finds the queued run, or creates one from the waiting events. */
async function findOrCreateRun(
  deps: AdvanceWorkDeps,
  automationId: string,
  open: readonly ListedRun[],
): Promise<RunRow | undefined> {
  return deps.database.kysely.transaction().execute(async (tx) => {
    const automation = await lockAutomation(tx, automationId);
    if (automation === undefined) return undefined;
    // A deleted organization's data is removed a little later.
    if ((await findOrganization(tx, automation.organization_id)) === undefined) return undefined;
    const active = await selectActiveRun(tx, automationId);
    if (active !== undefined) return active.state === 'queued' ? active : undefined;
    if (!automation.enabled || !(await countWaiting(tx, [automationId])).has(automationId)) return undefined;
    const { organization_id: organizationId, project_id: projectId } = automation;
    const limit =
      (await findMerge(deps, tx, automationId)) ??
      (await findLimit(tx, automation, countPullRequests(open))) ??
      (await findSpentBudget(tx, { organizationId, projectId }));
    await updateWaitingFor(tx, automationId, limit ?? null);
    if (limit !== undefined) return undefined;
    return createRun(tx, automation, { trigger: automation.trigger_type, startedBy: null });
  });
}

/** Time for the last attempt to merge and its retries. */
const mergeMarginMs = 3_600_000;

/** Returns a reason to wait if a pull request is to be merged, because the next run would add to it. */
async function findMerge(
  { clock, settings }: AdvanceWorkDeps,
  tx: Transaction<RunTables>,
  automationId: string,
): Promise<string | undefined> {
  const since = new Date(clock.now() - settings.mergeChecksMs - mergeMarginMs);
  const isWaiting = await hasWaitingMerge(tx, automationId, since);
  return isWaiting ? 'The pull request of the last run is waiting to be merged.' : undefined;
}

/** Counts the distinct pull requests: several runs may have added to the same one. */
export const countPullRequests = (open: readonly ListedRun[]): number => new Set(open.map(({ job_id: id }) => id)).size;

async function startRun(deps: AdvanceDeps, { id, automation_id: automationId }: RunRow, open: readonly ListedRun[]) {
  const { kysely } = deps.database;
  try {
    const read = await selectAutomationById(kysely, automationId);
    const suggestions = read && (await findSuggestionsFor(deps, read));
    await kysely.transaction().execute(async (tx) => {
      const automation = await lockAutomation(tx, automationId);
      const run = await selectActiveRun(tx, automationId);
      if (automation === undefined || run?.id !== id || run.state !== 'queued') return;
      const project = await findProject(tx, automation.organization_id, automation.project_id);
      if (project === undefined) return;
      if (!automation.enabled) {
        const outcome = 'The automation was disabled before the run started.';
        await endQueuedRun(tx, id, { state: 'no_changes', outcome });
        return;
      }
      await startJob(deps, tx, { automation, project, run, open, suggestions });
      deps.log.info({ automationId, automationRunId: id }, 'automation started a run');
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    await handleRefusal(deps, { automationId, runId: id }, error);
  }
}

/** Handles a refused job: a temporary limit, or a busy job of the pull request, delays the run; other errors end it. */
async function handleRefusal(
  deps: AdvanceDeps,
  { automationId, runId }: { readonly automationId: string; readonly runId: string },
  error: ApiError,
): Promise<void> {
  await deps.database.kysely.transaction().execute(async (tx) => {
    if ((await lockAutomation(tx, automationId)) === undefined) return;
    if (passing.has(error.code)) {
      // Each minute, one worker wakes automations with a queued run (`selectStartable`).
      await updateWaitingFor(tx, automationId, error.message);
      return;
    }
    const failed = await endQueuedRun(tx, runId, { state: 'failed', outcome: error.message });
    if (failed === undefined) return;
    await reportRun(deps, tx, failed, 'automation.run.failed');
    // The budget was spent after the run was created: its events wait for the budget.
    if (error.code === 'budget_spent') await returnEvents(tx, runId);
  });
}

const passing: ReadonlySet<string> = new Set(['rate_limited', 'too_many_waiting', 'agent_job_active']);
