import { operations, type SitePullRequest } from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import type { DeploymentTables, EnqueueDeps } from '../deployments/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';
import { approvePullRequest, requireProject } from './approve-pull-request.ts';
import { waitsForApproval } from './waits-for-approval.ts';
import { selectOpen } from './store.ts';
import type { PullRequestRow, PullRequestTables } from './tables.ts';

export interface PullRequestRouteDeps extends EnqueueDeps {
  readonly database: Database<DeploymentTables & ProjectTables & PullRequestTables>;
}

export function registerPullRequestRoutes(routes: OperationRoutes, deps: PullRequestRouteDeps): void {
  const { kysely } = deps.database;
  routes.handle(operations.listPullRequests, async ({ principal, params }) => {
    const project = await requireProject(kysely, principal, params.projectId);
    return { pullRequests: (await selectOpen(kysely, project.id)).map(toSitePullRequest) };
  });
  routes.handle(operations.approvePullRequest, async ({ principal, params, body }) =>
    toSitePullRequest(
      await kysely.transaction().execute((tx) => approvePullRequest(deps, tx, { principal, ...params, body })),
    ),
  );
}

const toSitePullRequest = (row: PullRequestRow): SitePullRequest => ({
  projectId: row.project_id,
  number: row.number,
  url: row.url,
  title: row.title,
  author: row.author,
  headBranch: row.head_branch,
  headCommit: row.head_commit,
  baseBranch: row.base_branch,
  fork: row.from_fork,
  waitsForApproval: waitsForApproval(row),
  approval:
    row.approved_commit === null || row.approved_by === null || row.approved_at === null
      ? null
      : { commit: row.approved_commit, by: row.approved_by, at: row.approved_at.toISOString() },
  problem: row.problem,
});
