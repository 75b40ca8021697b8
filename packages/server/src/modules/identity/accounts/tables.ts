import type { Role } from '@docwright/contract';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import type { OrganizationTables } from '../organizations/index.ts';

/** better-auth also writes users, sessions, accounts, verifications and second factors, with the same names. */
export interface AccountTables extends OrganizationTables, AuditLogTables {
  users: UsersTable;
  sessions: SessionsTable;
  accounts: {
    id: string;
    user_id: string;
    account_id: string;
    provider_id: string;
    password: string | null;
    updated_at: Generated<Date>;
  };
  two_factors: { id: string; user_id: string; secret: string; last_time_step: string | null };
  /** `value` is the user's ID for a challenge of the second factor and for a reset. */
  verifications: { id: string; value: string; expires_at: Date };
  members: MembersTable;
  invitations: InvitationsTable;
  setup_links: {
    token_sha256: Buffer;
    organization_id: string;
    user_id: string | null;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  email_changes: { user_id: string; token_sha256: Buffer; email: string; expires_at: Date };
  sign_in_attempts: { bucket: string; failures: number; last_at: Date };
}

interface UsersTable {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  two_factor_enabled: Generated<boolean>;
  created_at: ColumnType<Date, undefined, never>;
  updated_at: Generated<Date>;
}
export type UserRow = Selectable<UsersTable>;

interface SessionsTable {
  id: string;
  user_id: string;
  token: string;
  ip_address: string | null;
  user_agent: string | null;
  expires_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
export type SessionRow = Selectable<SessionsTable>;

interface MembersTable {
  organization_id: string;
  user_id: string;
  role: Role;
  created_at: ColumnType<Date, undefined, never>;
}

interface InvitationsTable {
  id: string;
  organization_id: string;
  email: string;
  role: Role;
  token_sha256: Buffer;
  /** The token of the link that only the mail contains; null if none was sent. */
  mailed_token_sha256: Buffer | null;
  invited_by: string;
  created_at: Generated<Date>;
  expires_at: Date;
}
export type InvitationRow = Selectable<InvitationsTable>;
