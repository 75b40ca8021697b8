import type { TableOf } from '../../../platform/database/index.ts';

export interface SectionVectorTables {
  site_vectors: TableOf<'site_vectors'>;
}
