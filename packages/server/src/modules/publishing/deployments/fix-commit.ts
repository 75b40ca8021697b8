import type { Transaction } from 'kysely';
import type { CodeHost } from '../../../platform/code-host/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { isGitError, type Mirror } from '../../../platform/git/index.ts';
import { LeaseLost } from '../../../platform/job-engine/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import { DeploymentFailure } from './deployment-failure.ts';
import type { EndDeps } from './end-deployment.ts';
import { isHint } from './hint-sources.ts';
import { lockEnvironment, findEnvironmentById } from './site-store.ts';
import { fixPromoted, observeHead, findDeployment, selectSuccessOf } from './store.ts';
import type { DeploymentRow, DeploymentTables, EnvironmentRow } from './tables.ts';

export interface FixedCommit {
  readonly commit: string;
  readonly branch: string;
  /** False if the commit was already deployed and nobody requested the deployment. */
  readonly isNew: boolean;
  /** Whether the author has no write access to the repository. */
  readonly isFork: boolean;
}

interface CommitRequest {
  readonly deployment: DeploymentRow;
  readonly project: ProjectRow;
  readonly host: CodeHost;
  readonly mirror: Mirror;
  readonly signal: AbortSignal;
}

/** Reads the head and records it for later attempts. Production uses the project's branch at the time of reading. */
export async function fixCommit(
  deps: Pick<EndDeps, 'onChanged'> & { readonly database: Database<DeploymentTables> },
  request: CommitRequest,
): Promise<FixedCommit> {
  const { database } = deps;
  const { deployment, project, mirror, signal } = request;
  const { id, attempt, environment_id: environmentId } = deployment;
  const known = await findEnvironmentById(database.kysely, environmentId);
  if (known === undefined) throw new LeaseLost();
  const isFork = known.pull_request !== null;
  const isFixed = deployment.observation !== null;
  const branch = known.kind === 'production' && !isFixed ? project.branch : deployment.branch;
  const head = isFork ? await fetchFork(request, known) : await fetchBranch(mirror, branch, signal);
  if (isFixed && deployment.commit !== null) return { commit: deployment.commit, branch, isNew: true, isFork };
  if (isFork) requireApproved(deployment, { number: known.pull_request, head });
  const fixed = await database.kysely.transaction().execute(async (tx) => {
    const environment = await lockEnvironment(tx, environmentId);
    const promoted = await findPromoted(tx, { deployment, environment, head });
    if (promoted !== undefined) {
      if (!(await fixPromoted(tx, { id, attempt }, { environmentId, ...promoted }))) throw new LeaseLost();
      return { ...promoted, isNew: true, isFork };
    }
    const isNew = environment?.observed_commit !== head || !(await isNothingNew(tx, deployment, head));
    if (!(await observeHead(tx, { id, attempt }, { environmentId, branch, commit: head }))) throw new LeaseLost();
    if (isNew)
      await deps.onChanged(tx, { organizationId: project.organization_id, projectId: project.id, environmentId });
    return { commit: head, branch, isNew, isFork };
  });
  if (fixed.branch !== branch) await fetchIfThere(mirror, fixed.branch, signal);
  return fixed;
}

/** Fetches a branch, if it exists. A promoted preview's branch may be deleted, but the mirror still has its commit. */
async function fetchIfThere(mirror: Mirror, branch: string, signal: AbortSignal): Promise<void> {
  await mirror.fetch({ branches: [branch], signal }).catch((error: unknown) => {
    if (!isGitError(error) || error.code !== 'branch-not-found') throw error;
  });
}

/** Finds the promoted commit, if only the site's settings changed and the head is still the same. */
async function findPromoted(
  tx: Transaction<DeploymentTables>,
  at: { readonly deployment: DeploymentRow; readonly environment: EnvironmentRow | undefined; readonly head: string },
): Promise<{ readonly commit: string; readonly branch: string } | undefined> {
  const { deployment, environment, head } = at;
  if (!deployment.keeps_promotion || environment?.pinned_commit !== head) return undefined;
  const active = await findDeployment(tx, environment.active_deployment_id ?? '');
  const commit = active?.commit ?? null;
  return active === undefined || commit === null ? undefined : { commit, branch: active.branch };
}

async function fetchBranch(mirror: Mirror, branch: string, signal: AbortSignal): Promise<string> {
  await mirror.fetch({ branches: [branch], signal });
  return mirror.resolveRef(branch, { signal });
}

/** Fetches the head by the repository's own reference; the fork isn't accessed. */
async function fetchFork(
  { host, mirror, signal }: CommitRequest,
  { pull_request: number }: Pick<EnvironmentRow, 'pull_request'>,
): Promise<string> {
  const ref = host.pullRequestRef?.(number ?? 0);
  if (ref !== undefined) return mirror.fetchPullRequest(ref, { signal });
  throw new DeploymentFailure(
    'branch_not_found',
    `The code host (${host.kind}) doesn't provide the commits of pull requests from forks. Push them to a branch of the repository to preview them.`,
  );
}

/** Checks that the head is the approved one, not a later one. */
function requireApproved(
  { commit }: DeploymentRow,
  { number, head }: { readonly number: number | null; readonly head: string },
): void {
  if (commit === head) return;
  throw new DeploymentFailure(
    'branch_moved',
    `The head of pull request #${number} is now ${head.slice(0, 12)}, but ${commit?.slice(0, 12) ?? 'none'} was approved. The new head needs its own approval.`,
  );
}

/** Whether this is a late or repeated hook, or a push of an already deployed commit that nobody requested again. */
async function isNothingNew(
  tx: Transaction<DeploymentTables>,
  { source, environment_id: environmentId }: DeploymentRow,
  commit: string,
): Promise<boolean> {
  return isHint(source) && selectSuccessOf(tx, environmentId, commit);
}
