import type { CodeHostCheck } from '@docwright/contract';
import type { ColumnType, Selectable } from 'kysely';
import type { TableOf } from '../../../platform/database/index.ts';

export interface CodeHostTables {
  code_hosts: CodeHostsTable;
  code_host_app_requests: AppRequestsTable;
}

type CodeHostsTable = TableOf<
  'code_hosts',
  { check_result: ColumnType<CodeHostCheck | null, string | null | undefined, string | null> }
>;
export type CodeHostRow = Selectable<CodeHostsTable>;

type AppRequestsTable = TableOf<'code_host_app_requests'>;
export type AppRequestRow = Selectable<AppRequestsTable>;
