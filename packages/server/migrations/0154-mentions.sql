-- Owner: agent/code-host-events

-- A comment that mentions the agent can start a job.
alter table code_host_events
  drop constraint code_host_events_outcome_check,
  add constraint code_host_events_outcome_check
    check (outcome in ('waiting', 'job-started', 'follow-up', 'noted', 'ignored'));
