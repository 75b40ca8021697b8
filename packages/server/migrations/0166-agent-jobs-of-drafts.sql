-- The part of a draft on `base_branch` that the job suggests changes to: {file, quote, from}, each of which can be null.
-- Null for a job that opens a pull request. The `base_commit` of a draft has its files; it exists only in our mirror.
alter table agent_jobs add column ask jsonb;
-- The suggestions of an ended job, and the changes that weren't suggested: {suggestions, leftOut}.
alter table agent_jobs add column ask_outcome jsonb;
