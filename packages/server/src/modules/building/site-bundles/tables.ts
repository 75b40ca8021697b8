import type { ExportIssue, MissingExportPage } from '@docwright/contract';
import type { ColumnType, Selectable } from 'kysely';
import type { TableOf } from '../../../platform/database/index.ts';

export interface SiteBundleTables {
  site_bundles: SiteBundlesTable;
  shared_site_bundles: TableOf<'shared_site_bundles'>;
}
type SiteBundlesTable = TableOf<
  'site_bundles',
  {
    issues: ColumnType<ExportIssue[], string, never>;
    issue_counts: ColumnType<Record<string, number>, string, never>;
    missing: ColumnType<MissingExportPage[], string, never>;
    specifications: ColumnType<Record<string, string | null> | null, string | null, never>;
  }
>;
export type SiteBundleRow = Selectable<SiteBundlesTable>;
