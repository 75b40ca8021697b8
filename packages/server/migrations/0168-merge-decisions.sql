-- Owner: agent/automations

-- What became of the pull request of a run that merges: `waiting` until it is `merged` or `left` for review. Null if the
-- run doesn't merge.
alter table automation_runs add column merge_state text check (merge_state in ('waiting', 'merged', 'left'));
update automation_runs set merge_state = 'left' where outcome like '%Left for review: %';
-- A sentence about the checks that the merge waits for.
alter table automation_runs add column merge_waits_for text;
-- How often the checks were read. A ticket with a lower number was handled before.
alter table automation_runs add column merge_attempts int not null default 0;

-- The languages that a translation is limited to, as language tags; empty for all languages of the site.
alter table automations add column target_languages jsonb not null default '[]';
