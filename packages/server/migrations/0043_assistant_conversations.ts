import type { Migration } from '../src/platform/database/index.ts';

/**
 * What owners see of conversations, what the panel shows of a project, and what its models may cost. Spending is that of a month
 * (`2026-01`, no visitor), or of a visitor's day (`2026-01-31`), whose digest goes with the day.
 */
export const assistantConversations: Migration = {
  id: '0043-assistant-conversations',
  sql: /* sql */ `
alter table assistant_messages
  add column origin text not null default 'api' check (origin in ('page', 'api')),
  add column path text not null default '',
  add column rating text check (rating in ('up', 'down')),
  add column model text not null default '',
  add column input_tokens integer not null default 0,
  add column output_tokens integer not null default 0;
create index assistant_messages_newest on assistant_messages (project_id, id);

alter table project_assistant_settings
  add column name text not null default '',
  add column greeting text not null default '',
  add column starters jsonb not null default '[]',
  add column tone text not null default 'neutral' check (tone in ('neutral', 'friendly', 'formal')),
  add column messages_per_minute integer not null default 20 check (messages_per_minute between 1 and 1000),
  add column monthly_budget_usd double precision check (monthly_budget_usd > 0),
  add column visitor_daily_budget_usd double precision check (visitor_daily_budget_usd > 0);

create table assistant_spending (
  project_id text not null references projects (id) on delete cascade,
  period text not null,
  visitor text not null,
  usd double precision not null check (usd >= 0),
  changed_at timestamptz not null default now(),
  primary key (project_id, period, visitor)
);
create index assistant_spending_age on assistant_spending (changed_at);
`,
};
