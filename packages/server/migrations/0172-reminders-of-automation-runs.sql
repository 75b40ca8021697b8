-- Owner: agent/automations

-- When endpoints were told that the pull request of the run waits for a review. Null: not yet.
alter table automation_runs add column reminded_at timestamptz;
-- Pull requests that have been open for longer are no news.
update automation_runs set reminded_at = now() where state = 'review_needed' and ended_at < now() - interval '3 days';
create index automation_runs_to_remind on automation_runs (ended_at) where state = 'review_needed' and reminded_at is null;
