import type { Migration } from '../src/platform/database/index.ts';

/**
 * For what the statement test found reading a table as a whole, or throwing away most of what it read: lists by a state that is rare, what an
 * organization's deletion looks for, and what is past its time.
 */
export const largeInstallations: Migration = {
  id: '0084-large-installations',
  indexes: {
    agent_jobs_free: 'on agent_jobs (project_id, created_at) where is_free',
    assistant_messages_age_of_all: 'on assistant_messages (asked_at)',
    assistant_messages_not_answered: "on assistant_messages (project_id, outcome, id desc) where outcome <> 'answered'",
    assistant_messages_rated: 'on assistant_messages (project_id, rating, id desc) where rating is not null',
    assistant_messages_unanswered:
      "on assistant_messages (project_id, asked_at desc, id desc) where outcome = 'unanswered'",
    assistant_spending_of_visitors: "on assistant_spending (changed_at) where visitor <> ''",
    invitations_expiry: 'on invitations (expires_at)',
    local_pull_requests_by_state: 'on local_pull_requests (repository_id, state, number desc)',
    organizations_first: 'on organizations (operator desc, created_at, id)',
    page_feedback_unsettled:
      "on page_feedback (project_id, created_at desc, id desc) where helpful is not true and status in ('pending', 'in_progress')",
    project_models_of_organization: 'on project_models (organization_id)',
    public_keys_of_organization: 'on public_keys (organization_id)',
    setup_links_expiry: 'on setup_links (expires_at)',
    sign_in_attempts_age: 'on sign_in_attempts (last_at)',
    site_deployments_activated:
      'on site_deployments (environment_id, activated_at desc) where activated_at is not null',
    site_deployments_built:
      "on site_deployments (environment_id, created_at desc, id desc) where status in ('success', 'failure')",
    site_deployments_by_branch: 'on site_deployments (project_id, branch, created_at desc, id desc)',
    site_deployments_by_status: 'on site_deployments (project_id, status, created_at desc, id desc)',
    site_deployments_of_commit: 'on site_deployments (environment_id, commit)',
    sites_of_organization: 'on sites (organization_id)',
    sites_pull_requests_asked: 'on sites (pull_requests_asked_at) where previews',
    sites_taken_down: 'on sites (updated_at desc) where takedown is not null',
    verifications_value: 'on verifications (value)',
    webhook_deliveries_by_status: 'on webhook_deliveries (endpoint_id, status, created_at desc, id desc)',
  },
};
