import type { AgentJob, AutomationEvidence } from '@docwright/contract';
import type { Evidence } from '@docwright/doc-agent';
import type { Transaction } from 'kysely';
import {
  createJobWithEvidence,
  extendJobWithEvidence,
  selectJobOutcomes,
  type AgentJobDeps,
} from '../agent-jobs/index.ts';
import type { Author } from '../../foundation/audit-log/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import { toStorableJson, type Queryable } from '../../../platform/database/index.ts';
import { maxEvidence } from './create-run.ts';
import { composePrompt, kinds } from './kinds.ts';
import type { OpenSuggestion, OpenSuggestions } from './open-suggestions.ts';
import { recordEvent } from './record-event.ts';
import { endQueuedRun, updateRun } from './runs-store.ts';
import type { AutomationSettings } from './settings.ts';
import type { AutomationRow, ListedRun, RunRow, RunTables } from './tables.ts';
import {
  claimSuggestions,
  describeNothing,
  fitSuggestions,
  toReaderEvidence,
  toRunEvidence,
} from './take-suggestions.ts';
import type { WakeDeps } from './tickets.ts';

export interface StartDeps extends WakeDeps {
  readonly agentJobs: AgentJobDeps;
  readonly settings: AutomationSettings;
  readonly suggestions: OpenSuggestions;
}

interface Start {
  readonly automation: AutomationRow;
  readonly project: ProjectRow;
  readonly run: RunRow;
  /** Runs whose pull requests are open, newest last. */
  readonly open: readonly ListedRun[];
  /** Open suggestions; `undefined` if the automation does not depend on them. */
  readonly suggestions: readonly OpenSuggestion[] | undefined;
}

/** Returns the automation as the actor in the audit log and as the starter of its jobs. */
export const automationAuthor = ({ id, name, organization_id: organizationId }: AutomationRow): Author => ({
  organizationId,
  actor: { kind: 'system', id, name },
  origin: null,
});

/**
 * Starts a run's agent job in the caller's transaction, so that a suggestion has either been handled by a job or is
 * still open. Ends the run without a job, and returns `undefined`, if it depends on suggestions and none is open.
 * @throws ApiError budget_spent, rate_limited, too_many_waiting, agent_job_active, agent_job_archived
 */
export async function startJob(
  deps: StartDeps,
  tx: Transaction<RunTables>,
  start: Start,
): Promise<AgentJob | undefined> {
  const { automation, run, suggestions: found } = start;
  if (found === undefined) return createJob(deps, tx, { ...start, taken: [] });
  const projectId = automation.project_id;
  const fitting = fitSuggestions(found);
  const taken = await claimSuggestions(deps.suggestions, tx, { projectId, found: fitting });
  if (taken.length === 0) {
    await endQueuedRun(tx, run.id, { state: 'no_changes', outcome: describeNothing(automation) });
    return undefined;
  }
  const job = await createJob(deps, tx, { ...start, taken });
  for (const { id } of taken) await deps.suggestions.assign(tx, projectId, { id, jobId: job.id });
  const evidence = toStorableJson([...run.evidence, ...toRunEvidence(taken)].slice(-maxEvidence));
  await updateRun(tx, run.id, { evidence });
  if (automation.trigger_type === 'suggestion' && taken.length < found.length)
    await recordEvent(deps, tx, { automation, subject: `suggestions after ${run.id}`, evidence: [] });
  return job;
}

/**
 * Creates a run's agent job, or adds a turn to the open pull request's job, in the caller's transaction.
 * @throws ApiError budget_spent, rate_limited, too_many_waiting, agent_job_active, agent_job_archived
 */
async function createJob(
  { agentJobs: deps }: StartDeps,
  tx: Transaction<RunTables>,
  { automation, project, run, open, taken }: Start & { readonly taken: readonly OpenSuggestion[] },
): Promise<AgentJob> {
  const author = automationAuthor(automation);
  const prompt = composePrompt(automation);
  const evidence = [...run.evidence.flatMap(toEvidence), ...toReaderEvidence(taken)];
  const extended = (await findGrowing(tx, automation, open))?.job_id;
  const { organization_id: organizationId } = automation;
  let costBefore = 0;
  let job: AgentJob;
  if (extended === undefined || extended === null) {
    const { context_repositories: contextRepositories } = automation;
    ({ job } = await createJobWithEvidence(deps, tx, {
      author,
      project,
      // A draft can't be merged. Risks, and settings that always create drafts, still make it one.
      body: { prompt, ...(automation.update_mode === 'direct_merge' && { asDraft: false }) },
      evidence,
      asksFirst: asksFirst(automation),
      ...(contextRepositories.length > 0 && { contextRepositories }),
    }));
  } else {
    const principal = { organizationId, projectIds: [project.id] };
    const name = { principal, author, projectId: project.id, id: extended };
    job = await extendJobWithEvidence(deps, tx, { ...name, prompt, evidence, asksFirst: asksFirst(automation) });
    costBefore = job.usage.costUsd;
  }
  await updateRun(tx, run.id, {
    state: 'running',
    job_id: job.id,
    job_turn: job.turns,
    cost_before: String(costBefore),
    started_at: new Date(),
  });
  return job;
}

/**
 * Finds the newest run with an open pull request to which the next run adds changes. `undefined` if the automation
 * opens a new one each time, or if someone archived the jobs of the open pull requests, which then accept no further
 * turns.
 */
export async function findGrowing(
  db: Queryable<RunTables>,
  { kind }: AutomationRow,
  open: readonly ListedRun[],
): Promise<ListedRun | undefined> {
  if (!kinds[kind].grows) return undefined;
  const jobs = await selectJobOutcomes(
    db,
    open.flatMap(({ job_id: id }) => id ?? []),
  );
  const extendable = new Set(jobs.flatMap(({ id, status }) => (status === 'archived' ? [] : [id])));
  return open.findLast(({ job_id: id }) => id !== null && extendable.has(id));
}

/** Whether the automation's runs first ask a short question: whether there is anything to do. */
export const asksFirst = ({ kind, trigger_type: type }: Pick<AutomationRow, 'kind' | 'trigger_type'>): boolean =>
  kinds[kind].asksFirst === true && type === 'code_change';

/** Converts a run's evidence for the agent, without suggestions: it receives readers' own words separately. */
export const toEvidence = ({ kind, text, source, author }: AutomationEvidence): Evidence[] =>
  kind === 'suggestion'
    ? []
    : [{ kind, text, ...(source !== null && { source }), ...(author !== undefined && { author }) }];
