import type { AgentJob, AutomationEvidence } from '@docwright/contract';
import type { Evidence } from '@docwright/doc-agent';
import type { Transaction } from 'kysely';
import { createJobWithEvidence, extendJobWithEvidence, type AgentJobDeps } from '../agent-jobs/index.ts';
import type { Author } from '../../foundation/audit-log/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import { composePrompt, kinds } from './kinds.ts';
import { updateRun } from './runs-store.ts';
import type { AutomationRow, ListedRun, RunRow, RunTables } from './tables.ts';

/** The automation as the actor in the audit log and as the starter of its jobs. */
export const automationAuthor = ({ id, name, organization_id: organizationId }: AutomationRow): Author => ({
  organizationId,
  actor: { kind: 'system', id, name },
  origin: null,
});

/**
 * Creates the agent job of a run, or adds a turn to the job of the open pull request, in the caller's transaction.
 * @throws ApiError budget_spent, rate_limited, too_many_waiting, agent_job_active, agent_job_archived
 */
export async function startJob(
  deps: AgentJobDeps,
  tx: Transaction<RunTables>,
  start: {
    readonly automation: AutomationRow;
    readonly project: ProjectRow;
    readonly run: RunRow;
    /** Runs whose pull requests are open, newest last. */
    readonly open: readonly ListedRun[];
  },
): Promise<AgentJob> {
  const { automation, project, run, open } = start;
  const author = automationAuthor(automation);
  const prompt = composePrompt(automation);
  const evidence = run.evidence.map(toEvidence);
  const extended = kinds[automation.kind].grows ? open.at(-1)?.job_id : undefined;
  const { organization_id: organizationId } = automation;
  let costBefore = 0;
  let job: AgentJob;
  if (extended === undefined || extended === null) {
    const { context_repositories: contextRepositories } = automation;
    ({ job } = await createJobWithEvidence(deps, tx, {
      author,
      project,
      body: { prompt },
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

/** Whether a short question precedes the automation's runs: is there anything to do? */
export const asksFirst = ({ kind, trigger_type: type }: Pick<AutomationRow, 'kind' | 'trigger_type'>): boolean =>
  kinds[kind].asksFirst === true && type === 'code_change';

export const toEvidence = ({ kind, text, source, author }: AutomationEvidence): Evidence => ({
  kind,
  text,
  ...(source !== null && { source }),
  ...(author !== undefined && { author }),
});
