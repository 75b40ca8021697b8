import type { Migration } from '../src/platform/database/index.ts';

export const webhooks: Migration = {
  id: '0004-webhooks',
  sql: /* sql */ `
create table webhook_endpoints (
  id text primary key,
  organization_id text not null references organizations (id),
  url text not null,
  description text not null,
  -- Null: every event.
  events text[],
  -- Null: every project.
  project_ids text[],
  -- Sealed, like the one before it, which signs too until its time.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  -- Since when no delivery came through; null while they do.
  failing_since timestamptz,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index webhook_endpoints_newest on webhook_endpoints (organization_id, created_at desc, id desc);

create table webhook_deliveries (
  id text primary key,
  endpoint_id text not null references webhook_endpoints (id) on delete cascade,
  organization_id text not null references organizations (id),
  -- The header webhook-id: the same for every endpoint, attempt and replay of one event.
  message_id text not null,
  project_id text,
  type text not null,
  -- The very bytes that are signed and sent.
  payload text not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  attempts int not null default 0,
  error text,
  next_attempt_at timestamptz,
  replay_of text,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, created_at desc, id desc);

create table webhook_attempts (
  delivery_id text not null references webhook_deliveries (id) on delete cascade,
  attempt int not null,
  at timestamptz not null,
  duration_ms int not null,
  status_code int,
  error text,
  response text,
  primary key (delivery_id, attempt)
);
`,
};
