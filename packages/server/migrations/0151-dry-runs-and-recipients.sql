-- A dry run makes its changes but never publishes them.
alter table agent_jobs add column dry_run boolean not null default false;
-- Email addresses of the members who are notified about an automation's runs; empty: its creator.
alter table automations add column notify jsonb not null default '[]';
