import type { TableOf } from '../../../platform/database/index.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import type { OrganizationTables } from '../../identity/organizations/index.ts';

/** This module's part of the schema. */
export interface LocalCodeHostTables extends AuditLogTables, OrganizationTables {
  readonly local_repositories: TableOf<'local_repositories'>;
  readonly local_pull_requests: TableOf<'local_pull_requests'>;
  readonly local_pull_request_comments: TableOf<'local_pull_request_comments'>;
  readonly local_commit_statuses: TableOf<'local_commit_statuses'>;
}
