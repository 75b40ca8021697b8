import type { Migration } from '../src/platform/database/index.ts';

/** GitHub Apps that somebody is about to make: each row is good once, and for an hour. */
export const codeHostAppRequests: Migration = {
  id: '0062-code-host-app-requests',
  sql: /* sql */ `
create table code_host_app_requests (
  -- SHA-256 of what goes by GitHub and of what stays in the browser.
  state_digest text primary key,
  verifier_digest text not null,
  organization_id text not null references organizations (id),
  actor_id text not null,
  web_url text not null,
  api_url text,
  -- Of GitHub; '' is the person's own account.
  account text not null,
  app_name text not null,
  expires_at timestamptz not null
);
create index code_host_app_requests_of on code_host_app_requests (organization_id, expires_at);
`,
};
