import type { Migration } from '../src/platform/database/index.ts';

/** Days of a project that events came for after they were counted, or so late that they may have been: they are counted once more. */
export const lateEvents: Migration = {
  id: '0113-late-events',
  sql: /* sql */ `
create table analytics_recounts (
  project_id text not null references projects (id) on delete cascade,
  day date not null,
  -- When the last of them came.
  asked_at timestamptz not null default clock_timestamp(),
  primary key (project_id, day)
);
create index analytics_recounts_day on analytics_recounts (day);
`,
};
