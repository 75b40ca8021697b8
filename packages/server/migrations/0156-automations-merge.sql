-- Owner: agent/automations

-- Automations can merge their own pull requests.
alter table automations add column update_mode text not null default 'pull_request'
  check (update_mode in ('pull_request', 'direct_merge'));
