import type { Queryable } from '../../../platform/database/index.ts';
import { unknownProject } from './errors.ts';
import { selectKnownProjects, type ProjectTables } from './store.ts';

/**
 * Checks a list of projects in a body. Another organization's project results in the same error as a nonexistent
 * project.
 * @param path the path of the list in the body
 * @throws {ApiError} invalid_request: if an ID isn't a project of the organization
 */
export async function requireProjects(
  db: Queryable<ProjectTables>,
  organizationId: string,
  ids: readonly string[],
  path = '/projectIds',
): Promise<void> {
  const known = await selectKnownProjects(db, organizationId, ids);
  for (const [index, id] of ids.entries()) if (!known.has(id)) throw unknownProject(id, `${path}/${index}`);
}
