import type { Migration } from '../src/platform/database/index.ts';

/**
 * Words of jobs beside the organization that has them: one look at the index gives the jobs of one organization, where 200,000 were
 * read for a word that none of them has. A word never begins with a space. Beside it what the statement test found at a million jobs.
 */
export const wordsOfOrganizations: Migration = {
  id: '0101-words-of-organizations',
  indexes: {
    assistant_spending_of_projects: "on assistant_spending (period, project_id) include (usd) where visitor = ''",
    agent_jobs_words: "on agent_jobs using gin ((search || array_to_tsvector(array[' ' || organization_id])))",
    audit_events_age: 'on audit_events (at)',
    site_pull_requests_newest: "on site_pull_requests (project_id, number desc) where state = 'open'",
  },
};

export const wordsOfAll: Migration = {
  id: '0102-words-of-all',
  sql: /* sql */ `
drop index agent_jobs_search;
-- A project has one organization: without this the planner takes both for rare, and walks the organization's jobs for one project's.
create statistics agent_jobs_owner (dependencies) on organization_id, project_id from agent_jobs;
analyze agent_jobs;
`,
};
