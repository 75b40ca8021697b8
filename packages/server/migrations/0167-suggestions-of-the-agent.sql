-- The agent job that wrote the comment, at the request of its author; null for the author's own words. The job may have
-- been deleted since.
alter table comments add column agent_job_id text;
