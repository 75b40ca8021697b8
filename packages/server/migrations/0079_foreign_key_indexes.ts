import type { Migration } from '../src/platform/database/index.ts';

/** What a deletion looks for, by a foreign key or by age, it finds without reading the table. */
export const foreignKeyIndexes: Migration = {
  id: '0079-foreign-key-indexes',
  indexes: {
    export_jobs_of_project: 'on export_jobs (project_id, created_at desc, id desc)',
    agent_jobs_ended: "on agent_jobs (updated_at) where status <> 'active'",
    export_jobs_ended: "on export_jobs (created_at) where status in ('completed', 'failed')",
    webhook_deliveries_ended: "on webhook_deliveries (created_at) where status <> 'pending'",
    export_jobs_of_blob: 'on export_jobs (blob_key) where blob_key is not null',
    site_deployments_of_environment: 'on site_deployments (environment_id, status, created_at desc, id desc)',
    site_environments_of_project: 'on site_environments (project_id)',
    site_environments_of_active: 'on site_environments (active_deployment_id)',
    site_certificates_of_project: 'on site_certificates (project_id)',
    site_access_codes_environment: 'on site_access_codes (environment_id)',
    site_access_codes_session: 'on site_access_codes (session_id)',
    setup_links_organization: 'on setup_links (organization_id)',
    setup_links_user: 'on setup_links (user_id)',
    webhook_deliveries_organization: 'on webhook_deliveries (organization_id)',
  },
};
