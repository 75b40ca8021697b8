import { sql } from 'kysely';
import { ownedRows, type Queryable, type TableOf } from '../../../platform/database/index.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import type { OrganizationTables } from '../organizations/index.ts';

export interface StorageTables extends OrganizationTables, AuditLogTables {
  readonly organization_storage: TableOf<'organization_storage'>;
}
type Db = Queryable<StorageTables>;

/** Sizes in bytes. */
export interface StoredBytes {
  readonly repositories: number;
  readonly bundles: number;
  readonly records: number;
}

export interface StorageRow extends StoredBytes {
  readonly isOperator: boolean;
  /** The organization's own quota; `null` for the installation's default, 0 for no quota. */
  readonly quotaBytes: number | null;
  /** Time of the last measurement; `null` before the first one. */
  readonly measuredAt: Date | null;
}

export async function selectStorage(db: Db, organizationId: string): Promise<StorageRow | undefined> {
  const { rows } = await sql<StorageRow>`
    select o.operator as "isOperator", s.quota_bytes::float8 as "quotaBytes", s.measured_at as "measuredAt",
      coalesce(s.repository_bytes, 0)::float8 as repositories, coalesce(s.bundle_bytes, 0)::float8 as bundles,
      coalesce(s.record_bytes, 0)::float8 as records
    from shared_organizations as o left join organization_storage as s on s.organization_id = o.id
    where o.id = ${organizationId}`.execute(db);
  return rows[0];
}

/** Adds newly stored data to the figures of the last measurement. */
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

/**
 * Saves measured figures. Data that was added during the measurement is added to them. It may be counted twice until
 * the next measurement, but is never missing.
 */
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

/** Returns the IDs of organizations to measure, those with the oldest measurement first. */
export async function selectToMeasure(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from shared_organizations as o left join organization_storage as s on s.organization_id = o.id
    where o.purged_at is null order by s.measured_at nulls first, o.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export const organizationStorageRows = ownedRows({
  table: 'organization_storage',
  column: 'organization_id',
  key: 'ctid',
});
