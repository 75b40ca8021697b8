import type { Migration } from '../src/platform/database/index.ts';

/** What proves that somebody is who they say: a link that only their mailbox got, a code that was never used before. */
export const provenSignIn: Migration = {
  id: '0009-proven-sign-in',
  sql: /* sql */ `
-- The other token is in the API's answer, so whoever invites knows it; this one is in the mail alone.
alter table invitations add column mailed_token_sha256 bytea unique;

-- RFC 6238, 5.2: a code is accepted once. Later codes only have later steps.
alter table two_factors add column last_time_step bigint;
`,
};
