import type { Migration } from '../src/platform/database/index.ts';

/** Lists by what few rows have: they read no more rows than they give, however many the organization has. */
export const listIndexes: Migration = {
  id: '0039-list-indexes',
  sql: /* sql */ `
create index agent_jobs_by_status on agent_jobs (organization_id, status, created_at desc, id desc);
create index agent_jobs_of_project_by_status on agent_jobs (project_id, status, created_at desc, id desc);
create index agent_jobs_by_pull_request on agent_jobs (organization_id, pr_state, created_at desc, id desc)
  where pr_state is not null;
create index export_jobs_by_domain on export_jobs (organization_id, domain, created_at desc, id desc);
create index export_jobs_by_status on export_jobs (organization_id, status, created_at desc, id desc);
create index audit_events_actor_name on audit_events (organization_id, actor_name, id desc);
create index audit_events_target_name on audit_events (organization_id, target_name, id desc);
create index audit_events_refused on audit_events (organization_id, id desc) where result = 'refused';
`,
};
