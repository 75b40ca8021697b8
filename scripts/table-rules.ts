/** Tables that modules other than their owner may read. */
export interface TableRule {
  readonly by: readonly string[];
  readonly tables: readonly string[] | 'any';
  readonly why: string;
}

/**
 * Reads of other modules' tables. Only the owner writes a table, without exception. Before you add a line: a function of
 * the owner's `index.ts`, called in your transaction, is usually enough. Tables and modules that a line names without
 * need fail the check.
 */
export const tableRules: readonly TableRule[] = [
  {
    by: ['operations/auditor'],
    tables: 'any',
    why: 'It checks the promises independently of the code that keeps them.',
  },
  { by: ['operations/backups'], tables: 'any', why: 'It copies all rows in one snapshot.' },
  {
    by: [
      'agent/notifications',
      'identity/accounts',
      'identity/storage',
      'project-config/api-keys',
      'project-config/public-keys',
      'sources/local-code-host',
    ],
    tables: ['organizations'],
    why: 'Name, plan and slug of the tenant, joined to rows that refer to it: each request reads them once.',
  },
  {
    by: [
      'agent/notifications',
      'operations/overview',
      'operations/usage',
      'identity/storage',
      'publishing/certificates',
      'publishing/deployments',
      'readers/analytics',
      'readers/assistant',
      'readers/page-health',
    ],
    tables: ['projects'],
    why: 'Whether a project exists and is published by us, decided in the statement that inserts or locks its rows.',
  },
  {
    by: ['readers/page-health', 'readers/section-vectors'],
    tables: ['live_sites'],
    why: 'The view is for them: they process what readers get.',
  },
  {
    by: ['readers/section-vectors'],
    tables: ['project_models', 'site_bundles'],
    why: 'One statement finds live sites without vectors of their current model; vectors are stored next to a bundle.',
  },
  {
    by: ['publishing/deployments'],
    tables: ['site_bundles', 'site_domains'],
    why: 'One statement answers an edge: from the host name to the bundle that is live there.',
  },
  { by: ['publishing/certificates'], tables: ['site_domains'], why: 'Certificates follow the claims of domains.' },
  {
    by: ['operations/retention'],
    tables: ['export_jobs', 'site_bundles', 'site_deployments'],
    why: 'One statement finds bundles to which no deployment and no export refers.',
  },
  {
    by: ['agent/notifications'],
    tables: ['members', 'users'],
    why: 'One statement inserts a row for each member to notify, and skips those who are being removed.',
  },
  { by: ['project-config/api-keys'], tables: ['users'], why: 'A list of keys shows who created them.' },
  {
    by: ['project-config/projects'],
    tables: ['agent_jobs', 'export_jobs', 'project_models'],
    why: 'A project with unfinished jobs is not deleted; the owners are in later areas or import projects themselves.',
  },
  {
    by: ['identity/storage'],
    tables: [
      'analytics_daily',
      'analytics_events',
      'assistant_messages',
      'local_repositories',
      'page_feedback',
      'site_bundles',
      'site_vectors',
    ],
    why: 'It measures what an organization stores; the owners are in later areas.',
  },
  {
    by: ['operations/overview'],
    tables: [
      'agent_jobs',
      'assistant_spending',
      'code_hosts',
      'export_jobs',
      'invitations',
      'members',
      'project_models',
      'site_deployments',
      'site_environments',
      'sites',
    ],
    why: 'The first page of the dashboard: counts over everything that an organization has.',
  },
  {
    by: ['operations/usage'],
    tables: ['agent_jobs', 'assistant_spending', 'export_jobs', 'site_deployments'],
    why: 'A report over one month.',
  },
];
