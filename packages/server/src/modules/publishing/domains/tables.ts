import type { DomainStatus } from '@docwright/contract';
import type { Selectable } from 'kysely';

export interface DomainTables {
  site_domains: SiteDomainsTable;
}

interface SiteDomainsTable {
  id: string;
  organization_id: string;
  project_id: string;
  domain: string;
  status: DomainStatus;
  reason: string | null;
  leads_here: boolean;
  claimed_at: Date | null;
  failing_since: Date | null;
  checked_at: Date | null;
  next_check_at: Date | null;
  created_at: Date;
}
export type DomainRow = Selectable<SiteDomainsTable>;
