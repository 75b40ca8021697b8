-- Owner: agent/automations

-- What became of the pull request of a run that merges: `waiting` until it is `merged` or `left` for review. Null if the
-- run doesn't merge.
alter table automation_runs add column merge_state text check (merge_state in ('waiting', 'merged', 'left'));
update automation_runs set merge_state = 'left' where outcome like '%Left for review: %';
