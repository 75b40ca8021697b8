import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import {
  findMergeRefusal,
  judgeChecks,
  isCodeHostError,
  type BranchProtection,
  type PullRequest,
} from '../../../platform/code-host/index.ts';
import type { FaultPoint } from '../../../platform/fault-points/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import type { AnyTransaction } from '../../../platform/job-engine/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';
import { findOrganization } from '../../identity/organizations/index.ts';
import { findLostPermission, type ApiKeyTables } from '../../project-config/api-keys/index.ts';
import { findProject, type ProjectRow } from '../../project-config/projects/index.ts';
import type { ConnectedRepository, ConnectRepository } from '../../sources/repositories/index.ts';
import {
  mergePullRequest,
  readShownPullRequest,
  selectAgentJob,
  selectLastEnd,
  type AgentJobRow,
} from '../agent-jobs/index.ts';
import { addSentence } from './add-sentence.ts';
import { suggestionKindsOf } from './kinds.ts';
import { reportRun, type ReportDeps } from './report-run.ts';
import { decideMerge, recordMergeWait, selectRunById, type MergeDecision } from './runs-store.ts';
import type { AutomationSettings } from './settings.ts';
import { automationAuthor } from './start-job.ts';
import { selectAutomationById } from './store.ts';
import type { AutomationRow, RunRow, RunTables } from './tables.ts';
import { wake, type WakeDeps } from './tickets.ts';

export interface MergeDeps extends WakeDeps, ReportDeps {
  readonly database: Database<RunTables & ApiKeyTables>;
  readonly connectRepository: ConnectRepository;
  /** Called after a merge, for code hosts that report a moved branch late or not at all. */
  readonly onMerged: (job: AgentJobRow, by: string) => Promise<void>;
  readonly faultPoint: FaultPoint;
  readonly clock: Clock;
  readonly settings: AutomationSettings;
  readonly log: Logger;
}

/**
 * Merges a run's pull request if the update mode is `direct_merge`. It can be called repeatedly.
 *
 * 1. Only the commit that the job checked is merged, and only into the commit that it was checked against.
 * 2. The run started with the current settings, and used nothing that readers wrote.
 * 3. The person who last changed the settings still has the permission to merge.
 * 4. The rules of the branch must allow the merge without a review. Rules that can't be read don't allow it.
 * 5. All checks that the branch requires must have passed for this commit. The merge waits for them.
 * 6. Otherwise, the pull request stays open, and the run's outcome states the reason.
 *
 * @throws CodeHostError if the code host is unavailable, and the queue must try again
 */
export async function mergeRun(
  deps: MergeDeps,
  { runId, attempt }: { readonly runId: string; readonly attempt: number },
  signal: AbortSignal,
): Promise<void> {
  const run = await selectRunById(deps.database.kysely, runId);
  // A repeated ticket must not start a second series of attempts.
  if (run === undefined || run.merge_attempts > attempt) return;
  if (isDecided(run)) return wakeNext(deps, run);
  const obstacle = await findObstacle(deps, run, signal);
  if (obstacle?.kind === 'reason') return leave(deps, run, obstacle.reason);
  if (obstacle?.kind === 'pending') return wait(deps, run, { attempt, checks: obstacle.checks });
  deps.faultPoint('automation.merged');
  await decide(deps, run, 'merged', 'Merged');
  deps.faultPoint('automation.merge-recorded');
  deps.log.info({ automationRunId: runId }, 'the pull request of a run was merged');
}

/** Records why the pull request of a run stays open. */
export async function leaveForReview(deps: MergeDeps, runId: string, reason: string): Promise<void> {
  const run = await selectRunById(deps.database.kysely, runId);
  if (run === undefined) return;
  if (isDecided(run)) return wakeNext(deps, run);
  await leave(deps, run, reason);
}

const leave = (deps: MergeDeps, run: RunRow, reason: string): Promise<void> =>
  decide(deps, run, 'left', `Left for review: ${reason}`);

/** Returns the delay before the checks are read again. It doubles, so that many waiting merges cause few requests. */
const delayMs = (attempt: number): number => Math.min(firstDelayMs * 2 ** attempt, longestDelayMs);
const firstDelayMs = 15_000;
const longestDelayMs = 300_000;

/** Waits for the checks. The ticket of the next attempt is in the database, so waiting survives restarts. */
async function wait(
  deps: MergeDeps,
  run: RunRow,
  { attempt, checks }: { readonly attempt: number; readonly checks: string },
): Promise<void> {
  const { mergeChecksMs } = deps.settings;
  const now = deps.clock.now();
  const until = (run.ended_at?.getTime() ?? 0) + mergeChecksMs;
  if (now >= until)
    return leave(deps, run, `${checks} did not pass within ${countOf(Math.round(mergeChecksMs / 60_000), 'minute')}`);
  const startAfter = new Date(Math.min(now + delayMs(attempt), until));
  const time = new Date(until).toISOString().slice(0, 16).replace('T', ' ');
  await deps.database.kysely.transaction().execute(async (tx) => {
    if (!(await recordMergeWait(tx, run.id, { attempt, waitsFor: `Waiting for ${checks} until ${time} UTC` }))) return;
    const ticket = { automationRunId: run.id, what: 'merge', attempt: attempt + 1 } as const;
    await deps.engine.enqueue(deps.queue, ticket, { transaction: tx, groupId: run.organization_id, startAfter });
  });
  deps.faultPoint('automation.merge-waits');
}

/** Whether the merge has been decided. A ticket can arrive again after the decision. */
const isDecided = ({ state, merge_state: decision }: RunRow): boolean =>
  state !== 'review_needed' || decision === 'merged' || decision === 'left';

/** Records the decision and wakes the next run in one transaction, so that neither happens without the other. */
async function decide(deps: MergeDeps, run: RunRow, decision: MergeDecision, sentence: string): Promise<void> {
  await deps.database.kysely.transaction().execute(async (tx) => {
    const decided = await decideMerge(tx, run.id, { decision, outcome: addSentence(run.outcome, sentence) });
    // If the run wasn't open, the merge has been reported.
    if (decided?.wasOpen === true)
      await reportRun(deps, tx, decided.run, `automation.run.${decision === 'merged' ? 'accepted' : 'review_needed'}`);
    await wakeNext(deps, run, tx);
  });
}

const wakeNext = (
  deps: MergeDeps,
  { automation_id: id, organization_id: organizationId }: RunRow,
  transaction?: AnyTransaction,
): Promise<void> => wake(deps, { id, organizationId }, { ...(transaction && { transaction }) });

/** The reason why a pull request isn't merged now: the end of a sentence, or checks that have not passed yet. */
type Obstacle =
  | { readonly kind: 'reason'; readonly reason: string }
  | { readonly kind: 'pending'; readonly checks: string };

const asReason = (reason: string): Obstacle => ({ kind: 'reason', reason });

interface Merge {
  readonly automation: AutomationRow;
  readonly project: ProjectRow;
  readonly job: AgentJobRow;
  readonly shown: { readonly number: number; readonly branch: string; readonly commit: string };
}

/** Merges, or returns why not. */
async function findObstacle(deps: MergeDeps, run: RunRow, signal: AbortSignal): Promise<Obstacle | undefined> {
  const found = await findMergeOfRun(deps, run);
  if (typeof found === 'string') return asReason(found);
  const fault = findFaultOfJob(run, found, await selectLastEnd(deps.database.kysely, found.job.id));
  return fault === undefined ? mergeAtHost(deps, found, signal) : asReason(fault);
}

/** Returns the pull request to merge, or why the run can no longer merge it. */
async function findMergeOfRun(deps: MergeDeps, run: RunRow): Promise<Merge | string> {
  const { kysely } = deps.database;
  const { organization_id: organizationId, project_id: projectId, job_id: id } = run;
  const automation = await selectAutomationById(kysely, run.automation_id);
  const project = await findProject(kysely, organizationId, projectId);
  const job = id === null ? undefined : await selectAgentJob(kysely, { organizationId, projectId, id });
  if ((await findOrganization(kysely, organizationId)) === undefined) return 'its organization was deleted';
  if (automation === undefined || project === undefined || job === undefined) return 'its project or job was deleted';
  if (automation.update_mode !== 'direct_merge' || !automation.enabled)
    return 'the automation was disabled or changed in the meantime';
  // The permission to merge was checked for the current settings, but the run may have started with different settings.
  if (automation.updated_at > run.created_at) return 'the automation was changed after the run started';
  const lost = await findLostMergePermission(deps, automation);
  if (lost !== undefined) return lost;
  if (suggestionKindsOf(automation) !== undefined || run.evidence.some(({ kind }) => kind === 'suggestion'))
    return 'it uses what readers wrote';
  const shown = readShownPullRequest(job);
  if (shown === undefined) return 'the job has not opened a pull request';
  return { automation, project, job, shown };
}

/** Checks the permission of the person who last chose the settings. Automations outlive the keys that created them. */
async function findLostMergePermission(
  { database }: MergeDeps,
  { organization_id: organizationId, project_id: projectId, merges_for_user: id }: AutomationRow,
): Promise<string | undefined> {
  if (id === null) return undefined;
  const actor = { kind: 'user', id, name: 'the person who last changed the automation' } as const;
  const scopes = ['repositories:write'] as const;
  return findLostPermission(database.kysely, { organizationId, projectId, actor, scopes });
}

/** Returns why the job's own state and checks don't allow a merge. */
function findFaultOfJob(
  run: RunRow,
  { project, job }: Merge,
  end: Awaited<ReturnType<typeof selectLastEnd>>,
): string | undefined {
  if (job.status === 'active') return 'the agent is working on a follow-up';
  if (job.turns !== 1 || run.job_turn !== 1) return 'the pull request contains the changes of several turns';
  if (project.repository !== job.repository || project.branch !== job.base_branch)
    return 'the project now uses another repository or branch';
  if (end?.gate !== 'passed') return 'the docs gate did not pass';
  if (!Array.isArray(end.risks) || end.risks.length > 0) return 'the checks of the agent found risks';
  const deleted = job.files.filter(({ change }) => change === 'deleted').length;
  return deleted > 0 ? `it deletes ${countOf(deleted, 'file')}` : undefined;
}

async function mergeAtHost(deps: MergeDeps, merge: Merge, signal: AbortSignal): Promise<Obstacle | undefined> {
  const { job, automation, shown } = merge;
  const { organization_id: organizationId, repository } = job;
  try {
    const connected = await deps.connectRepository({ organizationId, repository });
    const pull = await connected.host.getPullRequest(shown.number, signal);
    // An earlier attempt may have merged it without recording it.
    const isMerged = pull.state === 'merged';
    const refusal = isMerged ? undefined : await findRefusal(connected, merge, { pull, signal });
    if (refusal !== undefined) return refusal;
  } catch (error) {
    return toObstacle(error);
  }
  const request = {
    principal: { organizationId, projectIds: [job.project_id] },
    author: automationAuthor(automation),
    projectId: job.project_id,
    id: job.id,
    headCommit: shown.commit,
  };
  try {
    await mergePullRequest(deps, request, signal, () => deps.faultPoint('automation.merge-answered'));
    return undefined;
  } catch (error) {
    return toObstacle(error instanceof ApiError && isCodeHostError(error.cause) ? error.cause : error);
  }
}

/** Returns why the pull request or its base branch, as the code host reports them, don't allow a merge. */
async function findRefusal(
  { host, mirror }: ConnectedRepository,
  { job, shown }: Merge,
  { pull, signal }: { readonly pull: PullRequest; readonly signal: AbortSignal },
): Promise<Obstacle | undefined> {
  const { base_branch: base } = job;
  if (pull.state === 'closed') return asReason('the pull request was closed');
  if (pull.draft) return asReason('the pull request is a draft');
  if (pull.fromFork || pull.headBranch !== shown.branch || pull.baseBranch !== base)
    return asReason('the branches of the pull request were changed');
  const protection: BranchProtection = await host.getBranchProtection(base, signal);
  const refusal = findMergeRefusal(base, protection);
  if (refusal !== undefined) return asReason(refusal);
  const checks = await findMissingChecks(host, protection, { shown, signal });
  if (checks?.kind === 'reason') return checks;
  // This is checked last, to leave little time for other commits, and even while checks are pending, because waiting
  // would be pointless.
  const moved = await findOtherCommits(mirror, { job, shown, signal });
  return moved === undefined ? checks : asReason(moved);
}

/** Returns which required checks of the commit have not passed. */
async function findMissingChecks(
  host: ConnectedRepository['host'],
  protection: BranchProtection,
  { shown, signal }: Pick<Merge, 'shown'> & { readonly signal: AbortSignal },
): Promise<Obstacle | undefined> {
  if (protection.kind === 'unknown') return undefined;
  const { requiredChecks: required } = protection;
  if (required.names.length === 0 && required.others === 0) return undefined;
  const head = { commit: shown.commit, pullRequest: shown.number, required };
  const result = judgeChecks(required, await host.listChecks(head, signal));
  if (result.state === 'passed') return undefined;
  return result.state === 'pending' ? { kind: 'pending', checks: result.checks } : asReason(`${result.checks} failed`);
}

/** Returns which commits that were not checked would be merged, or merged into. */
async function findOtherCommits(
  mirror: ConnectedRepository['mirror'],
  { job, shown, signal }: Pick<Merge, 'job' | 'shown'> & { readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { base_branch: base } = job;
  const { branches } = await mirror.fetch({ branches: [base, shown.branch], signal });
  const head = branches.get(base);
  if (head === undefined || head !== job.base_commit)
    return `the branch ${base} has new commits that were not part of the checks`;
  if (branches.get(shown.branch) !== shown.commit) return 'its branch has commits that were not part of the checks';
  // The job's commit may be based on commits that people pushed to its branch.
  const commits = await mirror.listCommits({ from: head, to: shown.commit, limit: 2, signal });
  return commits.length === 1 ? undefined : 'it contains commits by other people';
}

/** Converts an error to the obstacle that it describes. @throws the error if another attempt may succeed */
function toObstacle(error: unknown): Obstacle {
  if (isCodeHostError(error)) {
    // The code host can require more than its rules state.
    if (error.code === 'checks-required') return { kind: 'pending', checks: 'a check that the code host requires' };
    if (error.retryable || error.code === 'outcome-unknown' || error.code === 'cancelled') throw error;
    return asReason(`the code host refused the merge: ${error.message}`);
  }
  if (error instanceof ApiError && error.status < 500) return asReason(`it can’t be merged now: ${error.message}`);
  throw error;
}
