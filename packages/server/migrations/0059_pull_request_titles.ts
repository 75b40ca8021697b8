import type { Migration } from '../src/platform/database/index.ts';

/** Who decides about a fork's pull request sees what it is called and whose it is; null until the code host is asked again. */
export const pullRequestTitles: Migration = {
  id: '0059-pull-request-titles',
  sql: /* sql */ `
alter table site_pull_requests
  add column title text check (char_length(title) <= 300),
  add column author text check (char_length(author) <= 100);
`,
};
