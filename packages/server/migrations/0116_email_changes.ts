import type { Migration } from '../src/platform/database/index.ts';

/** An address that somebody wants to have, until a link that was mailed there is opened. One at a time. */
export const emailChanges: Migration = {
  id: '0116-email-changes',
  sql: /* sql */ `
create table email_changes (
  user_id text primary key references users (id) on delete cascade,
  -- Only its digest is stored.
  token_sha256 bytea not null unique,
  email text not null,
  expires_at timestamptz not null
);
create index email_changes_expiry on email_changes (expires_at);
`,
};
