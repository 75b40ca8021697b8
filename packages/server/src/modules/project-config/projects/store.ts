import type { Project } from '@docwright/contract';
import { sql, type ColumnType, type Selectable, type Transaction } from 'kysely';
import type { Queryable, TableOf } from '../../../platform/database/index.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';

export interface ProjectTables extends AuditLogTables {
  projects: ProjectsTable;
  shared_projects: TableOf<'shared_projects'>;
  project_domains: TableOf<'project_domains'>;
  deleted_projects: TableOf<'deleted_projects'>;
}
type ProjectsTable = TableOf<'projects', { features: ColumnType<Project['features'], string, string> }>;
export type ProjectRow = Selectable<ProjectsTable> & { readonly domains: string[] };
export type ProjectFields = Omit<Selectable<ProjectsTable>, 'created_at' | 'updated_at'>;

/**
 * A time after the previous one at the precision of `updatedAt`, because `If-Match` must distinguish two changes in the
 * same millisecond.
 */
const nextUpdatedAt = sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 millisecond')`;

const domainsOfProject = sql<string[]>`array(
  select domain from project_domains where project_id = projects.id order by position
)`.as('domains');

/**
 * Prevents other transactions from adding a project to the organization or changing which models apply, until this one
 * ends.
 */
export async function lockProjectList(tx: Transaction<ProjectTables>, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`projects of ${organizationId}`}, 0))`.execute(tx);
}

/** Whether the organization can have another project. Exact only if the list is locked. */
export async function hasRoomForProject(
  tx: Transaction<ProjectTables>,
  { organizationId, maxProjects }: { readonly organizationId: string; readonly maxProjects: number },
): Promise<boolean> {
  const last = await tx
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(maxProjects - 1)
    .limit(1)
    .executeTakeFirst();
  return last === undefined;
}

export async function insertProject(tx: Transaction<ProjectTables>, fields: ProjectFields): Promise<void> {
  await tx
    .insertInto('projects')
    .values({ ...fields, features: JSON.stringify(fields.features) })
    .execute();
}

export async function updateProjectRow(tx: Transaction<ProjectTables>, fields: ProjectFields): Promise<void> {
  const { id, organization_id: _organization, ...change } = fields;
  await tx
    .updateTable('projects')
    .set({ ...change, features: JSON.stringify(fields.features), updated_at: nextUpdatedAt })
    .where('id', '=', id)
    .execute();
}

/** Replaces a project's domains. If another project has one of them, returns its name instead. */
export async function replaceDomains(
  tx: Transaction<ProjectTables>,
  project: { readonly id: string; readonly organizationId: string },
  domains: readonly string[],
): Promise<string | undefined> {
  await tx.deleteFrom('project_domains').where('project_id', '=', project.id).execute();
  for (const [position, domain] of domains.entries()) {
    const inserted = await tx
      .insertInto('project_domains')
      .values({ organization_id: project.organizationId, domain, project_id: project.id, position })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows !== 1n) return domain;
  }
  return undefined;
}

export async function findProject(
  db: Queryable<ProjectTables>,
  organizationId: string,
  id: string,
): Promise<ProjectRow | undefined> {
  return db
    .selectFrom('projects')
    .selectAll()
    .select(domainsOfProject)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Finds a project for a request without a caller. The response must not reveal whether the project exists. */
export async function findProjectOfAnyOrganization(
  db: Queryable<ProjectTables>,
  id: string,
): Promise<ProjectRow | undefined> {
  return db.selectFrom('projects').selectAll().select(domainsOfProject).where('id', '=', id).executeTakeFirst();
}

export async function findProjectByDomain(
  db: Queryable<ProjectTables>,
  organizationId: string,
  domain: string,
): Promise<ProjectRow | undefined> {
  return db
    .selectFrom('project_domains')
    .innerJoin('projects', 'projects.id', 'project_domains.project_id')
    .selectAll('projects')
    .select(domainsOfProject)
    .where('project_domains.organization_id', '=', organizationId)
    .where('project_domains.domain', '=', domain)
    .executeTakeFirst();
}

/** Names and stored repositories of an organization's projects. */
export async function listProjectRepositories(
  db: Queryable<ProjectTables>,
  organizationId: string,
): Promise<{ readonly id: string; readonly name: string; readonly repository: string }[]> {
  return db
    .selectFrom('projects')
    .select(['id', 'name', 'repository'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();
}

export async function findProjectUsing(
  db: Queryable<ProjectTables>,
  organizationId: string,
  repository: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('projects')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('repository', '=', repository)
    .limit(1)
    .executeTakeFirst();
  return row?.name;
}

/** Returns those of the given IDs that belong to projects of the organization. */
export async function selectKnownProjects(
  db: Queryable<ProjectTables>,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Selects projects, newest first. `after` is the last ID of the previous page; `ids` limits the list to these. */
export async function selectProjects(
  db: Queryable<ProjectTables>,
  organizationId: string,
  page: { readonly limit: number; readonly after: string | undefined; readonly ids: readonly string[] | null },
): Promise<ProjectRow[]> {
  return db
    .selectFrom('projects')
    .selectAll()
    .select(domainsOfProject)
    .where('organization_id', '=', organizationId)
    .$if(page.ids !== null, (query) => query.where('id', 'in', page.ids ?? []))
    .$if(page.after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (select created_at, id from projects where id = ${page.after})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
}

/**
 * Serializes changes to a project; returns false if it doesn't exist. Rows that refer to the project can still be
 * inserted, for example when a deployment ends, because the change may wait for a lock that the inserting transaction
 * holds.
 */
export async function lockProject(
  tx: Transaction<ProjectTables>,
  organizationId: string,
  id: string,
): Promise<boolean> {
  return (await selectOwn(tx, organizationId, id).forNoKeyUpdate().executeTakeFirst()) !== undefined;
}

/**
 * Like `lockProject`, but also prevents the insertion of rows that refer to the project, because the project is about
 * to be deleted.
 */
export async function lockProjectToDelete(
  tx: Transaction<ProjectTables>,
  organizationId: string,
  id: string,
): Promise<boolean> {
  return (await selectOwn(tx, organizationId, id).forUpdate().executeTakeFirst()) !== undefined;
}

const selectOwn = (tx: Transaction<ProjectTables>, organizationId: string, id: string) =>
  tx.selectFrom('projects').select('id').where('organization_id', '=', organizationId).where('id', '=', id);

/** Sets the name of the project's model, as clients receive it. */
export async function setProjectModel(tx: Transaction<ProjectTables>, id: string, model: string): Promise<void> {
  await tx.updateTable('projects').set({ model, updated_at: nextUpdatedAt }).where('id', '=', id).execute();
}

/** Sets the model name for all of an organization's projects that don't have their own models. */
export async function setModelOfProjects(
  tx: Transaction<ProjectTables>,
  organizationId: string,
  model: string,
): Promise<void> {
  await tx
    .updateTable('projects')
    .set({ model, updated_at: nextUpdatedAt })
    .where('organization_id', '=', organizationId)
    .where('model', '!=', model)
    .where(sql<boolean>`not exists (select from shared_project_models where project_id = projects.id and has_models)`)
    .execute();
}

/**
 * Finds the owner of the models that determine the name of a project's model, or `undefined` if the project can choose
 * one itself.
 */
export async function findModelsOwner(
  tx: Transaction<ProjectTables>,
  id: string,
): Promise<'project' | 'organization' | undefined> {
  const { rows } = await sql<{ source: 'project' | 'organization' | null }>`
    select writing_source as source from models_in_use where project_id = ${id}`.execute(tx);
  return rows[0]?.source ?? undefined;
}

/** Selects the model name of projects without their own models, or `undefined` if the organization has no models. */
export async function selectModelOfOrganization(
  tx: Transaction<ProjectTables>,
  organizationId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ model: string }>`
    select model from shared_organization_models
    where organization_id = ${organizationId} and model is not null`.execute(tx);
  return rows[0]?.model;
}

/**
 * A condition for rows with a `project_id` that are found by organization or by their own ID: excludes rows of deleted
 * projects, which are about to be removed. The table of deleted projects has few rows, usually none.
 */
export const ofLivingProject = sql<boolean>`project_id not in (select deleted_projects.project_id from deleted_projects)`;

/** The same condition for the requested projects; null for all. */
export const ofLivingProjects = (ids: readonly string[] | null) =>
  ids === null ? ofLivingProject : sql<boolean>`project_id = any(${ids}::text[]) and ${ofLivingProject}`;

/** Records that no project uses the mirror of a repository anymore. */
export async function noteUnusedRepository(
  tx: Transaction<ProjectTables>,
  projectId: string,
  repository: string,
): Promise<void> {
  await tx
    .updateTable('deleted_projects')
    .set({ unused_repository: repository })
    .where('project_id', '=', projectId)
    .execute();
}

export async function deleteProjectRow(tx: Transaction<ProjectTables>, id: string): Promise<void> {
  await tx.deleteFrom('projects').where('id', '=', id).execute();
}
