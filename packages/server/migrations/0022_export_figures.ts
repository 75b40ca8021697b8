import type { Migration } from '../src/platform/database/index.ts';

/** What the navigation of a site asks for and what of it is missing; issues by code, also those that are not listed. */
export const exportFigures: Migration = {
  id: '0022-export-figures',
  sql: /* sql */ `
alter table export_jobs
  add column expected_pages integer,
  add column missing jsonb not null default '[]',
  add column missing_count integer not null default 0,
  add column issue_counts jsonb not null default '{}';
alter table site_bundles
  add column expected_pages integer,
  add column missing jsonb not null default '[]',
  add column missing_count integer not null default 0,
  add column issue_counts jsonb not null default '{}';
`,
};
