-- Owner: agent/agent-jobs

-- The lines that the answer to a question cites: [{repository, commit, path, from, to}], with stored addresses and paths
-- from the root of the repository. Null if the last turn had another result.
alter table agent_jobs add column answer_citations jsonb;
