import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { OrganizationTables } from '../../identity/organizations/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';

export type DeletionTables = ProjectTables & OrganizationTables;
type Db = Queryable<DeletionTables>;

/** A project's large tables, in the order of deletion: first those that people see in lists, newest rows first. */
export const projectTables = [
  { name: 'agent_jobs', key: 'id', newest: 'created_at desc, id desc' },
  { name: 'export_jobs', key: 'id', newest: 'created_at desc, id desc' },
  { name: 'assistant_messages', key: 'id', newest: 'id desc' },
  { name: 'page_feedback', key: 'id', newest: 'created_at desc, id desc' },
  { name: 'notifications', key: 'id', newest: 'id desc' },
  { name: 'analytics_rollup_counts', key: 'ctid', newest: 'kind desc, first_day desc, days desc' },
  { name: 'analytics_daily', key: 'ctid', newest: 'kind desc, day desc' },
  { name: 'analytics_events', key: 'at', newest: undefined },
] as const;
export type ProjectTable = (typeof projectTables)[number];

/** An organization's tables apart from those of its projects. Rows that depend on one of these are deleted with it. */
export const organizationTables = [
  { name: 'webhook_deliveries', key: 'id' },
  { name: 'webhook_endpoints', key: 'id' },
  { name: 'notifications', key: 'id' },
  { name: 'idempotency_keys', key: 'ctid' },
  { name: 'code_hosts', key: 'ctid' },
  { name: 'code_host_app_requests', key: 'ctid' },
  { name: 'connected_repositories', key: 'ctid' },
  { name: 'first_steps', key: 'ctid' },
  { name: 'organization_storage', key: 'ctid' },
] as const;
export type OrganizationTable = (typeof organizationTables)[number];

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

/**
 * Deletes rows and returns their number; fewer than `limit` if nothing is left, except what another worker is deleting.
 */
export async function deleteProjectRows(
  db: Db,
  { name, key, newest }: ProjectTable,
  asked: { readonly projectId: string; readonly limit: number },
): Promise<number> {
  const { projectId, limit } = asked;
  if (newest === undefined) return deleteEvents(db, asked);
  const deleted = await sql`
    delete from ${sql.table(name)} where project_id = ${projectId} and ${sql.ref(key)} = any(array(
      select ${sql.ref(key)} from ${sql.table(name)} where project_id = ${projectId}
      order by ${sql.raw(newest)} limit ${limit} for update skip locked
    ))`.execute(db);
  return Number(deleted.numAffectedRows ?? 0);
}

/** Events are partitioned by time, oldest first: an index finds those up to a time, but not a list of them. */
async function deleteEvents(
  db: Db,
  { projectId, limit }: { readonly projectId: string; readonly limit: number },
): Promise<number> {
  // As text: a Date has no microseconds.
  const { rows } = await sql<{ at: string; id: string }>`
    select at::text as at, id from analytics_events where project_id = ${projectId}
    order by analytics_events.at, id limit ${limit}`.execute(db);
  const last = rows.at(-1);
  if (last === undefined) return 0;
  const deleted = await sql`
    delete from analytics_events where project_id = ${projectId}
      and at <= ${last.at}::timestamptz and (at, id) <= (${last.at}::timestamptz, ${last.id})`.execute(db);
  return Number(deleted.numAffectedRows ?? 0);
}

export async function hasProjectRows(db: Db, projectId: string): Promise<boolean> {
  const left = projectTables.map(
    ({ name }) => sql`exists (select from ${sql.table(name)} where project_id = ${projectId})`,
  );
  const { rows } = await sql<{ left: boolean }>`select ${sql.join(left, sql` or `)} as left`.execute(db);
  return rows[0]?.left ?? false;
}

export async function forgetDeletedProject(db: Db, projectId: string): Promise<void> {
  await sql`delete from deleted_projects where project_id = ${projectId}`.execute(db);
}

export async function deleteOrganizationRows(
  db: Db,
  { name, key }: OrganizationTable,
  { organizationId, limit }: { readonly organizationId: string; readonly limit: number },
): Promise<number> {
  const deleted = await sql`
    delete from ${sql.table(name)} where organization_id = ${organizationId} and ${sql.ref(key)} = any(array(
      select ${sql.ref(key)} from ${sql.table(name)} where organization_id = ${organizationId}
      limit ${limit} for update skip locked
    ))`.execute(db);
  return Number(deleted.numAffectedRows ?? 0);
}

/** The next remaining project of a deleted organization. */
export async function selectProjectToDelete(db: Db, organizationId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from projects where organization_id = ${organizationId} order by created_at desc, id desc limit 1`.execute(
    db,
  );
  return rows[0]?.id;
}

export async function selectRemainsOf(db: Db, organizationId: string): Promise<DeletedProject[]> {
  const { rows } = await sql<DeletedProject>`
    select ${deletedProject} from deleted_projects where organization_id = ${organizationId} order by project_id limit 1000`.execute(
    db,
  );
  return rows;
}

/** Its name and its audit log stay. */
export async function endOrganization(db: Db, organizationId: string): Promise<void> {
  await sql`update organizations set purged_at = clock_timestamp() where id = ${organizationId}`.execute(db);
}

export interface Unfinished {
  readonly projectIds: readonly string[];
  readonly organizationIds: readonly string[];
}

/** Deleted objects that still have data. */
export async function selectUnfinished(db: Db): Promise<Unfinished> {
  const projects = await sql<{ id: string }>`
    select project_id as id from deleted_projects order by deleted_at limit 1000`.execute(db);
  const organizations = await sql<{ id: string }>`
    select id from organizations where deleted_at is not null and purged_at is null limit 1000`.execute(db);
  return {
    projectIds: projects.rows.map(({ id }) => id),
    organizationIds: organizations.rows.map(({ id }) => id),
  };
}
