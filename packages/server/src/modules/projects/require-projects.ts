import type { Queryable } from '../../platform/database/index.ts';
import { unknownProject } from './errors.ts';
import { selectKnownProjects, type ProjectTables } from './store.ts';

/**
 * For a list of projects in a body. Those of other organizations are as unknown as those that never were.
 * @param path of the list in the body
 * @throws {ApiError} invalid_request: an id is of no project of the organization
 */
export async function requireProjects(
  db: Queryable<ProjectTables>,
  organizationId: string,
  ids: readonly string[],
  path = '/projectIds',
): Promise<void> {
  const known = await selectKnownProjects(db, organizationId, ids);
  for (const [index, id] of ids.entries()) if (!known.has(id)) throw unknownProject(id, `${path}/${String(index)}`);
}
