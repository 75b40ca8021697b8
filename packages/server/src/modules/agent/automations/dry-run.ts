import type { AgentJob, AutomationDryRun, AutomationEvidence, DryRunBody, DryRunEvent } from '@docwright/contract';
import type { Evidence } from '@docwright/doc-agent';
import type { Database } from '../../../platform/database/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { findAgentSettings, type AgentSettingsTables } from '../../project-config/agent-settings/index.ts';
import { findSpentBudget } from '../../project-config/budgets/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import { createJobWithEvidence } from '../agent-jobs/index.ts';
import { countPullRequests, type AdvanceDeps } from './advance.ts';
import { maxEvidence } from './create-run.ts';
import { automationNotFound } from './errors.ts';
import { selectWaiting } from './events-store.ts';
import { findLimit } from './find-limit.ts';
import type { FollowDeps } from './follow-branches.ts';
import { requireSuggestionAccess } from './check-settings.ts';
import { composePrompt } from './kinds.ts';
import { nextTime } from './next-time.ts';
import { readNewest } from './read-newest.ts';
import { refreshRunsAtHost } from './refresh-runs.ts';
import { requireAutomation, requireProject, toTarget, type AutomationRequest } from './save-automation.ts';
import { asksFirst, findGrowing, toEvidence } from './start-job.ts';
import { lockAutomation } from './store.ts';
import type { OpenSuggestion } from './open-suggestions.ts';
import type { AutomationRow, ListedRun, RunTables } from './tables.ts';
import {
  describeSuggestion,
  findSuggestionsFor,
  fitSuggestions,
  toReaderEvidence,
  toRunEvidence,
} from './take-suggestions.ts';

export interface DryRunDeps extends AdvanceDeps, FollowDeps {
  readonly database: Database<RunTables & AgentSettingsTables>;
}

const listedTimes = 5;
const listedSuggestions = 20;

/**
 * Describes what a run of the automation would do now: the events that start it, its prompt, and what it can read and
 * change. Events stay unhandled. On request, an agent job makes the changes without publishing them.
 * @throws {ApiError} not_found, insufficient_scope, budget_spent, rate_limited, too_many_waiting, and the code host's
 * errors
 */
export async function dryRun(
  deps: DryRunDeps,
  request: AutomationRequest & { readonly body: DryRunBody },
  signal: AbortSignal,
): Promise<AutomationDryRun> {
  const project = await requireProject(deps, request.principal, request.projectId);
  const automation = await requireAutomation(deps, request);
  requireSuggestionAccess(request.principal, automation);
  const { kysely } = deps.database;
  const open = await refreshRunsAtHost(deps, automation.id, signal);
  const waiting = await selectWaiting(kysely, automation.id);
  const suggestions = (await findSuggestionsFor(deps, automation)) ?? [];
  const { events, newest } = await listEvents(deps, { automation, suggestions }, signal);
  const given = waiting.length > 0 ? waiting.flatMap((event) => event.evidence) : newest;
  const fitting = fitSuggestions(suggestions);
  const evidence = [...given, ...toRunEvidence(fitting)].slice(-maxEvidence);
  const { organization_id: organizationId, project_id: projectId } = automation;
  const limit =
    (await findLimit(kysely, automation, countPullRequests(open))) ??
    (await findSpentBudget(kysely, { organizationId, projectId }));
  const job =
    request.body.diff === true
      ? await startDryRun(deps, request, { automation, project, evidence: toJobEvidence(evidence, fitting) })
      : undefined;
  return {
    events,
    waitingEvents: waiting.length,
    waitingFor: automation.enabled ? (limit ?? null) : 'The automation is disabled.',
    prompt: composePrompt(automation),
    asksFirst: asksFirst(automation),
    evidence: [...evidence],
    scope: await describeScope(deps, { automation, project, open }),
    jobId: job?.id ?? null,
  };
}

const toJobEvidence = (evidence: readonly AutomationEvidence[], fitting: readonly OpenSuggestion[]): Evidence[] => [
  ...evidence.flatMap(toEvidence),
  ...toReaderEvidence(fitting),
];

/** Lists the events that would start the automation, and the newest event's evidence. */
async function listEvents(
  deps: DryRunDeps,
  { automation, suggestions }: { readonly automation: AutomationRow; readonly suggestions: readonly OpenSuggestion[] },
  signal: AbortSignal,
): Promise<{ readonly events: DryRunEvent[]; readonly newest: readonly AutomationEvidence[] }> {
  switch (automation.trigger_type) {
    case 'schedule':
      return { events: listTimes(automation, new Date(deps.clock.now())), newest: [] };
    case 'event':
      return { events: [], newest: [] };
    case 'suggestion':
      return { events: suggestions.slice(0, listedSuggestions).map(toDryRunEvent), newest: [] };
    case 'content_update':
    case 'code_change':
      return readNewest(deps, automation, signal);
  }
}

const toDryRunEvent = (one: OpenSuggestion): DryRunEvent => ({
  kind: 'suggestion',
  at: one.lastSeenAt.toISOString(),
  text: describeSuggestion(one),
  source: one.id,
  ignored: null,
});

function listTimes({ trigger: { cron = '', timeZone = 'UTC' } }: AutomationRow, now: Date): DryRunEvent[] {
  const events: DryRunEvent[] = [];
  let at = nextTime({ cron, timeZone }, now);
  while (at !== undefined && events.length < listedTimes) {
    events.push({ kind: 'time', at: at.toISOString(), text: `${cron} (${timeZone})`, source: null, ignored: null });
    at = nextTime({ cron, timeZone }, at);
  }
  return events;
}

async function describeScope(
  { database, repositoryUrl }: DryRunDeps,
  {
    automation,
    project,
    open,
  }: { readonly automation: AutomationRow; readonly project: ProjectRow; readonly open: readonly ListedRun[] },
): Promise<AutomationDryRun['scope']> {
  const { organization_id: organizationId, id: projectId } = project;
  const settings = await findAgentSettings(database.kysely, { organizationId, projectId });
  const own = automation.context_repositories;
  const context = own.length > 0 ? own : settings.contextRepositories;
  const grown = await findGrowing(database.kysely, automation, open);
  return {
    repository: repositoryUrl(project.repository),
    branch: project.branch,
    docsFolder: project.docs_folder,
    model: project.model,
    allowPaths: settings.allowPaths,
    denyPaths: settings.denyPaths,
    contextRepositories: context.map((one) => ({ ...one, repository: repositoryUrl(one.repository) })),
    pullRequest: grown?.pr_link ?? null,
  };
}

/** Starts the job. It belongs to the caller, so its evidence doesn't count as handled, and no run is recorded. */
async function startDryRun(
  { agentJobs, database }: DryRunDeps,
  { principal, projectId }: AutomationRequest,
  {
    automation: { id },
    project,
    evidence,
  }: {
    readonly automation: AutomationRow;
    readonly project: ProjectRow;
    readonly evidence: readonly Evidence[];
  },
): Promise<AgentJob> {
  return database.kysely.transaction().execute(async (tx) => {
    const automation = await lockAutomation(tx, id);
    if (automation === undefined) throw automationNotFound(id);
    const { context_repositories: contextRepositories } = automation;
    const { job } = await createJobWithEvidence(agentJobs, tx, {
      author: principal,
      project,
      body: { prompt: composePrompt(automation) },
      evidence,
      asksFirst: asksFirst(automation),
      dryRun: true,
      ...(contextRepositories.length > 0 && { contextRepositories }),
    });
    const details = { projectId, jobId: job.id };
    await recordAuditEvent(tx, principal, { action: 'automation.dry_run', target: toTarget(automation), details });
    return job;
  });
}
