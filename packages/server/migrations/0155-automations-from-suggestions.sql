-- Owner: agent/automations

-- Automations can act on what readers of the site miss, from this number of readers on.
alter table automations add column min_readers int not null default 2 check (min_readers > 0);

-- Runs can start when enough readers miss something.
alter table automations drop constraint automations_trigger_type_check;
alter table automations add constraint automations_trigger_type_check
  check (trigger_type in ('schedule', 'content_update', 'code_change', 'event', 'suggestion'));
alter table automation_runs drop constraint automation_runs_trigger_check;
alter table automation_runs add constraint automation_runs_trigger_check
  check (trigger in ('schedule', 'content_update', 'code_change', 'event', 'suggestion', 'manual'));
