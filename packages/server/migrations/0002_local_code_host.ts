import type { Migration } from '../src/platform/database/index.ts';

export const localCodeHost: Migration = {
  id: '0002-local-code-host',
  sql: /* sql */ `
create table local_repositories (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  -- Part of the repository's address, so unique in the installation.
  name text not null unique,
  default_branch text not null,
  -- The number of the next pull request.
  next_number int not null default 1,
  created_at timestamptz not null default clock_timestamp()
);
create index local_repositories_organization on local_repositories (organization_id, name);

create table local_pull_requests (
  repository_id text not null references local_repositories (id) on delete cascade,
  number int not null,
  state text not null default 'open' check (state in ('open', 'closed', 'merged')),
  draft boolean not null,
  title text not null,
  body text not null,
  head_branch text not null,
  base_branch text not null,
  -- The newest commit of the head branch that we have seen; kept reachable by refs/pulls/<number>/head.
  head_sha text not null,
  -- Where the head left the base, fixed when the pull request ends: its diff stays what it was.
  fork_sha text not null,
  merge_sha text,
  ended_by text,
  labels text[] not null default '{}',
  reviewers text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (repository_id, number)
);
-- However many workers ask at the same moment: one open pull request for a head branch.
create unique index local_pull_requests_open_head on local_pull_requests (repository_id, head_branch) where state = 'open';
create index local_pull_requests_head on local_pull_requests (repository_id, head_branch, number desc);

create table local_pull_request_comments (
  id bigint generated always as identity primary key,
  repository_id text not null,
  number int not null,
  author text not null,
  body text not null,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (repository_id, number) references local_pull_requests (repository_id, number) on delete cascade
);
create index local_pull_request_comments_of on local_pull_request_comments (repository_id, number, id);
`,
};
