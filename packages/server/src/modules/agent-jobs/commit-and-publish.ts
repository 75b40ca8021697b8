import type { PullRequestFacts, TurnOutcome } from '@docwright/doc-agent';
import type { Database } from '../../platform/database/index.ts';
import type { FaultPoint } from '../../platform/fault-points/index.ts';
import type { ResolvedAgentSettings } from '../agent-settings/index.ts';
import type { ProjectRow } from '../projects/index.ts';
import { commitTurn } from './commit-turn.ts';
import { findTemplate } from './find-template.ts';
import type { PreparedRepository } from './preflight.ts';
import { publish, type Published } from './publish.ts';
import type { AgentJobRow, AgentJobTables } from './tables.ts';

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
}

/** From a turn's outcome to its pull request. May be repeated: what an earlier attempt pushed is found, not made again. */
export async function commitAndPublish(deps: PublishingDeps, finished: Finished): Promise<Published> {
  const { job, project, repository, settings, outcome, signal } = finished;
  const { host, mirror, baseCommit } = repository;
  const facts = await gatherFacts(deps, finished);
  const parts = { database: deps.database, host, mirror, faultPoint: deps.faultPoint };
  const request = {
    job,
    facts,
    signal,
    baseCommit,
    docsFolder: project.docs_folder,
    date: commitDate(job),
    people: { labels: settings.labels, reviewers: settings.reviewers },
    draft: isDraft(finished),
  };
  const before = findPushedCommit(job);
  if (before !== undefined) return publish(parts, { ...request, commit: before });
  const made = await commitTurn(mirror, { ...request, overlay: outcome.overlay });
  if (made.kind === 'unchanged') return { kind: 'nothing' };
  const conflict = await findUpstreamConflict(finished, made.sha);
  return conflict ?? publish(parts, { ...request, commit: { sha: made.sha, tree: made.tree } });
}

async function gatherFacts({ baseUrl }: PublishingDeps, finished: Finished): Promise<PullRequestFacts> {
  const { job, prompt, outcome, repository, signal } = finished;
  const template = await findTemplate(repository, signal);
  return {
    jobId: job.id,
    jobUrl: `${baseUrl}/dashboard/jobs/${job.project_id}/${job.id}`,
    prompt,
    outcome,
    ...(template !== undefined && { template }),
  };
}

function isDraft({ job, settings, outcome }: Finished): boolean {
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
 * The base branch went on while the agent worked: where both changed the same lines, a pull request could not be merged.
 * Where they did not, the code host's merge keeps both. Only before the first push: later, people see it in the pull request.
 */
async function findUpstreamConflict(
  { job, repository, signal }: Finished,
  commit: string,
): Promise<Published | undefined> {
  if (job.pushed_sha !== null) return undefined;
  const { mirror, baseCommit } = repository;
  const { branches } = await mirror.fetch({ branches: [job.base_branch], signal });
  const head = branches.get(job.base_branch);
  if (head === undefined || head === baseCommit) return undefined;
  const merge = await mirror.mergeTrees(head, commit, { signal });
  if (merge.kind === 'clean') return undefined;
  const reason = `While the agent worked, ${job.base_branch} was changed in the same places, so nothing was published. Create a new job: it begins with the newest commit.`;
  return { kind: 'conflict', reason, paths: merge.paths };
}

/**
 * What an earlier attempt of this turn pushed. To make the commit again would find nothing left to change: it is made on
 * top of the newest pushed commit, and that is this turn's own by now.
 */
function findPushedCommit(job: AgentJobRow): { readonly sha: string; readonly tree: string } | undefined {
  const isPushed = job.publish_state === 'pushed' || job.publish_state === 'pr_known';
  if (!isPushed || job.commit_sha === null || job.tree_sha === null) return undefined;
  return { sha: job.commit_sha, tree: job.tree_sha };
}

/** The job's creation, a second later for each follow-up: fixed, and in the order of the turns. */
function commitDate(job: AgentJobRow): Date {
  return new Date(Math.floor(job.created_at.getTime() / 1000) * 1000 + (job.turns - 1) * 1000);
}
