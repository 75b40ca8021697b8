import type { Migration } from '../src/platform/database/index.ts';

/** For what the statement test found at 200,000 jobs, with the settings of the service. */
export const listsOfProjects: Migration = {
  id: '0085-lists-of-projects',
  indexes: {
    agent_jobs_of_project_by_pull_request:
      'on agent_jobs (project_id, pr_state, created_at desc, id desc) where pr_state is not null',
    agent_jobs_of_repository: 'on agent_jobs (organization_id, repository, pr_number) where pr_number is not null',
    first_steps_of_organization: 'on first_steps (organization_id)',
    invitations_email: 'on invitations (email)',
  },
};
