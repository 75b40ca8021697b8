import type { DeploymentSource, DeploymentStatus, EnvironmentKind, PreviewAccess } from '@docwright/contract';
import type { sql, ColumnType, Generated, Selectable } from 'kysely';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import type { SiteBundleTables } from '../../building/site-bundles/index.ts';

export interface DeploymentTables extends AuditLogTables, SiteBundleTables {
  sites: SitesTable;
  site_slugs: { slug: string; project_id: string };
  site_environments: EnvironmentsTable;
  site_deployments: DeploymentsTable;
  site_ended_previews: EndedPreviewsTable;
  site_passwords: PasswordsTable;
}

/** The head of a branch when its preview was ended. */
interface EndedPreviewsTable {
  project_id: string;
  branch: string;
  commit: string;
}

export interface SiteTakedown {
  readonly status: 410 | 451;
  readonly reason: string;
}

type Touched = ColumnType<Date, undefined, ReturnType<typeof sql<Date>>>;
type Once = ColumnType<Date, undefined, never>;
type At = ColumnType<Date | null, undefined, ReturnType<typeof sql<Date>>>;

interface SitesTable {
  project_id: string;
  organization_id: string;
  slug: string;
  previews: Generated<boolean>;
  require_no_errors: Generated<boolean>;
  published: Generated<boolean>;
  base_path: Generated<string>;
  require_fork_approval: Generated<boolean>;
  preview_access: ColumnType<PreviewAccess | null, undefined, PreviewAccess | null>;
  takedown: ColumnType<SiteTakedown | null, undefined, string | null>;
  is_default: Generated<boolean>;
  domain_token: Generated<string>;
  primary_domain: Generated<string | null>;
  primary_leads_here: Generated<boolean>;
  created_at: Once;
  updated_at: Touched;
}
export type SiteRow = Selectable<SitesTable>;

interface EnvironmentsTable {
  id: string;
  organization_id: string;
  project_id: string;
  kind: EnvironmentKind;
  branch: string | null;
  label: string | null;
  observation: Generated<string>;
  observed_commit: Generated<string | null>;
  active_deployment_id: Generated<string | null>;
  active_observation: Generated<string>;
  pinned_commit: Generated<string | null>;
  /** Set for a fork's head. */
  pull_request: Generated<number | null>;
  polled_at: Once;
  /** How long until its branch is polled again. */
  poll_wait_seconds: Generated<number>;
  specifications_seen_at: Once;
  /** When somebody last read a preview, with a precision of some hours. */
  opened_at: At;
  created_at: Once;
  updated_at: Touched;
}
export type EnvironmentRow = Selectable<EnvironmentsTable>;

interface PasswordsTable {
  id: string;
  project_id: string;
  label: string;
  hash: string;
  updated_at: Touched;
}
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

interface DeploymentsTable {
  id: string;
  organization_id: string;
  project_id: string;
  environment_id: string;
  branch: string;
  status: DeploymentStatus;
  source: DeploymentSource;
  author: string | null;
  commit: Generated<string | null>;
  commit_message: Generated<string | null>;
  files_changed: ColumnType<FilesChanged | null, undefined, string>;
  observation: Generated<string | null>;
  bundle_id: Generated<string | null>;
  summary: Generated<string | null>;
  error_code: Generated<string | null>;
  log: ColumnType<string[], undefined, string>;
  durations: ColumnType<Durations, undefined, string>;
  /** Requested by a change of the site's settings: a promoted commit is rebuilt instead of the head. */
  keeps_promotion: Generated<boolean>;
  attempt: Generated<number>;
  created_at: Once;
  started_at: At;
  ended_at: At;
  activated_at: At;
}
export type DeploymentRow = Selectable<DeploymentsTable>;
