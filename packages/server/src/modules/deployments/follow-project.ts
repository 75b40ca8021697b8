import type { Transaction } from 'kysely';
import { ensureSite } from './ensure-site.ts';
import type { ProjectRow, ProjectTables } from '../projects/index.ts';
import { requestDeployment, type DeploymentWish, type EnqueueDeps } from './request-deployment.ts';
import { notifySite } from './site-store.ts';
import type { DeploymentTables } from './tables.ts';

/** What of a project is in its site: a change of it is deployed. */
const fieldsOfSource = ['repository', 'branch', 'docsFolder', 'deploymentKind'];
const fieldsOfSite = [...fieldsOfSource, 'features', 'excludeOrphans'];

export interface SavedProject {
  readonly project: ProjectRow;
  /** Names of what was changed; undefined for a new project. */
  readonly changed: readonly string[] | undefined;
  readonly author: string;
}

/** A new project of the cloud kind, and one whose site is another now, is deployed without being asked for. */
export async function followProject(
  deps: EnqueueDeps,
  tx: Transaction<DeploymentTables & ProjectTables>,
  { project, changed, author }: SavedProject,
): Promise<void> {
  // Edges stop answering for what is no longer ours to serve.
  if (project.deployment_kind !== 'cloud') return notifySite(tx, project.id);
  if (changed !== undefined && !changed.some((field) => fieldsOfSite.includes(field))) return;
  const isOther = changed === undefined || changed.some((field) => fieldsOfSource.includes(field));
  const source = changed === undefined ? 'onboarding' : 'internal';
  await deployAnew(deps, tx, { project, source, author, keepsPromotion: !isOther });
}

/** What production is built of is another now, whatever became of its branch. */
export async function deployAnew(
  deps: EnqueueDeps,
  tx: Transaction<DeploymentTables & ProjectTables>,
  wish: Pick<DeploymentWish, 'project' | 'source' | 'author' | 'keepsPromotion'>,
): Promise<void> {
  const { production } = await ensureSite(tx, wish.project);
  await requestDeployment(deps, tx, { ...wish, environment: production, branch: wish.project.branch });
}
