import type { AgentJob } from '@docwright/contract';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { deploymentLimit, takeUse } from '../../foundation/rate-limits/index.ts';
import { countPullRequests, type AdvanceDeps } from './advance.ts';
import { createRun } from './create-run.ts';
import { automationDisabled, automationNotFound, automationRunning, invalidField, limitReached } from './errors.ts';
import { findLimit } from './find-limit.ts';
import { refreshRunsAtHost } from './refresh-runs.ts';
import { selectActiveRun } from './runs-store.ts';
import { requireAutomation, requireProject, toTarget, type AutomationRequest } from './save-automation.ts';
import { startJob } from './start-job.ts';
import { lockAutomation } from './store.ts';
import { findSuggestionsFor } from './take-suggestions.ts';

export interface StartedRun {
  readonly runId: string;
  readonly automationId: string;
  /** `undefined` if there was nothing to do. */
  readonly job: AgentJob | undefined;
}

/**
 * Starts a run that a person or key requested. The run and its job are created together, or not at all.
 * @param request.asWorkflow whether the trigger endpoint was called: it starts only schedules, and counts toward the
 * deployment limit
 * @throws {ApiError} not_found, invalid_request, automation_disabled, automation_running, automation_limit_reached,
 * budget_spent, rate_limited, too_many_waiting
 */
export async function runNow(
  deps: AdvanceDeps,
  request: AutomationRequest & { readonly asWorkflow: boolean },
  signal: AbortSignal,
): Promise<StartedRun> {
  const { principal, projectId, asWorkflow } = request;
  const project = await requireProject(deps, principal, projectId);
  const read = await requireAutomation(deps, request);
  const { id } = read;
  const open = await refreshRunsAtHost(deps, id, signal);
  const suggestions = await findSuggestionsFor(deps, read);
  return deps.database.kysely.transaction().execute(async (tx) => {
    if (asWorkflow) await takeUse(tx, deploymentLimit, principal.organizationId);
    const automation = await lockAutomation(tx, id);
    if (automation === undefined) throw automationNotFound(id);
    if (asWorkflow && automation.trigger_type !== 'schedule') {
      throw invalidField(
        '/trigger/type',
        `is ${automation.trigger_type}; only automations with the trigger \`schedule\` can be started here`,
      );
    }
    if (!automation.enabled) throw automationDisabled(automation.name);
    const active = await selectActiveRun(tx, id);
    if (active !== undefined) throw automationRunning(active.id);
    const limit = await findLimit(tx, automation, countPullRequests(open));
    if (limit !== undefined) throw limitReached(limit);
    const run = await createRun(tx, automation, { trigger: 'manual', startedBy: principal.actor.name });
    const job = await startJob(deps, tx, { automation, project, run, open, suggestions });
    const details = { projectId, runId: run.id, jobId: job?.id ?? null };
    await recordAuditEvent(tx, principal, { action: 'automation.run', target: toTarget(automation), details });
    return { runId: run.id, automationId: id, job };
  });
}
