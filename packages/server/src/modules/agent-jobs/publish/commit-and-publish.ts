import type { PullRequestFacts, TurnOutcome } from '@docwright/doc-agent';
import type { Database } from '../../../platform/database/index.ts';
import type { FaultPoint } from '../../../platform/fault-points/index.ts';
import type { Mirror } from '../../../platform/git/index.ts';
import type { ResolvedAgentSettings } from '../../agent-settings/index.ts';
import type { ProjectRow } from '../../projects/index.ts';
import type { OnPublished } from './advance.ts';
import { isPushedInTurn, readBranch, readPushedBranch } from './branch-state.ts';
import { commitTurn, type CommitRequest } from './commit-turn.ts';
import { findTemplate } from './find-template.ts';
import type { PreparedRepository } from './published.ts';
import { publish } from './publish.ts';
import type { CommitIds, Published } from './published.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import { selectTurn } from '../store.ts';
import { selectEarlierTurns } from './store.ts';

interface Finished {
  readonly job: AgentJobRow;
  readonly project: ProjectRow;
  readonly prompt: string;
  readonly repository: PreparedRepository;
  readonly settings: ResolvedAgentSettings;
  readonly outcome: TurnOutcome;
  readonly signal: AbortSignal;
}

interface PublishingDeps {
  readonly database: Database<AgentJobTables>;
  readonly baseUrl: string;
  readonly faultPoint: FaultPoint;
  readonly onPublished: OnPublished;
}

/** From a turn's outcome to its pull request. May be repeated: what an earlier attempt pushed is found, not made again. */
export async function commitAndPublish(deps: PublishingDeps, finished: Finished): Promise<Published> {
  const { job, project, repository, settings, signal } = finished;
  const { host, mirror, baseCommit } = repository;
  const facts = await toFacts(deps, finished);
  const request = {
    job,
    signal,
    baseCommit,
    docsFolder: project.docs_folder,
    date: commitDate(job),
    people: { labels: settings.labels, reviewers: settings.reviewers },
    draft: isDraft(finished),
  };
  // None of them needs another, and each waits for git or for the code host.
  const [commit, upstream, template] = await Promise.all([
    findPushedCommit(job) ?? makeCommit(mirror, { ...request, facts, overlay: finished.outcome.overlay }),
    findMovedBase(finished),
    findTemplate(repository, signal),
  ]);
  if (commit === undefined) return { kind: 'nothing' };
  const conflict = upstream === undefined ? undefined : await findConflict(finished, upstream, commit.sha);
  if (conflict !== undefined) return conflict;
  const { database, faultPoint, onPublished } = deps;
  const parts = { database, host, mirror, faultPoint, onPublished };
  return publish(parts, { ...request, commit, facts: { ...facts, ...(template !== undefined && { template }) } });
}

/** All but the repository's template, which a commit's message does without. */
async function toFacts(
  { database, baseUrl }: PublishingDeps,
  { job, prompt, outcome }: Finished,
): Promise<PullRequestFacts> {
  const jobUrl = `${baseUrl}/dashboard/jobs/${job.project_id}/${job.id}`;
  const earlier = job.turns === 1 ? [] : await selectEarlierTurns(database.kysely, job);
  const { evidence = [] } = await selectTurn(database.kysely, job.id, 1);
  const evidenceUrl = `${baseUrl}/dashboard/projects/${job.project_id}/analytics`;
  const seen = evidence.length === 0 ? {} : { evidence, evidenceUrl };
  return { jobId: job.id, jobUrl, turn: job.turns, prompt, outcome, earlier, ...seen };
}

/** Undefined when the overlay makes no difference to what is there. */
async function makeCommit(mirror: Mirror, request: CommitRequest): Promise<CommitIds | undefined> {
  const made = await commitTurn(mirror, request);
  return made.kind === 'unchanged' ? findUnshown(request.job) : { sha: made.sha, tree: made.tree };
}

/** An earlier turn that was cut off between its push and its pull request: its commit is still to be shown. */
function findUnshown(job: AgentJobRow): CommitIds | undefined {
  const state = readBranch(job);
  return state.kind === 'pushed' && state.head === state.commit ? { sha: state.commit, tree: state.tree } : undefined;
}

/** What a reviewer has to see first is nothing to merge in passing, whatever project and job say. */
function isDraft({ job, settings, outcome }: Finished): boolean {
  if (outcome.risks.length > 0) return true;
  switch (settings.drafts) {
    case 'always':
      return true;
    case 'on_new_warnings':
      return job.as_draft || outcome.gate.introduced.some(({ severity }) => severity === 'warning');
    case 'as_asked':
      return job.as_draft;
  }
}

/** Where the base branch went while the agent worked. Only before the first push: later, people see it in the pull request. */
async function findMovedBase({ job, repository, signal }: Finished): Promise<string | undefined> {
  if (readPushedBranch(job) !== undefined) return undefined;
  const { mirror, baseCommit } = repository;
  const { branches } = await mirror.fetch({ branches: [job.base_branch], signal });
  const head = branches.get(job.base_branch);
  return head === baseCommit ? undefined : head;
}

/**
 * Where both changed the same lines, a pull request could not be merged. Where they did not, the code host's merge keeps
 * both.
 */
async function findConflict(
  { job, repository, signal }: Finished,
  upstream: string,
  commit: string,
): Promise<Published | undefined> {
  const merge = await repository.mirror.mergeTrees(upstream, commit, { signal });
  if (merge.kind === 'clean') return undefined;
  const reason = `While the agent worked, ${job.base_branch} was changed in the same places, so nothing was published. Send a follow-up: it begins with the newest commit, and with what else was changed.`;
  return { kind: 'conflict', reason, paths: merge.paths };
}

/**
 * What an earlier attempt of this turn pushed. To make the commit again would find nothing left to change: it is made on
 * top of the newest pushed commit, and that is this turn's own by now.
 */
function findPushedCommit(job: AgentJobRow): CommitIds | undefined {
  const state = readPushedBranch(job);
  return state === undefined || !isPushedInTurn(job) ? undefined : { sha: state.commit, tree: state.tree };
}

/** The job's creation, a second later for each follow-up: fixed, and in the order of the turns. */
function commitDate(job: AgentJobRow): Date {
  return new Date(Math.floor(job.created_at.getTime() / 1000) * 1000 + (job.turns - 1) * 1000);
}
