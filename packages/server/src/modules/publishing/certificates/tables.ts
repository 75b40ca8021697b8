import type { Selectable } from 'kysely';
import type { TableOf } from '../../../platform/database/index.ts';

export interface CertificateTables {
  site_certificates: SiteCertificatesTable;
}

type SiteCertificatesTable = TableOf<'site_certificates'>;
export type CertificateRow = Selectable<SiteCertificatesTable>;
