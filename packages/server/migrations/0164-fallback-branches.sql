-- The branch from which the job starts if `base_branch` doesn't exist. Null if the job then fails.
alter table agent_jobs add column fallback_branch text;
