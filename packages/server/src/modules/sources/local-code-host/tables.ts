import type { ColumnType, Generated } from 'kysely';
import type { CommitStatus, PullRequestState } from '../../../platform/code-host/index.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import type { OrganizationTables } from '../../identity/organizations/index.ts';

/** This module's part of the schema. */
export interface LocalCodeHostTables extends AuditLogTables, OrganizationTables {
  readonly local_repositories: LocalRepositoriesTable;
  readonly local_pull_requests: LocalPullRequestsTable;
  readonly local_pull_request_comments: LocalPullRequestCommentsTable;
  readonly local_commit_statuses: LocalCommitStatusesTable;
}

interface LocalRepositoriesTable {
  id: string;
  organization_id: string;
  name: string;
  default_branch: string;
  next_number: Generated<number>;
  link_generation: Generated<number>;
  created_at: ColumnType<Date, never, never>;
}

interface LocalPullRequestsTable {
  repository_id: string;
  number: number;
  state: ColumnType<PullRequestState, never, PullRequestState>;
  draft: boolean;
  title: string;
  body: string;
  head_branch: string;
  base_branch: string;
  head_sha: string;
  fork_sha: string;
  merge_sha: ColumnType<string | null, never, string | null>;
  ended_by: ColumnType<string | null, never, string | null>;
  labels: Generated<string[]>;
  reviewers: Generated<string[]>;
  created_at: ColumnType<Date, never, never>;
  updated_at: ColumnType<Date, never, Date>;
  ended_at: ColumnType<Date | null, never, Date | null>;
}

interface LocalCommitStatusesTable {
  repository_id: string;
  sha: string;
  context: string;
  state: CommitStatus['state'];
  description: string;
  url: string;
  updated_at: ColumnType<Date, never, unknown>;
}

interface LocalPullRequestCommentsTable {
  id: Generated<string>;
  repository_id: string;
  number: number;
  author: string;
  body: string;
  created_at: ColumnType<Date, never, never>;
}
