import type { Migration } from '../src/platform/database/index.ts';

export const commitStatuses: Migration = {
  id: '0027-commit-statuses',
  sql: /* sql */ `
-- What the embedded code host shows beside commits, the last of each context.
create table local_commit_statuses (
  repository_id text not null references local_repositories (id) on delete cascade,
  sha text not null,
  context text not null,
  state text not null check (state in ('pending', 'success', 'failure')),
  description text not null,
  url text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (repository_id, sha, context)
);
`,
};
