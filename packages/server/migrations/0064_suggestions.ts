import type { Migration } from '../src/platform/database/index.ts';

/** What was done about what readers miss. */
export const suggestions: Migration = {
  id: '0064-suggestions',
  sql: /* sql */ `
-- Suggestions follow from signals; a row is there once somebody has dismissed one or made a job of it.
create table suggestions (
  project_id text not null references projects (id) on delete cascade,
  -- Digest of kind and subject.
  id text not null,
  kind text not null check (kind in ('missing_topic', 'unhelpful_page', 'missing_address')),
  -- Stems of the topic, or path.
  subject text not null check (length(subject) <= 4096),
  dismissed boolean not null default false,
  job_id text references agent_jobs (id) on delete set null,
  acted_at timestamptz not null,
  primary key (project_id, id)
);
create index suggestions_acted on suggestions (acted_at);
create index suggestions_job on suggestions (job_id) where job_id is not null;

-- What readers did, for which a job was made: [{kind, text, visitors}].
alter table agent_job_turns add column evidence jsonb;

-- Digest of the reader's network under the day's salt; null of programs and of who asks not to be counted.
alter table assistant_messages add column asker bytea check (length(asker) = 16);

create index analytics_events_without_result on analytics_events (project_id, at) where results = 0;
create index analytics_events_not_found on analytics_events (project_id, at) where kind = 'not_found';
`,
};
