import { sql } from 'kysely';
import { ownedRows, type Queryable, type TableOf } from '../../../platform/database/index.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import type { OrganizationTables } from '../organizations/index.ts';

export interface StorageTables extends OrganizationTables, AuditLogTables {
  readonly organization_storage: TableOf<'organization_storage'>;
}
type Db = Queryable<StorageTables>;

/** Bytes. */
export interface StoredBytes {
  readonly repositories: number;
  readonly bundles: number;
  readonly records: number;
}

export interface StorageRow extends StoredBytes {
  readonly isOperator: boolean;
  /** `null`: the default of the installation. 0: no quota. */
  readonly quotaBytes: number | null;
  /** `null` until the first measurement. */
  readonly measuredAt: Date | null;
}

export async function selectStorage(db: Db, organizationId: string): Promise<StorageRow | undefined> {
  const { rows } = await sql<StorageRow>`
    select o.operator as "isOperator", s.quota_bytes::float8 as "quotaBytes", s.measured_at as "measuredAt",
      coalesce(s.repository_bytes, 0)::float8 as repositories, coalesce(s.bundle_bytes, 0)::float8 as bundles,
      coalesce(s.record_bytes, 0)::float8 as records
    from organizations as o left join organization_storage as s on s.organization_id = o.id
    where o.id = ${organizationId}`.execute(db);
  return rows[0];
}

/** Adds what was stored a moment ago to the figures of the last measurement. */
export async function addStoredBytes(
  db: Db,
  organizationId: string,
  { repositories = 0, bundles = 0 }: Partial<StoredBytes>,
): Promise<void> {
  await sql`
    insert into organization_storage as s (organization_id, repository_bytes, bundle_bytes)
    values (${organizationId}, ${repositories}, ${bundles})
    on conflict (organization_id) do update set repository_bytes = s.repository_bytes + excluded.repository_bytes,
      bundle_bytes = s.bundle_bytes + excluded.bundle_bytes`.execute(db);
}

/** What was added while it was measured is added to the new figures: it may be counted twice until the next time, never not at all. */
export async function saveMeasured(
  db: Db,
  organizationId: string,
  { before, measured }: { readonly before: StoredBytes; readonly measured: StoredBytes },
): Promise<void> {
  await sql`
    insert into organization_storage as s (organization_id, repository_bytes, bundle_bytes, record_bytes, measured_at)
    values (${organizationId}, ${measured.repositories}, ${measured.bundles}, ${measured.records}, clock_timestamp())
    on conflict (organization_id) do update set
      repository_bytes = excluded.repository_bytes + greatest(0, s.repository_bytes - ${before.repositories}),
      bundle_bytes = excluded.bundle_bytes + greatest(0, s.bundle_bytes - ${before.bundles}),
      record_bytes = excluded.record_bytes, measured_at = excluded.measured_at`.execute(db);
}

export async function saveQuota(db: Db, organizationId: string, quotaBytes: number | null): Promise<void> {
  await sql`
    insert into organization_storage (organization_id, quota_bytes) values (${organizationId}, ${quotaBytes})
    on conflict (organization_id) do update set quota_bytes = excluded.quota_bytes`.execute(db);
}

export async function selectRepositoryIds(db: Db, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from local_repositories where organization_id = ${organizationId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Bundles of exports, deployments and previews, each file once, and what lies next to them for searches by meaning. */
export async function sumBundles(db: Db, organizationId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (
      (select coalesce(sum(size), 0) from (
        select max(size_bytes) as size from site_bundles where organization_id = ${organizationId} group by blob_key
      ) as files)
      + (select coalesce(sum(v.size_bytes), 0) from site_vectors as v
         where v.project_id in (select id from projects where organization_id = ${organizationId}))
    )::float8 as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Readers' rows by table. */
export interface RecordCounts {
  readonly events: number;
  readonly dailyCounts: number;
  readonly feedback: number;
  readonly messages: number;
}

export async function countRecords(db: Db, organizationId: string): Promise<RecordCounts> {
  const projects = sql`(select id from projects where organization_id = ${organizationId})`;
  const { rows } = await sql<RecordCounts>`
    select
      (select count(*) from analytics_events where project_id in ${projects})::float8 as events,
      (select count(*) from analytics_daily where project_id in ${projects})::float8 as "dailyCounts",
      (select count(*) from page_feedback where project_id in ${projects})::float8 as feedback,
      (select count(*) from assistant_messages where project_id in ${projects})::float8 as messages`.execute(db);
  return rows[0] ?? { events: 0, dailyCounts: 0, feedback: 0, messages: 0 };
}

/** Organizations to measure, the ones measured longest ago first. */
export async function selectToMeasure(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from organizations as o left join organization_storage as s on s.organization_id = o.id
    where o.purged_at is null order by s.measured_at nulls first, o.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function selectOrganizationId(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from organizations where (id = ${name} or slug = ${name}) and deleted_at is null limit 1`.execute(db);
  return rows[0]?.id;
}

export const organizationStorageRows = ownedRows({
  table: 'organization_storage',
  column: 'organization_id',
  key: 'ctid',
});
