-- Comments of a follow-up on lines of the job's diff: [{path, side, from, to, lines, text}]. The prompt is empty if the
-- follow-up has only comments.
alter table agent_job_turns add column comments jsonb;
