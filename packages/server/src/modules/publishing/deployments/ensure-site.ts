import { idPrefixes } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { newId } from '../../../platform/ids/index.ts';
import { projectNotFound, type ProjectRow, type ProjectTables } from '../../project-config/projects/index.ts';
import { siteNotLive } from './errors.ts';
import { toPreviewLabel, toSlug } from './slug.ts';
import {
  holdProject,
  insertEnvironment,
  insertSite,
  lockEnvironment,
  lockSiteOf,
  findEnvironment,
  findSite,
  takeSlug,
} from './site-store.ts';
import type { DeploymentTables, EnvironmentRow, SiteRow } from './tables.ts';

export interface LiveSite {
  readonly site: SiteRow;
  readonly production: EnvironmentRow;
}

type Tx = Transaction<DeploymentTables & ProjectTables>;

/**
 * Refuses projects that aren't deployed by this service, because they can't have a live site.
 * @throws ApiError site_not_live
 */
export function requireLiveKind(project: Pick<ProjectRow, 'deployment_kind'>): void {
  if (project.deployment_kind !== 'cloud') throw siteNotLive(project.deployment_kind);
}

/**
 * Returns the project's site and its production, and creates them on first use.
 * @throws ApiError site_not_live, not_found
 */
export async function ensureSite(tx: Tx, project: ProjectRow): Promise<LiveSite> {
  requireLiveKind(project);
  const { id: projectId, organization_id: organizationId } = project;
  if (!(await holdProject(tx, projectId))) throw projectNotFound(projectId);
  const found = await findWithProduction(tx, projectId);
  if (found !== undefined) return found;
  // Serializes concurrent first uses.
  await lockSiteOf(tx, projectId);
  const made = await findWithProduction(tx, projectId);
  if (made !== undefined) return made;
  await insertSite(tx, {
    project_id: projectId,
    organization_id: organizationId,
    slug: await takeFreeSlug(tx, project),
  });
  await insertEnvironment(tx, {
    id: newId(idPrefixes.environment),
    organization_id: organizationId,
    project_id: projectId,
    kind: 'production',
    branch: null,
    label: null,
    pull_request: null,
  });
  const site = await findWithProduction(tx, projectId);
  if (site === undefined) throw new Error(`the site of ${projectId} was not created`);
  return site;
}

async function findWithProduction(tx: Tx, projectId: string): Promise<LiveSite | undefined> {
  const site = await findSite(tx, projectId);
  const production = site && (await findEnvironment(tx, projectId, null));
  return site && production && { site, production };
}

async function takeFreeSlug(tx: Tx, project: ProjectRow): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const slug = toSlug(project.name, attempt);
    if (await takeSlug(tx, slug, project.id)) return slug;
  }
  throw new Error(`no free slug for ${project.id}`);
}

/**
 * Returns or creates a branch's environment, which has a permanent address, and locks it until the transaction ends.
 */
export async function ensurePreview(
  tx: Tx,
  site: SiteRow,
  branch: string,
  pullRequest: number | null = null,
): Promise<EnvironmentRow> {
  const { project_id: projectId, organization_id: organizationId, slug } = site;
  const found = await findPreview(tx, projectId, branch);
  if (found !== undefined) return found;
  await insertEnvironment(tx, {
    id: newId(idPrefixes.environment),
    organization_id: organizationId,
    project_id: projectId,
    kind: 'preview',
    branch,
    label: toPreviewLabel(branch, slug),
    pull_request: pullRequest,
  });
  const environment = await findPreview(tx, projectId, branch);
  if (environment === undefined) throw new Error(`the preview of ${branch} of ${projectId} was not created`);
  return environment;
}

/** Finds and locks a preview. Also returns `undefined` if another transaction has just deleted the preview. */
async function findPreview(tx: Tx, projectId: string, branch: string): Promise<EnvironmentRow | undefined> {
  const found = await findEnvironment(tx, projectId, branch);
  return found && lockEnvironment(tx, found.id);
}
