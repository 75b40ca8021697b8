import type { CertificateStatus } from '@docwright/contract';
import type { Generated, Selectable } from 'kysely';

export interface CertificateTables {
  site_certificates: SiteCertificatesTable;
}

interface SiteCertificatesTable {
  domain: string;
  organization_id: string;
  project_id: string;
  status: Generated<CertificateStatus>;
  reason: string | null;
  sealed: string | null;
  not_after: Date | null;
  failures: Generated<number>;
  next_order_at: Date;
}
export type CertificateRow = Selectable<SiteCertificatesTable>;
