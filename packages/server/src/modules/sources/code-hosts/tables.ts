import type { CodeHostCheck, ConnectedHostKind } from '@docwright/contract';
import type { ColumnType, Selectable } from 'kysely';

type Now = ColumnType<Date, undefined, unknown>;

export interface CodeHostTables {
  code_hosts: CodeHostsTable;
  code_host_app_requests: AppRequestsTable;
}

interface CodeHostsTable {
  id: string;
  organization_id: string;
  kind: ConnectedHostKind;
  name: string;
  /** Without a trailing slash. */
  web_url: string;
  api_url: string | null;
  /** Owner, group, or workspace, in lower case; '' means all of the host. */
  account: string;
  credential_kind: 'token' | 'github-app';
  app_id: string | null;
  app_slug: string | null;
  /** Sealed JSON. */
  credential: string;
  key_id: string;
  check_result: ColumnType<CodeHostCheck | null, string | null, string | null>;
  created_by: string;
  created_at: Now;
  updated_at: Now;
  /** Counts changes of the credential, after which adapters are created again. */
  version: ColumnType<number, undefined, unknown>;
}
export type CodeHostRow = Selectable<CodeHostsTable>;

interface AppRequestsTable {
  state_digest: string;
  verifier_digest: string;
  organization_id: string;
  /** The user or key that started it. */
  actor_id: string;
  web_url: string;
  api_url: string | null;
  /** Account on GitHub; '' is the person's own. */
  account: string;
  app_name: string;
  expires_at: Date;
}
export type AppRequestRow = Selectable<AppRequestsTable>;
