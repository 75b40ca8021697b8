import type { Migration } from '../src/platform/database/index.ts';

/** What the auditor needs to tell whether a key outlives the one that made it. */
export const authority: Migration = {
  id: '0008-authority',
  sql: /* sql */ `
-- The end that a key was made with: rolling a key brings its expires_at forward, and takes nothing from its children.
alter table api_keys add column given_until timestamptz;
update api_keys set given_until = expires_at where not exists (
  select from audit_events where action = 'api_key.rolled' and target_id = api_keys.id
);
`,
};
