import type { FollowUp, ReadyFollowUp } from './follow-up.ts';
import type { CodeHost } from '../../../../platform/code-host/index.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { isGitError, type Mirror } from '../../../../platform/git/index.ts';
import { LeaseLost } from '../../../../platform/job-engine/index.ts';
import { branchMoved, pullRequestClosed } from '../errors.ts';
import { pushedFields, readBranch, readPushedBranch } from '../publish/branch-state.ts';
import { adoptHead } from './adopt-branch.ts';
import { hasTurnBegun } from './store.ts';
import { renewBase } from './renew-base.ts';
import { updateActiveAgentJob } from '../store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';

/**
 * Runs before a follow-up's first model call. If nothing was pushed, the follow-up starts from the newest base.
 * Otherwise its pull request must still be open, and people's commits on its branch become part of the job, so that the
 * agent sees them and the next commit is based on them.
 */
export async function prepareFollowUp(database: Database<AgentJobTables>, followUp: FollowUp): Promise<ReadyFollowUp> {
  const { job, repository, signal } = followUp;
  const isBegun = job.publish_state !== 'working' || (await hasTurnBegun(database.kysely, job.id, job.turns));
  if (job.turns === 1 || isBegun) return { job, repository };
  const known = { ...followUp, job: await recordLostPush(database, followUp) };
  const state = readPushedBranch(known.job);
  if (state === undefined) return renewBase(database, known);
  const { branch, head: pushed } = state;
  await requireOpenPullRequest(repository.host, branch, signal);
  const { mirror } = repository;
  const head = await findHead(mirror, branch, signal);
  if (head === undefined) throw branchMoved(branch, 'and was deleted');
  if (head === pushed) return { job: known.job, repository };
  await mirror.fetch({ branches: [branch], signal });
  return { job: await adoptHead(database, known, { branch, pushed, head }), repository };
}

/**
 * Records the push of a turn that was canceled, or lost its worker, after the push but before it was recorded. The
 * branch exists and belongs to the job.
 */
async function recordLostPush(
  database: Database<AgentJobTables>,
  { job, repository, signal }: FollowUp,
): Promise<AgentJobRow> {
  const state = readBranch(job);
  if (state.kind !== 'committed' && state.kind !== 'duplicate') return job;
  const { branch, commit } = state;
  if ((await findHead(repository.mirror, branch, signal)) !== commit) return job;
  const row = await updateActiveAgentJob(database.kysely, job, pushedFields(job, commit));
  if (row === undefined) throw new LeaseLost();
  return row;
}

async function findHead(mirror: Mirror, branch: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    return (await mirror.inspect({ branches: [branch], signal })).branches.get(branch);
  } catch (error) {
    if (isGitError(error, 'branch-not-found')) return undefined;
    throw error;
  }
}

/** Refuses a pull request that a person ended: it accepts no more commits, so no model is called for it. */
async function requireOpenPullRequest(host: CodeHost, headBranch: string, signal: AbortSignal): Promise<void> {
  const listed = await host.listPullRequests({ headBranch, signal });
  const [newest] = listed;
  if (newest === undefined || listed.some(({ state }) => state === 'open')) return;
  throw pullRequestClosed(newest);
}
