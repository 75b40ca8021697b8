import type { JwtSettings, OAuthSettings, ProxySettings } from '@docwright/site-access/settings';
import type { JwtKey } from '@docwright/site-access';
import type { ColumnType, Generated, Selectable, sql } from 'kysely';

export interface SiteAccessTables {
  site_access: AccessTable;
  site_reader_passwords: PasswordsTable;
  site_reader_keys: KeysTable;
  reader_sessions: SessionsTable;
  site_sign_in_tests: TestsTable;
}

type Touched = ColumnType<Date, undefined, ReturnType<typeof sql<Date>>>;
type Once = ColumnType<Date, undefined, never>;
type Json<T> = ColumnType<T | null, string | null, string | null>;

interface AccessTable {
  project_id: string;
  organization_id: string;
  session_seconds: number;
  session_epoch: Generated<number>;
  signed_out_at: ColumnType<Date | null, undefined, ReturnType<typeof sql<Date>>>;
  oauth: Json<OAuthSettings>;
  jwt: Json<JwtSettings>;
  proxy: Json<ProxySettings>;
  /** Sealed JSON. */
  secrets: string | null;
  key_id: string | null;
  updated_at: Touched;
}
export type AccessRow = Selectable<AccessTable>;

interface PasswordsTable {
  id: string;
  project_id: string;
  label: string;
  hash: string;
  updated_at: Touched;
}
export type PasswordRow = Selectable<PasswordsTable>;

interface KeysTable {
  project_id: string;
  id: string;
  algorithm: JwtKey['algorithm'];
  public_key: string;
  created_at: Once;
}
export type KeyRow = Selectable<KeysTable>;

interface SessionsTable {
  id: string;
  project_id: string;
  subject_sha256: Buffer;
  session_epoch: number;
  credential_id: string | null;
  created_at: Once;
  expires_at: Date;
}

export type TestedMode = 'oauth' | 'jwt' | 'proxy';

interface TestsTable {
  id: string;
  project_id: string;
  organization_id: string;
  token_sha256: Buffer;
  mode: TestedMode;
  /** Sealed JSON; null once there is a result. */
  settings: string | null;
  result: Generated<string | null>;
  created_at: Once;
  expires_at: Date;
}
export type TestRow = Selectable<TestsTable>;
