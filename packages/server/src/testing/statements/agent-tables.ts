import { id, owner, share, twentyActive, type Filled } from './filled-table.ts';

/** Tables of agent jobs and automations. */
export const agentTables: Readonly<Record<string, Filled>> = {
  agent_jobs: {
    rows: share(1),
    columns: {
      ...id('job'),
      ...owner,
      status: twentyActive(
        `'active'`,
        `CASE WHEN n % 100 = 99 THEN 'failed' WHEN n % 2 = 0 THEN 'archived' ELSE 'completed' END`,
      ),
      model: `'builtin/rules-1'`,
      repository: `'local:docs-' || p`,
      base_branch: `'main'`,
      usage: `'{"inputTokens":1,"outputTokens":1,"costUsd":0.1,"known":true}'`,
      prompt: `'Fix the page ' || md5(n::text)`,
      title: `'Page ' || n`,
      pr_number: `CASE WHEN n % 3 = 0 THEN n END`,
      pr_link: `CASE WHEN n % 3 = 0 THEN 'https://example.com/' || n END`,
      pr_state: `CASE WHEN n % 3 = 0 THEN CASE WHEN n % 70 = 0 THEN 'open' ELSE 'merged' END END`,
      pr_ended_at: `CASE WHEN n % 3 = 0 AND n % 30 <> 0 THEN t END`,
      // A third of the jobs have a pull request; the others have no branch.
      branch: `CASE WHEN n % 3 = 0 THEN 'docwright/job_' || n END`,
      commit_sha: `CASE WHEN n % 3 = 0 THEN md5('c' || n) END`,
      tree_sha: `CASE WHEN n % 3 = 0 THEN md5(n::text) END`,
      pushed_sha: `CASE WHEN n % 3 = 0 THEN md5('c' || n) END`,
      last_event_id: '2',
      started_by_kind: `'user'`,
      started_by_id: `'user_' || p`,
      started_by_name: `'user' || p || '@example.com'`,
      created_at: 't',
      updated_at: 't',
    },
  },
  agent_job_turns: {
    rows: share(1.2),
    columns: { job_id: `'job_' || n * 5 / 6`, turn: `1 + (n % 6)`, prompt: `'Ask'` },
  },
  agent_job_events: {
    rows: share(2),
    columns: { job_id: `'job_' || n / 2`, id: '1 + n % 2', type: `'job.created'`, at: 't' },
  },
  agent_job_journal: {
    rows: share(2),
    columns: { job_id: `'job_' || n / 2`, turn: '1', seq: 'n % 2', step: 'n % 2', kind: `'assistant'` },
  },
  agent_job_overlay: {
    rows: share(1),
    columns: { job_id: `'job_' || n`, path: `'docs/page.mdx'`, kind: `'write'` },
  },
  agent_job_images: {
    rows: share(0.5),
    columns: {
      job_id: `'job_' || n`,
      digest: `md5(n::text) || md5(n::text)`,
      organization_id: owner.organization_id,
      media_type: `'image/png'`,
      content: `''`,
      size: '0',
    },
  },
  agent_tree_holds: {
    rows: share(0.1),
    columns: {
      project_id: owner.project_id,
      base_branch: `'main'`,
      tree_sha: 'md5(n::text)',
      job_id: `'job_' || n`,
      held_until: 'now()',
    },
  },
  agent_merge_checks: {
    rows: share(0.1),
    columns: { job_id: `'job_' || n`, due_at: `now() + make_interval(secs => n)` },
  },
  automations: {
    rows: share(0.1),
    columns: {
      ...id('automation'),
      ...owner,
      name: `'Nightly'`,
      kind: `'custom'`,
      trigger_type: `CASE WHEN n % 2 = 0 THEN 'content_update' ELSE 'event' END`,
      trigger: `'{}'`,
      limits: `'{}'`,
      heads: `'{"local:docs main": "c0"}'`,
      due_at: `CASE WHEN n % 2 = 0 THEN now() + interval '1 hour' END`,
      created_by: `'user'`,
      created_at: 't',
      updated_at: 't',
    },
  },
  automation_runs: {
    rows: share(1),
    columns: {
      ...id('run'),
      ...owner,
      automation_id: `'automation_' || n % greatest(1, (SELECT count(*)::int FROM automations))`,
      state: `CASE n % 3 WHEN 0 THEN 'accepted' WHEN 1 THEN 'no_changes' ELSE 'failed' END`,
      trigger: `'event'`,
      evidence: `'[]'`,
      events: '1',
      job_id: `'job_' || n`,
      job_turn: '1',
      created_at: 't',
      ended_at: 't',
    },
  },
  automation_sources: {
    rows: share(0.05),
    columns: {
      project_id: `'proj_' || n`,
      organization_id: `'org_' || CASE WHEN n % 5 = 0 THEN 0 ELSE n % 1000 END`,
      repository: `'local:docs-' || n`,
      due_at: `now() + interval '1 hour'`,
    },
  },
  automation_events: {
    rows: share(1),
    columns: {
      ...id('event'),
      automation_id: `'automation_' || n % greatest(1, (SELECT count(*)::int FROM automations))`,
      subject: `'event ' || n`,
      evidence: `'[]'`,
      run_id: `'run_' || n`,
      handled_at: 't',
      received_at: 't',
    },
  },
};
