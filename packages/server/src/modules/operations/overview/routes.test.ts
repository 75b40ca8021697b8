import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { systemClock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { insertAgentJob } from '../../../testing/insert-agent-job.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, OTHER } from '../../../testing/module-database.ts';
import {
  openAccountService,
  type AccountService,
  type Browser,
} from '../../identity/accounts/testing/account-service.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';
import { registerFirstStepRoutes, registerOverviewRoutes } from './routes.ts';
import { maxRows, type OverviewTables } from './store.ts';

let service: AccountService;
let owner: Browser;
const query = (text: string) => service.database.pool.query(text);

before(async () => {
  service = await openAccountService({}, (accounts, routes, parts) => {
    const database = parts.database as unknown as Database<OverviewTables & ProjectTables>;
    registerOverviewRoutes(routes, { database, clock: systemClock });
    registerFirstStepRoutes(parts.app, { database, accounts, hasModel: false });
  });
  owner = await service.setUpOwner('ada@example.com');
});
after(() => service.close());
beforeEach(async () => {
  await query('truncate projects, deleted_projects, agent_jobs, export_jobs, first_steps, invitations cascade');
  await insertProject(service.database, 'proj_a');
  await insertProject(service.database, 'proj_b');
  await insertProject(service.database, 'proj_foreign', { organizationId: OTHER });
});

const usage = (costUsd: number, known = true) => JSON.stringify({ inputTokens: 1, outputTokens: 1, costUsd, known });
const failed = (code: string) => ({
  status: 'failed',
  error: JSON.stringify({ code, message: `It was ${code}.`, remedy: 'x', retryable: false }),
});
const addJob = (id: string, columns: Record<string, string | number | null> = {}) =>
  insertAgentJob(service.database, id, { project_id: 'proj_a', usage: usage(0), ...columns });
const addExport = (id: string, code: string) =>
  query(`insert into export_jobs (id, organization_id, project_id, status, base_path, strict, error, error_code)
    values ('${id}', '${HOME}', 'proj_a', 'failed', '', false, 'No export.', '${code}')`);
const addDeployment = (id: string, { status = 'success', code = 'null', projectId = 'proj_a' } = {}) =>
  query(`insert into site_environments (id, organization_id, project_id, kind)
      values ('env_${projectId}', '${HOME}', '${projectId}', 'production') on conflict do nothing;
    insert into site_deployments (id, organization_id, project_id, environment_id, branch, status, source, summary, error_code,
      commit_message)
    values ('${id}', '${HOME}', '${projectId}', 'env_${projectId}', 'main', '${status}', 'push', 'No site.', ${code},
      E'A change\n\nwith a body')`);

describe('an overview', () => {
  const read = async (path = '/v1/overview', as = {}) => {
    const { status, json } = await service.request('GET', path, { as });
    assert.equal(status, 200);
    return json;
  };

  test('counts jobs of the last 30 days by outcome, and archived ones by their earlier status', async () => {
    await addJob('aj_1', { status: 'completed', result: 'changes', pr_number: 1, pr_state: 'open' });
    await addJob('aj_2', { status: 'archived', result: 'changes', project_id: 'proj_b' });
    await addJob('aj_3', failed('cancelled'));
    await addJob('aj_4', failed('model_failed'));
    await addJob('aj_5');
    await addJob('aj_old', { created_at: '2001-01-01', pr_number: 2, pr_state: 'open', status: 'completed' });
    await addJob('aj_foreign', { project_id: 'proj_foreign', organization_id: OTHER });
    const { agentJobs, complete } = await read();
    assert.equal(complete, true);
    assert.deepEqual(
      [agentJobs.total, agentJobs.openPullRequests, agentJobs.outcomes[0]],
      [5, 2, { outcome: 'changes', jobs: 2 }],
    );
    assert.deepEqual(
      new Set(agentJobs.outcomes.map(({ outcome }: { outcome: string }) => outcome)),
      new Set(['changes', 'cancelled', 'failed', 'active']),
    );
  });

  test('adds up costs by project, including the assistant’s, and marks unknown figures', async () => {
    await addJob('aj_1', { usage: usage(0.25) });
    await addJob('aj_2', { usage: usage(1, false), project_id: 'proj_b' });
    await query(`insert into assistant_spending (project_id, period, visitor, usd)
      select project_id, to_char(now() at time zone 'UTC', 'YYYY-MM'), visitor, 2
      from (values ('proj_a', ''), ('proj_a', 'a visitor'), ('proj_foreign', '')) as spent (project_id, visitor)`);
    assert.deepEqual((await read()).spend, {
      agentJobsUsd: 1.25,
      known: false,
      assistantUsd: 2,
      projects: [
        { projectId: 'proj_a', usd: 2.25 },
        { projectId: 'proj_b', usd: 1 },
      ],
    });
  });

  test('lists failures, newest first, and omits anything that was canceled', async () => {
    await addJob('aj_failed', failed('model_failed'));
    await addJob('aj_cancelled', failed('cancelled'));
    await addExport('se_failed', 'internal_error');
    await addExport('se_cancelled', 'cancelled');
    await addDeployment('dpl_failed', { status: 'failure' });
    await addDeployment('dpl_cancelled', { status: 'failure', code: `'cancelled'` });
    await addDeployment('dpl_ready');
    await addDeployment('dpl_skipped', { status: 'skipped' });
    const { failures, deployments } = await read();
    assert.deepEqual(
      failures.map(({ kind, id, message }: Record<string, string>) => [kind, id, message]),
      [
        ['deployment', 'dpl_failed', 'No site.'],
        ['export', 'se_failed', 'No export.'],
        ['agent_job', 'aj_failed', 'It was model_failed.'],
      ],
    );
    assert.deepEqual([deployments.total, deployments.ready, deployments.failed], [3, 1, 1]);
    assert.deepEqual([deployments.newest.length, deployments.newest[0].commitMessage], [3, 'A change']);
  });

  test('lists at most five deployments, and counts at most ten thousand jobs', async () => {
    for (let at = 0; at < 7; at += 1) await addDeployment(`dpl_${at}`);
    await query(`insert into agent_jobs (id, organization_id, project_id, status, model, repository, base_branch, as_draft, usage)
      select 'aj_' || n, '${HOME}', 'proj_a', 'active', 'm', 'local:a', 'main', true, '{}'
      from generate_series(1, ${maxRows + 5}) as n`);
    const { agentJobs, deployments, complete } = await read();
    assert.deepEqual([agentJobs.total, deployments.newest.length, complete], [maxRows, 5, false]);
  });

  test('includes only the requested project, or only the projects to which the key is bound', async () => {
    await addJob('aj_a', failed('model_failed'));
    await addJob('aj_b', { project_id: 'proj_b' });
    await addDeployment('dpl_b', { projectId: 'proj_b' });
    for (const seen of [await read('/v1/overview?project=proj_a'), await read(undefined, { projectIds: ['proj_a'] })]) {
      assert.deepEqual([seen.agentJobs.total, seen.failures.length, seen.deployments.total], [1, 1, 0]);
      assert.deepEqual(seen.deployments.newest, []);
    }
    for (const [project, as] of [
      ['proj_foreign', {}],
      ['proj_gone', {}],
      ['proj_b', { projectIds: ['proj_a'] }],
    ] as const) {
      const refused = await service.request('GET', `/v1/overview?project=${project}`, { as });
      assert.deepEqual([refused.status, refused.json.code], [404, 'not_found'], project);
    }
  });

  test('omits data for which its reader has no scope', async () => {
    await addJob('aj_1', { ...failed('model_failed'), usage: usage(1) });
    const { agentJobs, deployments, spend, failures } = await read(undefined, { scopes: ['projects:read'] });
    assert.deepEqual([agentJobs, deployments, failures], [null, null, []]);
    assert.deepEqual(spend, { agentJobsUsd: null, known: true, assistantUsd: null, projects: [] });
    const jobsOnly = await read(undefined, { scopes: ['projects:read', 'agent-jobs:read'] });
    assert.deepEqual([jobsOnly.failures.length, jobsOnly.spend.agentJobsUsd], [1, 1]);
  });
});

describe('the first steps', () => {
  const path = `/auth/first-steps/${HOME}`;
  const read = async (browser = owner) => (await browser.request('GET', path)).json;

  test('are completed by the organization’s own objects, not by those created at the first start', async () => {
    await query(
      `insert into sites (project_id, organization_id, slug, is_default) values ('proj_a', '${HOME}', 'a', true)`,
    );
    await query(`delete from projects where id = 'proj_b'`);
    await addJob('aj_example', { is_free: 'true' });
    await addDeployment('dpl_example');
    await query(`update site_environments set active_deployment_id = 'dpl_example'`);
    const none = {
      example: false,
      codeHost: false,
      repository: false,
      model: false,
      job: false,
      published: false,
      members: false,
    };
    assert.deepEqual(await read(), {
      exampleProjectId: 'proj_a',
      exampleJobId: 'aj_example',
      done: none,
      dismissed: false,
    });

    // IDs are never reused, except in this test.
    await query('delete from deleted_projects');
    await insertProject(service.database, 'proj_b');
    await addJob('aj_own', { project_id: 'proj_b' });
    await query(`insert into project_models (project_id, organization_id, models, credentials, key_id)
      values ('proj_b', '${HOME}', '[{"provider": "builtin"}]', '', '')`);
    assert.deepEqual((await read()).done, { ...none, repository: true, job: true });
    await query(`update project_models set models = '[{"provider": "builtin"}, {"provider": "ollama"}]'`);
    await addDeployment('dpl_own', { projectId: 'proj_b' });
    await query(`update site_environments set active_deployment_id = 'dpl_own' where project_id = 'proj_b'`);
    await service.request('POST', '/v1/organization/invitations', {
      body: { email: 'grace@example.com', role: 'viewer', sendMail: false },
    });
    assert.deepEqual(
      Object.entries((await read()).done).filter(([, isDone]) => isDone !== true),
      [
        ['example', false],
        ['codeHost', false],
      ],
    );
  });

  test('are personal: viewing the example or closing the list doesn’t affect another member', async () => {
    const grace = await service.join('grace@example.com', 'editor');
    assert.equal((await owner.request('POST', path, { openedExample: true })).status, 204);
    assert.equal((await owner.request('POST', path, { dismissed: true })).status, 204);
    const own = await read();
    assert.deepEqual([own.done.example, own.dismissed], [true, true]);
    const hers = await read(grace);
    assert.deepEqual([hers.done.example, hers.dismissed], [false, false]);
    await owner.request('POST', path, { dismissed: false });
    assert.deepEqual([(await read()).done.example, (await read()).dismissed], [true, false]);
  });

  test('are hidden from other organizations and signed-out visitors, and can’t be changed from another site', async () => {
    const foreign = await owner.request('GET', `/auth/first-steps/${OTHER}`);
    assert.deepEqual([foreign.status, foreign.json.code], [404, 'not_found']);
    assert.equal((await owner.request('POST', `/auth/first-steps/${OTHER}`, { dismissed: true })).status, 404);
    assert.equal((await service.openBrowser().request('GET', path)).status, 401);
    const origin = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    assert.equal((await owner.request('POST', path, { dismissed: true }, origin)).status, 403);
  });
});
