import type { DeploymentSource } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { ProjectRow, ProjectTables } from '../../project-config/projects/index.ts';
import { ensurePreview, ensureSite } from './ensure-site.ts';
import { previewsOff } from './errors.ts';
import { requestDeployment, type EnqueueDeps } from './request-deployment.ts';
import type { DeploymentTables } from './tables.ts';

/** Returns the branch name of a preview of a fork's pull request. Real branch names don't contain colons. */
export const toForkBranch = (number: number): string => `pull:${number}`;

/**
 * Requests a preview of one approved head of a fork.
 * @throws ApiError site_not_live, previews_off, not_found
 */
export async function deployFork(
  deps: EnqueueDeps,
  tx: Transaction<DeploymentTables & ProjectTables>,
  fork: {
    readonly project: ProjectRow;
    readonly number: number;
    readonly commit: string;
    readonly source: DeploymentSource;
    /** The person who approved the head, or who opened the pull request if no approval is needed. */
    readonly author: string | null;
  },
): Promise<void> {
  const { project, number, commit, source, author } = fork;
  const { site } = await ensureSite(tx, project);
  if (!site.previews) throw previewsOff();
  const branch = toForkBranch(number);
  const environment = await ensurePreview(tx, site, branch, number);
  await requestDeployment(deps, tx, { project, environment, branch, source, author, commit });
}
