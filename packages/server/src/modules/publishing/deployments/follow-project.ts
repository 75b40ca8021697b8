import type { Transaction } from 'kysely';
import { ensureSite } from './ensure-site.ts';
import type { ProjectRow, ProjectTables } from '../../project-config/projects/index.ts';
import { requestDeployment, type NewDeployment, type EnqueueDeps } from './request-deployment.ts';
import { notifySite } from './site-store.ts';
import type { DeploymentTables } from './tables.ts';

/** Fields of a project that affect its site. A change to one of them is deployed. */
const fieldsOfSource = ['repository', 'branch', 'docsFolder', 'deploymentKind'];
const fieldsOfSite = [...fieldsOfSource, 'features', 'excludeOrphans'];

export interface SavedProject {
  readonly project: ProjectRow;
  /** Names of the changed fields; `undefined` for a new project. */
  readonly changed: readonly string[] | undefined;
  readonly author: string;
}

/** Deploys new cloud projects, and projects whose site a change affects. */
export async function followProject(
  deps: EnqueueDeps,
  tx: Transaction<DeploymentTables & ProjectTables>,
  { project, changed, author }: SavedProject,
): Promise<void> {
  // This installation serves only cloud projects, so edges must stop serving the site.
  if (project.deployment_kind !== 'cloud') return notifySite(tx, project.id);
  if (changed !== undefined && !changed.some((field) => fieldsOfSite.includes(field))) return;
  const isOther = changed === undefined || changed.some((field) => fieldsOfSource.includes(field));
  const source = changed === undefined ? 'onboarding' : 'internal';
  await redeployProduction(deps, tx, { project, source, author, keepsPromotion: !isOther });
}

/** Redeploys after production's source has changed, even if its branch is unchanged. */
export async function redeployProduction(
  deps: EnqueueDeps,
  tx: Transaction<DeploymentTables & ProjectTables>,
  deployment: Pick<NewDeployment, 'project' | 'source' | 'author' | 'keepsPromotion'>,
): Promise<void> {
  const { production } = await ensureSite(tx, deployment.project);
  await requestDeployment(deps, tx, { ...deployment, environment: production, branch: deployment.project.branch });
}
