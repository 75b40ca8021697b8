import type { Migration } from '../src/platform/database/index.ts';

/** Code hosts that organizations connect themselves. */
export const codeHosts: Migration = {
  id: '0061-code-hosts',
  sql: /* sql */ `
create table code_hosts (
  id text primary key,
  organization_id text not null references organizations (id),
  kind text not null check (kind in ('github', 'gitlab', 'gitea', 'bitbucket')),
  name text not null check (length(name) between 1 and 80),
  web_url text not null check (length(web_url) <= 300),
  api_url text check (length(api_url) <= 300),
  -- Owner, group or workspace in lower case; '' is all of the host.
  account text not null check (length(account) <= 200 and account = lower(account)),
  credential_kind text not null check (credential_kind in ('token', 'github-app')),
  app_id text,
  app_slug text,
  -- Sealed.
  credential text not null,
  key_id text not null,
  check_result jsonb,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  version integer not null default 1,
  check ((credential_kind = 'github-app') = (app_id is not null)),
  unique (organization_id, web_url, account)
);
`,
};
