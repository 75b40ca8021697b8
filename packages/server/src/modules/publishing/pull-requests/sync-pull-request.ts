import { isCodeHostError, type CodeHost, type PullRequest } from '../../../platform/code-host/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { branchNameRule, isBranchName } from '../../../platform/git/index.ts';
import {
  endPreview,
  findEnvironment,
  listLiveProjects,
  checkHead,
  toForkBranch,
  toPushSource,
  type DeploymentTables,
  type EndDeps,
  type WatchDeps,
} from '../deployments/index.ts';
import type { ProjectRow, ProjectTables } from '../../project-config/projects/index.ts';
import type { RateLimitTables } from '../../foundation/rate-limits/index.ts';
import { approveBySetting, type SettingAnswer } from './approve-by-setting.ts';
import { deleteLongEnded, savePullRequest, selectOpen, selectPullRequest, setProblem } from './store.ts';
import type { PullRequestRow, PullRequestTables } from './tables.ts';

/** A hint that a pull request may have changed. The code host is then queried. */
export interface PullRequestHint {
  readonly organizationId: string;
  /** The repository as stored in its projects. */
  readonly repository: string;
  readonly pullRequest: number;
  /** Display name of the person who changed it. */
  readonly author: string | null;
}

export interface PullRequestDeps extends WatchDeps, Pick<EndDeps, 'onChanged'> {
  readonly database: Database<DeploymentTables & ProjectTables & PullRequestTables & RateLimitTables>;
}

/** Syncs the pull request in every project of the repository. */
export async function followPullRequest(deps: PullRequestDeps, hint: PullRequestHint): Promise<void> {
  for (const project of await listLiveProjects(deps, hint)) await syncPullRequest(deps, project, hint);
}

/**
 * Fetches a pull request's current state and updates its preview. Can be called in any order and any number of times.
 */
export async function syncPullRequest(
  deps: PullRequestDeps,
  project: ProjectRow,
  { pullRequest: number, author }: Pick<PullRequestHint, 'pullRequest' | 'author'>,
): Promise<void> {
  const { host } = await deps.connectRepository({
    organizationId: project.organization_id,
    repository: project.repository,
  });
  const pull = await askHost(deps, { host, project, number });
  if (pull === undefined) return;
  const { kysely } = deps.database;
  const row = await savePullRequest(kysely, project, pull);
  if (row.state !== 'open') return endPreviewOf(deps, project, pull);
  if (row.from_fork) return followFork(deps, { host, project, row });
  if (pull.headBranch === project.branch) return;
  if (!isBranchName(pull.headBranch)) return setProblem(kysely, row, nameProblem);
  await checkHead(deps, project, { branch: pull.headBranch, author, reopensPreview: true });
  // The preview may have been built before the pull request was opened.
  const environment = await findEnvironment(kysely, project.id, pull.headBranch);
  if (environment === undefined) return;
  await kysely.transaction().execute((tx) =>
    deps.onChanged(tx, {
      organizationId: project.organization_id,
      projectId: project.id,
      environmentId: environment.id,
    }),
  );
}

const nameProblem = `The service can't build a branch with this name. Rename it to get a preview. Allowed: ${branchNameRule}.`;

/** Follows a fork's pull request, whose head is built after a person or the project's setting approves it. */
async function followFork(
  deps: PullRequestDeps,
  { host, project, row }: { readonly host: CodeHost; readonly project: ProjectRow; readonly row: PullRequestRow },
): Promise<void> {
  if (row.approved_commit === row.head_commit) return;
  // Without a reference to the head, nothing can be built.
  const canBuild = host.pullRequestRef !== undefined;
  const asked = { project, number: row.number, source: toPushSource(host.kind) };
  const answer = canBuild ? await approveBySetting(deps, asked) : 'maintainer';
  if (answer !== 'approved') await reportWhyItWaits(host, row, waits[answer]);
}

const waits: Readonly<Record<Exclude<SettingAnswer, 'approved'>, string>> = {
  maintainer: 'From a fork: the preview is built when a maintainer approves this commit in Docwright.',
  slot: 'From a fork: the limit of fork previews is reached. The preview is built later, or when approved in Docwright.',
};

/** Shows readers of the pull request why its preview waits. A failure doesn't stop anything else. */
async function reportWhyItWaits(host: CodeHost, row: PullRequestRow, description: string): Promise<void> {
  try {
    await host.setStatus({
      sha: row.head_commit,
      context: 'docwright/preview',
      state: 'pending',
      description,
      url: row.url,
    });
  } catch (error) {
    if (!isCodeHostError(error)) throw error;
  }
}

/** Fetches a pull request from its host. A pull request that was deleted there counts as closed. */
async function askHost(
  { database }: PullRequestDeps,
  asked: { readonly host: CodeHost; readonly project: ProjectRow; readonly number: number },
): Promise<PullRequest | undefined> {
  try {
    return await asked.host.getPullRequest(asked.number);
  } catch (error) {
    if (!isCodeHostError(error, 'pull-request-not-found')) throw error;
    const known = await selectPullRequest(database.kysely, asked.project.id, asked.number);
    return (
      known && {
        number: known.number,
        url: known.url,
        state: 'closed',
        draft: false,
        title: known.title ?? '',
        author: known.author,
        body: '',
        headBranch: known.head_branch,
        headSha: known.head_commit,
        baseBranch: known.base_branch,
        fromFork: known.from_fork,
      }
    );
  }
}

/** Ends the preview unless another open pull request uses the same branch. */
async function endPreviewOf({ database }: PullRequestDeps, project: ProjectRow, pull: PullRequest): Promise<void> {
  await database.kysely.transaction().execute(async (tx) => {
    const others = pull.fromFork ? [] : await selectOpen(tx, project.id, pull.headBranch);
    const branch = pull.fromFork ? toForkBranch(pull.number) : pull.headBranch;
    if (others.length === 0) await endPreview(tx, { projectId: project.id, branch });
    await deleteLongEnded(tx, project.id);
  });
}
