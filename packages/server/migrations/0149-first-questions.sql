-- Whether a short question precedes the turn: is there anything to do?
alter table agent_job_turns add column asks_first boolean not null default false;
