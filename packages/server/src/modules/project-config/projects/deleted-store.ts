import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { ProjectTables } from './store.ts';

type Db = Queryable<ProjectTables>;

/** A deleted project that still has rows or files. */
export interface DeletedProject {
  readonly projectId: string;
  readonly organizationId: string;
  readonly unusedRepository: string | null;
}

const deletedProject = sql`project_id as "projectId", organization_id as "organizationId", unused_repository as "unusedRepository"`;

export async function selectDeletedProject(db: Db, projectId: string): Promise<DeletedProject | undefined> {
  const { rows } = await sql<DeletedProject>`
    select ${deletedProject} from deleted_projects where project_id = ${projectId}`.execute(db);
  return rows[0];
}

export async function selectDeletedProjects(db: Db, organizationId: string): Promise<DeletedProject[]> {
  const { rows } = await sql<DeletedProject>`
    select ${deletedProject} from deleted_projects where organization_id = ${organizationId} order by project_id limit 1000`.execute(
    db,
  );
  return rows;
}

/** Selects the IDs of all organizations' deleted projects, oldest deletion first. */
export async function selectDeletedProjectIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select project_id as id from deleted_projects order by deleted_at limit 1000`.execute(db);
  return rows.map(({ id }) => id);
}

/** Removes the record of a deleted project, after all of its rows and files were deleted. */
export async function forgetDeletedProject(db: Db, projectId: string): Promise<void> {
  await sql`delete from deleted_projects where project_id = ${projectId}`.execute(db);
}

/** Selects a deleted organization's next remaining project. */
export async function selectProjectToDelete(db: Db, organizationId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from projects where organization_id = ${organizationId} order by created_at desc, id desc limit 1`.execute(
    db,
  );
  return rows[0]?.id;
}
