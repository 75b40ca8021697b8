import type { Migration } from '../src/platform/database/index.ts';

/** What the pages of live sites link to, and since when each page is as it is. */
export const pageHealth: Migration = {
  id: '0086-page-health',
  sql: /* sql */ `
create table page_health_sites (
  project_id text primary key references projects (id) on delete cascade,
  -- Whose pages the rows below are of; null until the first is read.
  bundle_id text,
  -- False where the site has more pages or links than are kept.
  complete boolean not null default true,
  -- When the site was last live.
  seen_at timestamptz not null,
  -- Nobody else reads it until then.
  claimed_until timestamptz not null
);
create index page_health_sites_seen on page_health_sites (seen_at);

create table page_health_pages (
  project_id text not null references page_health_sites (project_id) on delete cascade,
  -- As views are counted: /guides/keys.
  path text not null,
  title text not null,
  bundle_id text not null,
  digest bytea not null check (length(digest) = 32),
  -- When its text changed last; of the pages of the first bundle, when that was made.
  unchanged_since timestamptz not null,
  -- Null of the pages of the first bundle: they were there before.
  added_at timestamptz,
  primary key (project_id, path)
);

create table page_health_links (
  project_id text not null references page_health_sites (project_id) on delete cascade,
  -- Without fragment.
  url text not null check (length(url) <= 2000),
  host text not null,
  bundle_id text not null,
  -- The first pages with it, at most 20 paths.
  pages jsonb not null,
  page_count integer not null,
  outcome text check (outcome in ('answers', 'gone', 'unknown')),
  -- Status of the answer, or why there was none.
  reason text check (length(reason) <= 40),
  checked_at timestamptz,
  -- The last answer by HTTP, whatever it said.
  heard_at timestamptz,
  -- First and last of the checks that found it gone, since it last answered.
  gone_since timestamptz,
  gone_at timestamptz,
  gone_reason text check (length(gone_reason) <= 40),
  due_at timestamptz not null,
  primary key (project_id, url),
  check ((gone_since is null) = (gone_at is null) and (gone_since is null) = (gone_reason is null))
);
create index page_health_links_due on page_health_links (project_id, due_at);
create index page_health_links_heard on page_health_links (heard_at) where heard_at is not null;
create index page_health_links_gone on page_health_links (project_id, gone_since) where gone_since is not null;

-- When each host may be asked next, by whichever worker.
create table page_health_hosts (
  host text primary key,
  next_at timestamptz not null
);
create index page_health_hosts_next on page_health_hosts (next_at);
`,
};
