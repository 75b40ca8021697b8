import type { Migration } from '../src/platform/database/index.ts';

/** What readers and agents say of pages of live sites. */
export const pageFeedback: Migration = {
  id: '0058-page-feedback',
  sql: /* sql */ `
create table page_feedback (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  path text not null check (length(path) <= 512),
  source text not null check (source in ('contextual', 'thumbs_only', 'agent')),
  helpful boolean,
  comment text check (length(comment) between 1 and 2000),
  contact text check (length(contact) <= 254),
  -- HMAC under the day's salt, as of events; null of who asks not to be counted.
  visitor bytea check (length(visitor) = 16),
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'resolved', 'dismissed')),
  note text check (length(note) <= 2000),
  check ((source = 'agent') = (helpful is null)),
  check ((source = 'thumbs_only') = (comment is null))
);
create index page_feedback_newest on page_feedback (project_id, created_at desc, id desc);
create index page_feedback_created on page_feedback (created_at);
`,
};
