-- The repositories with source code that a job can read; null for those of its project.
alter table agent_jobs add column context_repositories jsonb;
-- The commits of these repositories that a turn reads, and the number of the turn. A retry reads the same commits.
alter table agent_jobs add column context jsonb not null default '[]';
alter table agent_jobs add column context_turn int not null default 0;
