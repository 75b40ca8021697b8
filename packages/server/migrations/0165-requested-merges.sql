-- Who asked the code host to merge the pull request, and at which head commit. Null if nobody did, or if it refused.
alter table agent_jobs add column merge_request jsonb;
-- Whether the audit log has the merge.
alter table agent_jobs add column merge_recorded boolean not null default false;
