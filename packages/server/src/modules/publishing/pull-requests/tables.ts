import type { Selectable } from 'kysely';
import type { TableOf } from '../../../platform/database/index.ts';
import type { CodeHostEventTables } from '../../agent/code-host-events/index.ts';

export interface PullRequestTables extends CodeHostEventTables {
  site_pull_requests: PullRequestsTable;
}

type PullRequestsTable = TableOf<'site_pull_requests'>;
export type PullRequestRow = Selectable<PullRequestsTable>;
