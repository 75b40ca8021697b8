import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

export interface StoredFigures {
  readonly organizationId: string;
  /** The figures that quotas use. */
  readonly repositoryBytes: number;
  readonly bundleBytes: number;
  /** Total size of the bundles that rows refer to; each file counts once. */
  readonly storedBundleBytes: number;
}

/** Returns the figures of all organizations that were measured. */
export async function selectStoredFigures(db: Queryable<AuditTables>): Promise<StoredFigures[]> {
  const { rows } = await sql<StoredFigures>`
    select s.organization_id as "organizationId", s.repository_bytes::float8 as "repositoryBytes",
      s.bundle_bytes::float8 as "bundleBytes", coalesce(b.bytes, 0)::float8 as "storedBundleBytes"
    from organization_storage as s
    left join (
      select organization_id, sum(size_bytes) as bytes
      from (select distinct organization_id, blob_key, size_bytes from site_bundles) as files group by organization_id
    ) as b using (organization_id)
    where s.measured_at is not null order by s.organization_id`.execute(db);
  return rows;
}
