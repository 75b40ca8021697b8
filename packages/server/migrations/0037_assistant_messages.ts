import type { Migration } from '../src/platform/database/index.ts';

/**
 * Questions to assistants and their answers. A thread is known by a digest of site, kind of key, visitor and the client's
 * own id, none of which is here. A row without an outcome is an answer that is being made.
 */
export const assistantMessages: Migration = {
  id: '0037-assistant-messages',
  sql: /* sql */ `
create table assistant_messages (
  id bigint generated always as identity primary key,
  project_id text not null references projects (id) on delete cascade,
  thread_key text not null,
  message_id text not null,
  asked_digest text not null,
  question text not null,
  answer_id text not null,
  answer text,
  sources jsonb,
  outcome text check (outcome in ('answered', 'unanswered', 'failed')),
  asked_at timestamptz not null default clock_timestamp(),
  unique (thread_key, message_id),
  check ((answer is null) = (outcome is null) and (sources is null) = (outcome is null))
);
create index assistant_messages_thread on assistant_messages (thread_key, id);
create index assistant_messages_age on assistant_messages (project_id, asked_at);
`,
};
