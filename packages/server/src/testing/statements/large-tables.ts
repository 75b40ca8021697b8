import {
  digest,
  each,
  id,
  ofProject,
  organizations,
  owner,
  share,
  spreadOwner,
  twentyActive,
  type Filled,
} from './filled-table.ts';
import { agentTables } from './agent-tables.ts';
import { accessTables } from './access-tables.ts';
import { draftTables } from './draft-tables.ts';
import { siteTables } from './site-tables.ts';

/** The tables to fill. Their order doesn't matter, because foreign keys aren't checked while the tables are filled. */
export const largeTables: Readonly<Record<string, Filled>> = {
  organizations: {
    rows: organizations,
    columns: { ...id('org'), name: `'Organization ' || n`, plan: `'pro'`, slug: `'org-' || n`, operator: 'n = 0' },
  },
  users: { rows: each, columns: { ...id('user'), email: `'user' || n || '@example.com'` } },
  accounts: {
    rows: each,
    columns: { ...id('account'), user_id: `'user_' || n`, account_id: `'user_' || n`, provider_id: `'credential'` },
  },
  two_factors: { rows: each, columns: { ...id('factor'), user_id: `'user_' || n` } },
  sessions: {
    rows: share(0.2),
    columns: {
      ...id('session'),
      user_id: `'user_' || n % (SELECT count(*) FROM users)`,
      token: `'token_' || n`,
      expires_at: `now() + interval '1 day'`,
    },
  },
  verifications: {
    rows: share(0.1),
    columns: {
      ...id('verification'),
      identifier: `'reset-' || n`,
      value: `'user_' || p`,
      expires_at: `now() + interval '1 day'`,
    },
  },
  sign_in_attempts: { rows: share(0.1), columns: { bucket: `'bucket_' || n`, failures: '1', last_at: 'now()' } },
  members: {
    rows: each,
    columns: {
      organization_id: `'org_' || CASE WHEN n % 50 = 0 THEN 0 ELSE n % 1000 END`,
      user_id: `'user_' || n`,
      role: `CASE WHEN n % 50 = 0 THEN 'owner' ELSE 'editor' END`,
    },
  },
  notifications: {
    rows: each,
    columns: {
      organization_id: `'org_' || CASE WHEN n % 50 = 0 THEN 0 ELSE n % 1000 END`,
      user_id: `'user_' || n`,
      kind: `'deployment.failed'`,
      tone: `'bad'`,
      title: `'Deployment failed'`,
      text: `''`,
      project_id: `'proj_' || n`,
      in_app: 'true',
    },
  },
  notification_settings: {
    rows: share(0.1),
    columns: {
      organization_id: `'org_' || CASE WHEN n % 50 = 0 THEN 0 ELSE n % 1000 END`,
      user_id: `'user_' || n`,
      kind: `'deployment.failed'`,
      in_app: 'true',
      mail: 'false',
    },
  },
  notification_mailboxes: {
    rows: share(0.1),
    columns: { user_id: `'user_' || n`, sent_at: `'{}'` },
  },
  invitations: {
    rows: share(0.1),
    columns: {
      ...id('invitation'),
      ...spreadOwner,
      email: `'guest' || n || '@example.com'`,
      role: `'editor'`,
      token_sha256: digest(`'invitation_' || n`),
      expires_at: `now() + interval '1 day'`,
    },
  },
  setup_links: {
    rows: share(0.1),
    columns: {
      token_sha256: digest(`'setup_' || n`),
      organization_id: owner.organization_id,
      user_id: `'user_' || p`,
      expires_at: `now() + interval '1 day'`,
    },
  },
  email_changes: {
    rows: share(0.1),
    columns: {
      user_id: `'user_' || n`,
      token_sha256: digest(`'email_' || n`),
      email: `'later' || n || '@example.com'`,
      expires_at: `now() + interval '1 day'`,
    },
  },
  model_budgets: {
    rows: share(0.1),
    columns: {
      organization_id: `'org_' || n % 1000`,
      project_id: `'proj_' || n`,
      usd: '100',
      thresholds: `'{100}'`,
      stop_jobs: 'true',
    },
  },
  model_spending: {
    rows: share(0.5),
    columns: {
      organization_id: `'org_' || n % 1000`,
      project_id: `'proj_' || n`,
      month: `'2026-01'`,
      usd: '1',
      unpriced_answers: '0',
    },
  },
  budget_alerts: {
    rows: share(0.1),
    columns: {
      organization_id: `'org_' || n % 1000`,
      scope: `'proj_' || n`,
      month: `'2026-01'`,
      threshold: '50',
      spent_usd: '1',
      budget_usd: '1',
    },
  },
  api_keys: {
    rows: share(0.2),
    columns: {
      ...id('key'),
      ...spreadOwner,
      sha256: digest(`'key_' || n`),
      scopes: `'{admin}'`,
      created_by: `'user_' || p`,
      created_at: 't',
    },
  },
  connected_repositories: {
    rows: share(0.1),
    columns: { organization_id: `'org_' || (n % 1000)`, pattern: `'https://github.com/owner' || n || '/*'` },
  },
  projects: {
    rows: each,
    columns: {
      ...id('proj'),
      organization_id: `'org_' || CASE WHEN n % 5 = 0 THEN 0 ELSE n % 1000 END`,
      name: `'Project ' || n`,
      repository: `'local:docs-' || n`,
      branch: `'main'`,
      deployment_kind: `'cloud'`,
      model: `'builtin/rules-1'`,
      created_at: 't',
    },
  },
  project_domains: {
    rows: each,
    columns: { ...owner, project_id: `'proj_' || n`, domain: `'docs' || n || '.example.com'` },
  },
  project_agent_settings: { rows: each, columns: { ...owner, ...ofProject } },
  project_models: {
    rows: each,
    columns: {
      ...owner,
      ...ofProject,
      models: `'[{"provider":"openai","model":"gpt-5","baseUrl":"","region":"","credentials":["apiKey"],"prices":null}]'`,
      key_id: `'key-now'`,
    },
  },
  organization_models: {
    rows: () => 1000,
    columns: {
      organization_id: `'org_' || n % 1000`,
      models: `'[{"provider":"openai","model":"gpt-5","baseUrl":"","region":"","credentials":["apiKey"],"prices":null}]'`,
      key_id: `'key-now'`,
    },
  },
  project_assistant_settings: {
    rows: each,
    columns: { ...owner, ...ofProject, model: `'project'`, enabled: 'true', retention_days: '30' },
  },
  code_anchor_checks: { rows: each, columns: { ...owner, ...ofProject } },
  deleted_projects: { rows: () => 20, columns: { ...owner, project_id: `'deleted_' || n` } },
  ...agentTables,
  suggestions: {
    rows: share(0.2),
    columns: {
      project_id: owner.project_id,
      ...id('suggestion'),
      kind: `'missing_topic'`,
      job_id: `'job_' || n`,
      acted_at: 't',
    },
  },
  export_jobs: {
    rows: share(0.5),
    columns: {
      ...id('export'),
      ...owner,
      status: twentyActive(
        `CASE n % 2 WHEN 0 THEN 'running' ELSE 'queued' END`,
        `CASE WHEN n % 50 = 49 THEN 'failed' ELSE 'completed' END`,
      ),
      domain: `'docs' || p || '.example.com'`,
      blob_key: `CASE WHEN n >= 20 THEN 'bundles/b' || n || '.tar.gz' END`,
      created_at: 't',
      updated_at: 't',
    },
  },
  site_bundles: {
    rows: share(0.5),
    columns: {
      ...id('bundle'),
      ...owner,
      identity: `'identity_' || n`,
      blob_key: `'bundles/b' || n || '.tar.gz'`,
      issues: `'[]'`,
      missing: `'[]'`,
      specifications: `CASE WHEN n % 20 = 0 THEN '{}'::jsonb END`,
      created_at: 't',
    },
  },
  site_vectors: {
    rows: share(0.5),
    columns: {
      bundle_id: `'bundle_' || n`,
      project_id: owner.project_id,
      made_at: 't',
      made_model: `'m'`,
      model: `'m'`,
      sha256: `'s'`,
      size_bytes: '1',
      claimed_until: 't',
    },
  },
  ...draftTables,
  ...siteTables,
  ...accessTables,
};

/** The queue's tables contain one day's jobs, because ended jobs are deleted after a day. */
export const queueTables: Readonly<Record<string, Filled>> = {
  'pgboss.job': {
    rows: share(0.5),
    columns: {
      name: `'agent-jobs'`,
      id: `('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`,
      group_id: owner.organization_id,
      state: `(CASE WHEN n < 10 THEN 'active' WHEN n < 200 THEN 'created' WHEN n % 10 = 3 THEN 'failed' ELSE 'completed' END)::pgboss.job_state`,
      priority: `-n`,
      heartbeat_on: `now() - n * interval '1 minute'`,
      created_on: `now() - n * interval '0.1 second'`,
    },
  },
  'docwright_jobs.attempts': {
    rows: () => 10,
    columns: {
      job_id: `('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`,
      queue: `'agent-jobs'`,
      worker: 'n',
    },
  },
  'docwright_jobs.affinities': {
    rows: each,
    columns: { affinity: `'proj_' || n`, worker: 'n', held_at: 'now()' },
  },
};
