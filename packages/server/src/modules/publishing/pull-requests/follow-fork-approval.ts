import type { Transaction } from 'kysely';
import {
  endDeploymentIn,
  listUnbuiltForks,
  pollPullRequestsSoon,
  type DeploymentTables,
  type EndDeps,
} from '../deployments/index.ts';
import type { ProjectRow, ProjectTables } from '../../project-config/projects/index.ts';
import { clearApproval, lockPullRequest } from './store.ts';
import type { PullRequestHint } from './sync-pull-request.ts';
import type { PullRequestTables } from './tables.ts';

type Tx = Transaction<DeploymentTables & ProjectTables & PullRequestTables>;

export interface ForkApprovalDeps extends EndDeps {
  /** Called in the transaction, to request another sync of the pull request. */
  readonly notifyPullRequest: (tx: Tx, hint: PullRequestHint) => Promise<void>;
}

/** Applies the project's setting to heads that are waiting or being built. The caller has locked the site's row. */
export async function followForkApproval(
  deps: ForkApprovalDeps,
  tx: Tx,
  { project, isRequired }: { readonly project: ProjectRow; readonly isRequired: boolean },
): Promise<void> {
  if (!isRequired) return pollPullRequestsSoon(tx, project.id);
  for (const { id, number, commit } of await listUnbuiltForks(tx, project.id)) {
    const pull = await lockPullRequest(tx, project.id, number);
    const summary = 'Not built: commits from forks now require approval by a maintainer.';
    const ended = await endDeploymentIn(deps, tx, { id, status: 'skipped', summary });
    // Someone may also have approved this exact head.
    if (ended === undefined || !pull?.approved_by_setting || pull.approved_commit !== commit) continue;
    await clearApproval(tx, pull);
    const { organization_id: organizationId, repository } = project;
    await deps.notifyPullRequest(tx, { organizationId, repository, pullRequest: number, author: pull.author });
  }
}
