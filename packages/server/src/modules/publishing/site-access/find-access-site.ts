import type { Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import type { ProjectRow, ProjectTables } from '../../project-config/projects/index.ts';
import { ensureSite, lockSite, requireProjectOf, type DeploymentTables, type SiteRow } from '../deployments/index.ts';
import { accessElsewhere } from './errors.ts';
import type { SiteAccessTables } from './tables.ts';

export type Tables = SiteAccessTables & DeploymentTables & ProjectTables;

/**
 * Returns a project whose site this installation serves.
 * @throws {ApiError} not_found, site_not_live
 */
export async function requireServedProject(
  db: Queryable<Tables>,
  principal: Principal,
  projectId: string,
): Promise<ProjectRow> {
  const project = await requireProjectOf(db, principal, projectId);
  if (project.deployment_kind !== 'cloud') throw accessElsewhere(project.deployment_kind);
  return project;
}

/** Serializes changes to a site's access settings. */
export async function lockAccess(tx: Transaction<Tables>, project: ProjectRow): Promise<SiteRow> {
  const { site } = await ensureSite(tx, project);
  return (await lockSite(tx, project.id)) ?? site;
}
