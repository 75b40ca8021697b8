import type { Migration } from '../src/platform/database/index.ts';

/**
 * What people are told of. Each row hangs on a membership: who leaves an organization leaves nothing of it behind. Settings are kept where
 * somebody chose; the others follow the role.
 */
export const notifications = {
  id: '0112-notifications',
  sql: /* sql */ `
create table notifications (
  id bigint primary key generated always as identity,
  organization_id text not null,
  user_id text not null,
  kind text not null,
  tone text not null check (tone in ('good', 'bad', 'neutral')),
  title text not null,
  text text not null,
  -- No reference: a deleted project's rows go in batches, as those of its jobs do.
  project_id text,
  -- What it is about: a job, a deployment, an endpoint.
  subject_id text,
  at timestamptz not null default clock_timestamp(),
  -- False for what is only sent by mail.
  in_app boolean not null,
  read_at timestamptz,
  -- Null where none is wanted.
  mail text check (mail in ('waiting', 'sent', 'failed')),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create index notifications_newest on notifications (organization_id, user_id, id desc);
create index notifications_unread on notifications (organization_id, user_id, id desc) where in_app and read_at is null;
create index notifications_waiting on notifications (user_id, id) where mail = 'waiting';
create index notifications_project on notifications (project_id, id) where project_id is not null;
create index notifications_age on notifications (at);

create table notification_settings (
  organization_id text not null,
  user_id text not null,
  kind text not null,
  in_app boolean not null,
  mail boolean not null,
  primary key (organization_id, user_id, kind),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);

-- When a person was sent the last mails, the newest last; no more of them than may be sent in an hour.
create table notification_mailboxes (
  user_id text primary key references users (id) on delete cascade,
  sent_at timestamptz[] not null
);
`,
} satisfies Migration;
