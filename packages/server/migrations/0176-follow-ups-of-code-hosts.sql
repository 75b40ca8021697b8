-- Whether the prompt is a comment on a code host, whose author may have no access to the job.
alter table agent_job_turns add column from_code_host boolean not null default false;
