import type { ExportIssue, MissingExportPage } from '@docwright/contract';
import type { ColumnType, Generated, Selectable } from 'kysely';

export interface SiteBundleTables {
  site_bundles: SiteBundlesTable;
}
interface SiteBundlesTable {
  id: string;
  organization_id: string;
  project_id: string;
  /** `toBundleIdentity`: at equal identity an export and a deployment share the bundle. */
  identity: string;
  commit: string;
  /** Below which its pages lie: `''` or `/docs`. */
  base_path: Generated<string>;
  blob_key: string;
  sha256: string;
  size_bytes: ColumnType<string, string | number, string | number>;
  page_count: number;
  issues: ColumnType<ExportIssue[], string, never>;
  issue_count: number;
  issue_counts: ColumnType<Record<string, number>, string, never>;
  error_count: number;
  expected_pages: number;
  missing: ColumnType<MissingExportPage[], string, never>;
  missing_count: number;
  /** SHA-256 of the specifications that the site names by URL; null for one that could not be had. Null: it names none. */
  specifications: ColumnType<Record<string, string | null> | null, string | null, never>;
  created_at: ColumnType<Date, undefined, never>;
}
export type SiteBundleRow = Selectable<SiteBundlesTable>;
