import type { JwtSettings, OAuthSettings, ProxySettings } from '@docwright/site-access/settings';
import type { ColumnType, Selectable } from 'kysely';
import type { TableOf } from '../../../platform/database/index.ts';

export interface SiteAccessTables {
  site_access: AccessTable;
  site_reader_passwords: PasswordsTable;
  site_reader_keys: KeysTable;
  reader_sessions: TableOf<'reader_sessions'>;
  site_sign_in_tests: TestsTable;
}

type Json<T> = ColumnType<T | null, string | null, string | null>;

type AccessTable = TableOf<
  'site_access',
  { oauth: Json<OAuthSettings>; jwt: Json<JwtSettings>; proxy: Json<ProxySettings> }
>;
export type AccessRow = Selectable<AccessTable>;

type PasswordsTable = TableOf<'site_reader_passwords'>;
export type PasswordRow = Selectable<PasswordsTable>;

type KeysTable = TableOf<'site_reader_keys'>;
export type KeyRow = Selectable<KeysTable>;

type TestsTable = TableOf<'site_sign_in_tests'>;
export type TestRow = Selectable<TestsTable>;
export type TestedMode = TestRow['mode'];
