import type { Migration } from '../src/platform/database/index.ts';

/** What readers searched for in vain. Searches that were counted before say nothing of it. */
export const searchesWithoutResult: Migration = {
  id: '0063-searches-without-result',
  sql: /* sql */ `
alter table analytics_events
  add column results integer,
  add constraint analytics_events_results check (results is null or (kind = 'search' and results >= 0)) not valid;

alter table analytics_daily
  add column without_result integer not null default 0,
  add column without_result_visitors integer not null default 0;
`,
};
