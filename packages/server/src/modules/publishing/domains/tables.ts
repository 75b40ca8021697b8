import type { Selectable } from 'kysely';
import type { TableOf } from '../../../platform/database/index.ts';

export interface DomainTables {
  site_domains: SiteDomainsTable;
}

type SiteDomainsTable = TableOf<'site_domains'>;
export type DomainRow = Selectable<SiteDomainsTable>;
