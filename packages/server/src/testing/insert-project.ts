import type { Database } from '../platform/database/index.ts';
import { HOME } from './module-database.ts';

export interface ProjectFacts {
  readonly organizationId?: string;
  readonly repository?: string;
  readonly branch?: string;
  readonly docsFolder?: string;
  readonly model?: string;
}

/**
 * Inserts a project's row for tests of objects in a project, without the checks of `createProject`. The project's sites
 * have no social images, because drawing them takes a third of a small build's time.
 */
export async function insertProject(
  { pool }: Pick<Database<unknown>, 'pool'>,
  id: string,
  facts: ProjectFacts = {},
): Promise<string> {
  const { organizationId = HOME, repository = `local:${id}`, branch = 'main', docsFolder = '' } = facts;
  await pool.query(
    `INSERT INTO projects (id, organization_id, name, repository, branch, docs_folder, deployment_kind, model, features, as_draft)
     VALUES ($1, $2, $1, $3, $4, $5, 'cloud', $6, '{"socialImages": false}', true)`,
    [id, organizationId, repository, branch, docsFolder, facts.model ?? 'builtin/rules-1'],
  );
  return id;
}
