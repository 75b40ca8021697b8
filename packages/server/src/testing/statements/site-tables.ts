import { digest, each, id, ofProject, owner, share, spread, spreadOwner, type Filled } from './filled-table.ts';

/** Tables for live sites, their readers, and their connections. */
export const siteTables: Readonly<Record<string, Filled>> = {
  sites: {
    rows: each,
    columns: {
      ...owner,
      ...ofProject,
      organization_id: `'org_' || (n % 1000)`,
      slug: `'site-' || n`,
      pull_requests_asked_at: `now() - n * interval '1 second'`,
      is_default: 'n = 0',
      takedown: `CASE WHEN n % 500 = 499 THEN '{}'::jsonb END`,
    },
  },
  site_slugs: { rows: each, columns: { ...ofProject, slug: `'site-' || n` } },
  site_environments: {
    // The first rows are production environments of one project each.
    rows: ({ projects, jobs }) => projects + Math.max(2_500, Math.round(jobs * 0.1)),
    columns: {
      ...id('env'),
      ...owner,
      project_id: `'proj_' || CASE WHEN n < (SELECT count(*) FROM users) THEN n ELSE p END`,
      kind: `CASE WHEN n < (SELECT count(*) FROM users) THEN 'production' ELSE 'preview' END`,
      branch: `CASE WHEN n >= (SELECT count(*) FROM users) THEN 'topic-' || n END`,
      label: `CASE WHEN n >= (SELECT count(*) FROM users) THEN 'topic-' || n || '--site' END`,
      active_deployment_id: `CASE WHEN n < (SELECT count(*) FROM users) THEN 'deployment_' || n END`,
      opened_at: 'now()',
      polled_at: `now() - n * interval '1 second'`,
      created_at: 't',
    },
  },
  site_deployments: {
    rows: share(0.5),
    columns: {
      ...id('deployment'),
      ...owner,
      environment_id: `'env_' || p`,
      branch: `'main'`,
      status: `CASE WHEN n < 10 AND n > 0 THEN 'queued' WHEN n % 50 = 49 THEN 'failure' ELSE 'success' END`,
      source: `'push'`,
      bundle_id: `CASE WHEN n = 0 OR n >= 10 THEN 'bundle_' || n END`,
      commit: 'md5(n::text)',
      created_at: 't',
      ended_at: 't',
      activated_at: 't',
    },
  },
  deployment_search_checks: {
    rows: share(0.3),
    columns: {
      deployment_id: `'deployment_' || n`,
      project_id: owner.project_id,
      compared_with: `'x'`,
      checked_at: 't',
    },
  },
  search_checks: { rows: each, columns: { ...ofProject, questions: `'[]'` } },
  site_domains: {
    rows: share(0.2),
    columns: {
      ...id('domain'),
      ...spread,
      domain: `'docs' || n || '.example.com'`,
      status: `'verified'`,
      claimed_at: 't',
      next_check_at: `now() + interval '1 hour'`,
      created_at: 't',
    },
  },
  site_certificates: {
    rows: share(0.2),
    columns: {
      ...spread,
      domain: `'docs' || n || '.example.com'`,
      status: `'issued'`,
      sealed: `'x'`,
      not_after: `now() + interval '60 days'`,
      next_order_at: `now() + interval '30 days'`,
    },
  },
  acme_orders: {
    rows: share(0.1),
    columns: { organization_id: owner.organization_id, domain: `'d'`, ordered_at: 't' },
  },
  // Rows of the last hour.
  acme_challenges: {
    rows: () => 100,
    columns: {
      token: `'token_' || n`,
      domain: `'docs' || n || '.example.com'`,
      expires_at: `now() + interval '1 hour'`,
    },
  },
  site_ended_previews: {
    rows: share(0.1),
    columns: { project_id: owner.project_id, branch: `'topic-' || n`, ended_at: 't' },
  },
  site_passwords: { rows: each, columns: { ...id('password'), ...ofProject, label: `'readers'` } },
  site_pull_requests: {
    rows: share(0.3),
    columns: {
      ...owner,
      number: 'n + 1',
      state: `CASE WHEN n % 50 = 0 THEN 'open' ELSE 'merged' END`,
      head_branch: `'topic-' || n`,
      created_at: 't',
      asked_at: 't',
    },
  },
  site_changes: {
    rows: share(0.2),
    columns: { project_id: owner.project_id, changed_in: `(1000000 - n)::text::xid8`, changed_at: 't' },
  },
  public_keys: {
    rows: share(0.1),
    columns: {
      ...id('public'),
      ...spread,
      key: `'dw_pub_' || n`,
      created_at: 't',
      revoked_at: `CASE WHEN n % 7 > 0 THEN t END`,
    },
  },
  analytics_counted_days: {
    rows: () => 300,
    columns: {
      day: `(now() - (n + 2) * interval '1 day')::date`,
      has_rollups: 'n < 100',
    },
  },
  analytics_recounts: {
    rows: each,
    columns: { project_id: `'proj_' || n`, day: `(now() - (3 + n % 80) * interval '1 day')::date` },
  },
  analytics_stale_files: {
    rows: each,
    columns: { project_id: `'proj_' || n`, day: `(now() - (3 + n % 80) * interval '1 day')::date` },
  },
  analytics_salts: { rows: () => 2, columns: { day: `(now() - n * interval '1 day')::date`, salt: digest('n::text') } },
  analytics_daily: {
    rows: share(3),
    columns: {
      project_id: owner.project_id,
      day: `(now() - (2 + n / 10 % 250) * interval '1 day')::date`,
      kind: `(array['view', 'site', 'referrer', 'search', 'not_found', 'outlink', 'code_copy', 'page_referrer', 'hour'])[1 + n / 100 % 9]`,
      subject: `'/page-' || n`,
      human: '1',
      human_visitors: '1',
    },
  },
  analytics_rollups: {
    rows: each,
    columns: {
      project_id: `'proj_' || n`,
      first_day: `date '1970-01-01' + ((now()::date - '1970-01-01') / 8 - 2) * 8`,
      days: '8',
    },
  },
  analytics_rollup_counts: {
    rows: share(0.5),
    columns: {
      project_id: owner.project_id,
      first_day: `date '1970-01-01' + ((now()::date - '1970-01-01') / 8 - 2 - n / 10 % 5) * 8`,
      days: '8',
      kind: `(array['view', 'referrer', 'search'])[1 + n / 100 % 3]`,
      subject: `'/page-' || n`,
      human: '1',
      human_visitors: '1',
    },
  },
  analytics_events: {
    rows: share(1),
    columns: {
      project_id: owner.project_id,
      at: `now() - n % 172800 * interval '1 second'`,
      kind: `(array['view', 'search', 'not_found'])[1 + n / 10 % 3]`,
      query: `CASE WHEN n / 10 % 3 = 1 THEN 'word ' || n % 500 END`,
      results: `CASE WHEN n / 10 % 3 = 1 THEN n % 7 END`,
      path: `'/page-' || n % 300`,
    },
  },
  page_health_sites: {
    rows: each,
    columns: { ...ofProject, bundle_id: `'bundle_' || n`, seen_at: 'now()', claimed_until: 'now()' },
  },
  page_health_pages: {
    rows: share(0.5),
    columns: {
      project_id: owner.project_id,
      path: `'/page-' || n`,
      title: `'Page ' || n`,
      bundle_id: `'bundle_' || p`,
      digest: digest('n::text'),
      unchanged_since: 't',
    },
  },
  page_health_links: {
    rows: share(1),
    columns: {
      project_id: owner.project_id,
      url: `'https://host-' || n % 500 || '.example.org/' || n`,
      host: `'host-' || n % 500 || '.example.org'`,
      bundle_id: `'bundle_' || p`,
      pages: `'["/"]'`,
      page_count: '1',
      heard_at: 'now()',
      due_at: `now() + (n % 7 - 1) * interval '1 day'`,
    },
  },
  page_health_hosts: {
    rows: share(0.1),
    columns: { host: `'host-' || n || '.example.org'`, next_at: 'now()' },
  },
  page_feedback: {
    rows: share(0.3),
    columns: {
      ...id('feedback'),
      project_id: owner.project_id,
      created_at: 't',
      updated_at: 't',
      path: `'/page-' || n % 300`,
      source: `'thumbs_only'`,
      helpful: 'n % 3 > 0',
      status: `CASE WHEN n % 4 = 0 THEN 'pending' ELSE 'resolved' END`,
    },
  },
  assistant_messages: {
    rows: share(0.5),
    columns: {
      project_id: owner.project_id,
      thread_key: `'thread_' || n / 3`,
      message_id: `'message_' || n`,
      question: `'How do I ' || md5(n::text)`,
      answer_id: `'answer_' || n`,
      answer: `'So.'`,
      sources: `'[]'`,
      outcome: `CASE WHEN n % 10 = 3 THEN 'unanswered' ELSE 'answered' END`,
      rating: `CASE WHEN n % 40 = 0 THEN 'down' END`,
      asked_at: `now() - n * interval '1 minute'`,
    },
  },
  assistant_spending: {
    rows: share(0.2),
    columns: {
      project_id: owner.project_id,
      period: `'2026-01'`,
      visitor: `'visitor_' || n`,
      usd: '0.1',
      changed_at: 't',
    },
  },
  audit_events: {
    rows: share(1),
    columns: {
      organization_id: owner.organization_id,
      at: 't',
      actor_kind: `'user'`,
      actor_id: `'user_' || p`,
      actor_name: `'Person ' || p`,
      action: `(array['project.updated', 'agent_job.created', 'api_key.created'])[1 + n / 10 % 3]`,
      target_kind: `'project'`,
      target_id: owner.project_id,
      target_name: `'Project ' || p`,
      result: `CASE WHEN n % 100 = 50 THEN 'refused' ELSE 'success' END`,
    },
  },
  idempotency_keys: {
    rows: share(0.5),
    columns: {
      organization_id: owner.organization_id,
      actor: `'key_' || p`,
      key: `'k' || n`,
      created_at: `now() - n * interval '1 second'`,
    },
  },
  rate_uses: {
    rows: share(0.3),
    columns: { bucket: `'jobs:proj_' || p`, used_at: `now() - n * interval '0.1 second'` },
  },
  limit_blocks: {
    rows: share(0.2),
    columns: { bucket: `'edge:proj_' || p`, leased_at: `now() - n * interval '0.1 second'`, units: '1' },
  },
  webhook_endpoints: {
    rows: share(0.05),
    columns: { ...id('endpoint'), ...spreadOwner, created_at: 't' },
  },
  webhook_deliveries: {
    rows: share(0.5),
    columns: {
      ...id('delivery'),
      organization_id: owner.organization_id,
      endpoint_id: `'endpoint_' || p`,
      status: `CASE WHEN n < 20 THEN 'pending' WHEN n % 50 = 49 THEN 'failed' ELSE 'succeeded' END`,
      created_at: 't',
    },
  },
  webhook_attempts: { rows: share(0.5), columns: { delivery_id: `'delivery_' || n`, attempt: '1' } },
  code_hosts: {
    rows: share(0.05),
    columns: {
      ...id('host'),
      ...spreadOwner,
      kind: `'github'`,
      name: `'Host'`,
      web_url: `'https://github.com'`,
      account: `'owner' || n`,
      credential_kind: `'token'`,
      key_id: `'key-now'`,
    },
  },
  code_host_app_requests: {
    rows: share(0.1),
    columns: {
      state_digest: `'state_' || n`,
      organization_id: owner.organization_id,
      expires_at: `now() + interval '1 hour'`,
    },
  },
  code_host_hooks: {
    rows: share(0.1),
    columns: { ...id('hook'), ...spread, kind: `'github'`, follow_ups: `'mention'`, created_at: 't' },
  },
  code_host_events: {
    rows: share(0.3),
    columns: {
      ...id('event'),
      hook_id: `'hook_' || p`,
      delivery_id: 'n::text',
      subject: 'n::text',
      received_at: 't',
      handled_at: 't',
      outcome: `'noted'`,
    },
  },
  local_repositories: {
    rows: each,
    columns: {
      ...id('repo'),
      organization_id: `'org_' || CASE WHEN n % 5 = 0 THEN 0 ELSE n % 1000 END`,
      name: `'docs-' || n`,
      default_branch: `'main'`,
    },
  },
  local_pull_requests: {
    rows: share(0.3),
    columns: {
      repository_id: `'repo_' || p`,
      number: 'n + 1',
      state: `CASE WHEN n % 30 = 0 THEN 'open' ELSE 'merged' END`,
      head_branch: `'topic-' || n`,
      base_branch: `'main'`,
    },
  },
  local_pull_request_comments: {
    rows: share(0.3),
    columns: { repository_id: `'repo_' || p`, number: 'n + 1', author: `'x'` },
  },
  local_commit_statuses: {
    rows: share(0.3),
    columns: { repository_id: `'repo_' || p`, sha: 'md5(n::text)', context: `'docwright/preview'`, state: `'success'` },
  },
  first_steps: { rows: each, columns: { user_id: `'user_' || n`, organization_id: `'org_' || (n % 1000)` } },
};
