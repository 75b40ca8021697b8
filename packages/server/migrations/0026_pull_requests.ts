import type { Migration } from '../src/platform/database/index.ts';

/** What pull requests at the code host are to a project's live site. */
export const pullRequests: Migration = {
  id: '0026-pull-requests',
  sql: /* sql */ `
-- As the code host told them when it was last asked.
create table site_pull_requests (
  project_id text not null references projects (id) on delete cascade,
  number integer not null check (number > 0),
  organization_id text not null references organizations (id),
  url text not null,
  state text not null check (state in ('open', 'closed', 'merged')),
  head_branch text not null,
  -- Bitbucket tells the first 12 digits.
  head_commit text not null,
  base_branch text not null,
  -- Its branch is another repository's.
  from_fork boolean not null,
  -- The head of a fork that a maintainer let be built.
  approved_commit text,
  approved_by text,
  approved_at timestamptz,
  -- Stands in our comment, and is written down before the comment is posted: whoever crashed in between finds it again by it.
  comment_token text,
  comment_id text,
  -- Of the comment's text as it was last posted.
  comment_digest text,
  -- One reporter at a time.
  report_until timestamptz,
  -- Why the code host took no status or comment.
  problem text,
  asked_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  primary key (project_id, number)
);
create index site_pull_requests_open on site_pull_requests (project_id, head_branch) where state = 'open';

-- A preview that was ended comes back when its branch has another head, and not by a late hint.
create table site_ended_previews (
  project_id text not null references projects (id) on delete cascade,
  branch text not null,
  commit text not null,
  ended_at timestamptz not null default clock_timestamp(),
  primary key (project_id, branch)
);

-- Of a preview of a fork's head: its pull request.
alter table site_environments add column pull_request integer;
alter table sites add column pull_requests_asked_at timestamptz not null default '-infinity';

-- A hook that the service made at the code host itself, by the host's id; what kept it from doing so.
alter table code_host_hooks add column host_hook_id text;
alter table code_host_hooks add column install_problem text;
`,
};
