import type { Migration } from '../src/platform/database/index.ts';

/** What readers of live sites look at, search for and don't find. */
export const analytics: Migration = {
  id: '0035-analytics',
  sql: /* sql */ `
-- A partition for each day (UTC), so that old events go with one DROP. A foreign key would make each new partition wait for
-- whoever writes a project: a trigger removes the events of a deleted one.
create table analytics_events (
  project_id text not null,
  at timestamptz not null,
  -- A UUID of version 7, which says when the event was: the same event always has the same day.
  id uuid not null,
  kind text not null check (kind in ('view', 'search', 'search_click', 'code_copy', 'outlink', 'not_found')),
  path text not null,
  -- HMAC under the day's salt.
  visitor bytea not null check (length(visitor) = 16),
  is_ai boolean not null,
  referrer text,
  query text,
  target text,
  primary key (project_id, at, id),
  check ((kind in ('search', 'search_click')) = (query is not null)),
  check (kind not in ('search_click', 'outlink') or target is not null)
) partition by range (at);

create function create_analytics_day(day date) returns void language plpgsql as $$
declare
  name text := 'analytics_events_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(name) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('create_analytics_day', 0));
  execute format('create table if not exists %I partition of analytics_events for values from (%L) to (%L)',
    name, day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
end
$$;

create function delete_analytics_events() returns trigger language plpgsql as $$
begin
  delete from analytics_events where project_id = old.id;
  return old;
end
$$;
create trigger delete_analytics_events after delete on projects for each row execute function delete_analytics_events();

-- Of each day, until no event of it is taken any more. Backups leave them out.
create table analytics_salts (
  day date primary key,
  salt bytea not null check (length(salt) = 32)
);

-- What stays of a day's events: counts and the day's visitors. The kind 'site' has the views of all pages together.
create table analytics_daily (
  project_id text not null references projects (id) on delete cascade,
  day date not null,
  kind text not null,
  -- Page, query, address or host.
  subject text not null,
  human integer not null,
  ai integer not null,
  human_visitors integer not null,
  ai_visitors integer not null,
  -- Of searches: results that were opened, and the one that was opened most. Of missing pages: the host that most came from.
  clicks integer not null,
  target text,
  last_at timestamptz not null,
  primary key (project_id, kind, day, subject)
);
create index analytics_daily_day on analytics_daily (day);

-- Days whose events are counted in analytics_daily.
create table analytics_counted_days (day date primary key);
`,
};
