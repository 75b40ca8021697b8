import { idPrefixes } from '@docwright/contract';
import type { PullRequestFacts, TurnOutcome } from '@docwright/doc-agent';
import type { Database } from '../../../../platform/database/index.ts';
import type { FaultPoint } from '../../../../platform/fault-points/index.ts';
import type { ResolvedAgentSettings } from '../../../project-config/agent-settings/index.ts';
import type { ProjectRow } from '../../../project-config/projects/index.ts';
import type { OnPublished } from './advance.ts';
import { isPushedInTurn, readBranch, readPushedBranch } from './branch-state.ts';
import { commitTurn, type CommitRequest } from './commit-turn.ts';
import { findReviewers } from './find-reviewers.ts';
import { findTemplate } from './find-template.ts';
import type { PreparedRepository } from './published.ts';
import { publish } from './publish.ts';
import type { CommitIds, Published } from './published.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import { readOverlayImages } from '../overlay-store.ts';
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

/**
 * Publishes a turn's outcome as a pull request. Can be repeated: pushed commits of an earlier attempt are found, not
 * created again.
 */
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
    people: { labels: settings.labels, reviewers: await listReviewers(finished, facts) },
    draft: isDraft(finished),
  };
  // Independent steps that each wait for git or for the code host.
  const [commit, upstream, template] = await Promise.all([
    findPushedCommit(job) ?? makeCommit(deps, finished, { ...request, facts }),
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

/** Collects all facts except the repository's template, which a commit's message doesn't need. */
async function toFacts(
  { database, baseUrl }: PublishingDeps,
  { job, prompt, outcome }: Finished,
): Promise<PullRequestFacts> {
  const jobUrl = `${baseUrl}/dashboard/jobs/${job.project_id}/${job.id}`;
  const earlier = job.turns === 1 ? [] : await selectEarlierTurns(database.kysely, job);
  const { evidence = [] } = await selectTurn(database.kysely, job.id, 1);
  const { evidence: turnEvidence = [] } = await selectTurn(database.kysely, job.id, job.turns);
  const automation = readAutomation(job);
  const evidenceUrl = `${baseUrl}/dashboard/projects/${job.project_id}/analytics`;
  const seen = evidence.length === 0 ? {} : { evidence, evidenceUrl };
  const started = automation === undefined ? {} : { automation };
  return { jobId: job.id, jobUrl, turn: job.turns, prompt, outcome, earlier, turnEvidence, ...seen, ...started };
}

/** Returns the name of the automation that created the job. */
const readAutomation = ({ started_by_kind: kind, started_by_id: id, started_by_name: name }: AgentJobRow) =>
  kind === 'system' && id?.startsWith(`${idPrefixes.automation}_`) === true ? (name ?? undefined) : undefined;

/**
 * Lists the reviewers in the project's settings. If the settings name nobody, reviewers are chosen only for an
 * automation's pull request, which no one is waiting for. A person who starts a job reviews its pull request.
 */
async function listReviewers(
  { project, repository, settings, outcome, signal }: Finished,
  { automation, turnEvidence = [] }: PullRequestFacts,
): Promise<readonly string[]> {
  if (settings.reviewers.length > 0 || automation === undefined) return settings.reviewers;
  const folder = project.docs_folder === '' ? '' : `${project.docs_folder}/`;
  const paths = outcome.files.map(({ path }) => `${folder}${path}`);
  return findReviewers(repository, { paths, evidence: turnEvidence }, signal);
}

/** Returns `undefined` if the overlay changes nothing. */
async function makeCommit(
  { database }: PublishingDeps,
  { repository, outcome: { overlay } }: Finished,
  request: Omit<CommitRequest, 'overlay' | 'images'>,
): Promise<CommitIds | undefined> {
  const images = await readOverlayImages(database.kysely, request.job.id, overlay);
  const made = await commitTurn(repository.mirror, { ...request, overlay, images });
  return made.kind === 'unchanged' ? findUnshown(request.job) : { sha: made.sha, tree: made.tree };
}

/** Finds the commit of an earlier turn that was interrupted between its push and its pull request. */
function findUnshown(job: AgentJobRow): CommitIds | undefined {
  const state = readBranch(job);
  return state.kind === 'pushed' && state.head === state.commit ? { sha: state.commit, tree: state.tree } : undefined;
}

/** Whether the pull request is a draft. Risks must be reviewed before merging, regardless of any settings. */
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

/**
 * Returns the newest base commit if the base moved while the agent worked. Checked only before the first push;
 * afterwards, the pull request shows it.
 */
async function findMovedBase({ job, repository, signal }: Finished): Promise<string | undefined> {
  if (readPushedBranch(job) !== undefined) return undefined;
  const { mirror, baseCommit } = repository;
  const { branches } = await mirror.fetch({ branches: [job.base_branch], signal });
  const head = branches.get(job.base_branch);
  return head === baseCommit ? undefined : head;
}

/**
 * Returns a conflict if the agent and the base branch changed the same lines, because the pull request couldn't be
 * merged. Otherwise the code host's merge keeps both changes.
 */
async function findConflict(
  { job, repository, signal }: Finished,
  upstream: string,
  commit: string,
): Promise<Published | undefined> {
  const merge = await repository.mirror.mergeTrees(upstream, commit, { signal });
  if (merge.kind === 'clean') return undefined;
  const reason = `While the agent was working, the same lines changed on ${job.base_branch}, so nothing was published. Send a follow-up: it starts from the newest commit, including those changes.`;
  return { kind: 'conflict', reason, paths: merge.paths };
}

/**
 * Finds the commit that an earlier attempt of this turn pushed. Another commit would contain no changes, because
 * commits are based on the newest pushed commit, which already belongs to this turn.
 */
function findPushedCommit(job: AgentJobRow): CommitIds | undefined {
  const state = readPushedBranch(job);
  return state === undefined || !isPushedInTurn(job) ? undefined : { sha: state.commit, tree: state.tree };
}

/** Returns the job's creation time plus one second per follow-up: deterministic, and in the order of the turns. */
function commitDate(job: AgentJobRow): Date {
  return new Date(Math.floor(job.created_at.getTime() / 1000) * 1000 + (job.turns - 1) * 1000);
}
