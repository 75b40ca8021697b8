import type { ColumnType, Generated, Selectable } from 'kysely';
import type { PullRequestState } from '../../../platform/code-host/index.ts';
import type { CodeHostEventTables } from '../../agent/code-host-events/index.ts';

export interface PullRequestTables extends CodeHostEventTables {
  site_pull_requests: PullRequestsTable;
}

type At = ColumnType<Date | null, never, unknown>;

interface PullRequestsTable {
  project_id: string;
  number: number;
  organization_id: string;
  url: string;
  state: PullRequestState;
  head_branch: string;
  head_commit: string;
  base_branch: string;
  from_fork: boolean;
  title: string | null;
  author: string | null;
  approved_commit: Generated<string | null>;
  approved_by: Generated<string | null>;
  approved_at: At;
  /** Approved by the project's setting, without a review. */
  approved_by_setting: Generated<boolean>;
  comment_token: Generated<string | null>;
  comment_id: Generated<string | null>;
  comment_digest: Generated<string | null>;
  report_until: At;
  problem: Generated<string | null>;
  asked_at: ColumnType<Date, never, unknown>;
  created_at: ColumnType<Date, never, never>;
}
export type PullRequestRow = Selectable<PullRequestsTable>;
