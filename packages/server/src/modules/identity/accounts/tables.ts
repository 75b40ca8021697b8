import type { Selectable } from 'kysely';
import type { TableOf } from '../../../platform/database/index.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import type { OrganizationTables } from '../organizations/index.ts';

/** better-auth also writes users, sessions, accounts, verifications and second factors, with the same names. */
export interface AccountTables extends OrganizationTables, AuditLogTables {
  users: UsersTable;
  shared_users: TableOf<'shared_users'>;
  sessions: SessionsTable;
  accounts: TableOf<'accounts'>;
  two_factors: TableOf<'two_factors'>;
  verifications: TableOf<'verifications'>;
  members: TableOf<'members'>;
  shared_members: TableOf<'shared_members'>;
  invitations: InvitationsTable;
  setup_links: TableOf<'setup_links'>;
  email_changes: TableOf<'email_changes'>;
  sign_in_attempts: TableOf<'sign_in_attempts'>;
}

type UsersTable = TableOf<'users'>;
export type UserRow = Selectable<UsersTable>;

type SessionsTable = TableOf<'sessions'>;
export type SessionRow = Selectable<SessionsTable>;

type InvitationsTable = TableOf<'invitations'>;
export type InvitationRow = Selectable<InvitationsTable>;
