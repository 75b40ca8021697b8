import type { DeploymentSource } from '@docwright/contract';
import type { ColumnType, Selectable } from 'kysely';
import type { TableOf } from '../../../platform/database/index.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import type { SiteBundleTables } from '../../building/site-bundles/index.ts';

export interface DeploymentTables extends AuditLogTables, SiteBundleTables {
  sites: SitesTable;
  site_slugs: TableOf<'site_slugs'>;
  site_environments: EnvironmentsTable;
  shared_site_environments: TableOf<'shared_site_environments'>;
  site_deployments: DeploymentsTable;
  shared_site_deployments: TableOf<'shared_site_deployments'>;
  site_ended_previews: TableOf<'site_ended_previews'>;
  site_passwords: PasswordsTable;
}

export interface SiteTakedown {
  readonly status: 410 | 451;
  readonly reason: string;
}

type SitesTable = TableOf<'sites', { takedown: ColumnType<SiteTakedown | null, undefined, string | null> }>;
export type SiteRow = Selectable<SitesTable>;

type EnvironmentsTable = TableOf<'site_environments'>;
export type EnvironmentRow = Selectable<EnvironmentsTable>;

type PasswordsTable = TableOf<'site_passwords'>;
export type PasswordRow = Selectable<PasswordsTable>;

export interface FilesChanged {
  readonly added: readonly string[];
  readonly modified: readonly string[];
  readonly removed: readonly string[];
}

/** Milliseconds of each completed step. */
export interface Durations {
  readonly waiting?: number;
  readonly fetching?: number;
  readonly building?: number;
  readonly activating?: number;
}

type DeploymentsTable = TableOf<
  'site_deployments',
  {
    source: DeploymentSource;
    files_changed: ColumnType<FilesChanged | null, undefined, string>;
    log: ColumnType<string[], undefined, string>;
    durations: ColumnType<Durations, undefined, string>;
  }
>;
export type DeploymentRow = Selectable<DeploymentsTable>;
