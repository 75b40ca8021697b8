import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Database } from '../../../platform/database/index.ts';
import { insertAgentJob } from '../../../testing/insert-agent-job.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, OTHER } from '../../../testing/module-database.ts';
import { openAccountService, type AccountService } from '../../identity/accounts/testing/account-service.ts';
import { toMonth, toPeriod } from './describe-usage.ts';
import { registerUsageRoutes } from './routes.ts';
import type { UsageTables } from './store.ts';

const now = Date.UTC(2026, 10, 26);
const stored = { repositories: 1, bundles: 2, records: 3, used: 6, quota: null, measuredAt: null };
const storage = {
  usedBytes: 6,
  quotaBytes: null,
  repositoryBytes: 1,
  bundleBytes: 2,
  recordBytes: 3,
  measuredAt: null,
};
let service: AccountService;
const query = (text: string) => service.database.pool.query(text);

before(async () => {
  service = await openAccountService({}, (_accounts, routes, parts) => {
    const database = parts.database as unknown as Database<UsageTables>;
    registerUsageRoutes(routes, {
      database,
      clock: { now: () => now } as never,
      storage: { describe: async () => stored },
    });
  });
});
after(() => service.close());
beforeEach(async () => {
  await query('truncate projects, deleted_projects, agent_jobs, export_jobs, assistant_spending cascade');
  await insertProject(service.database, 'proj_a');
  await insertProject(service.database, 'proj_b');
  await insertProject(service.database, 'proj_foreign', { organizationId: OTHER });
});

const addJob = (id: string, columns: Parameters<typeof insertAgentJob>[2] = {}) =>
  insertAgentJob(service.database, id, {
    project_id: 'proj_a',
    created_at: '2026-11-05T00:00:00Z',
    usage: JSON.stringify({ inputTokens: 1000, outputTokens: 100, costUsd: 0.5, known: true }),
    ...columns,
  });
const addExport = (id: string, createdAt: string) =>
  query(`insert into export_jobs (id, organization_id, project_id, status, base_path, strict, created_at)
    values ('${id}', '${HOME}', 'proj_b', 'completed', '', false, '${createdAt}')`);
const addDeployment = (id: string, status: string) =>
  query(`insert into site_environments (id, organization_id, project_id, kind)
      values ('env_b', '${HOME}', 'proj_b', 'production') on conflict do nothing;
    insert into site_deployments (id, organization_id, project_id, environment_id, branch, status, source, created_at)
    values ('${id}', '${HOME}', 'proj_b', 'env_b', 'main', '${status}', 'push', '2026-11-30T23:59:59.999Z')`);
const spend = (projectId: string, usd: number, period = '2026-11') =>
  query(`insert into assistant_spending (project_id, period, visitor, usd)
    values ('${projectId}', '${period}', '', ${usd}), ('${projectId}', '${period}', 'a visitor', ${usd})`);

async function read(month?: string, as = {}) {
  const { status, json } = await service.request('GET', `/v1/usage${month === undefined ? '' : `?month=${month}`}`, {
    as,
  });
  assert.equal(status, 200);
  return json;
}

const systemStarter = (figures: object) => ({ kind: 'system', id: null, name: null, ...figures });

const noPullRequests = {
  opened: 0,
  merged: 0,
  closed: 0,
  mergedUnchanged: 0,
  mergedChanged: 0,
  lines: 0,
  linesChangedAfter: 0,
  shareChangedAfter: null,
  costPerMergeUsd: null,
};
const none = {
  agentJobs: 0,
  inputTokens: 0,
  outputTokens: 0,
  agentJobsUsd: 0,
  pullRequests: noPullRequests,
  assistantUsd: 0,
  exports: 0,
  deployments: 0,
};

describe('a month’s usage', () => {
  test('is counted by project, highest cost first, from the month’s first moment to its last', async () => {
    await addJob('aj_1');
    await addJob('aj_first', { created_at: '2026-11-01T00:00:00Z' });
    await addJob('aj_before', { created_at: '2026-10-31T23:59:59.999Z' });
    await addJob('aj_after', { created_at: '2026-12-01T00:00:00Z' });
    await addJob('aj_foreign', { project_id: 'proj_foreign', organization_id: OTHER });
    await addExport('se_1', '2026-11-30T12:00:00Z');
    await addExport('se_after', '2026-12-01T00:00:00Z');
    await addDeployment('dpl_1', 'success');
    await addDeployment('dpl_skipped', 'skipped');
    await spend('proj_b', 3);
    await spend('proj_a', 0.25, '2026-10');
    await spend('proj_foreign', 9);
    const a = { ...none, agentJobs: 2, inputTokens: 2000, outputTokens: 200, agentJobsUsd: 1 };
    const b = { ...none, assistantUsd: 3, exports: 1, deployments: 1 };
    assert.deepEqual(await read(), {
      month: '2026-11',
      complete: true,
      storage,
      known: true,
      total: { ...a, assistantUsd: 3, exports: 1, deployments: 1 },
      projects: [
        { projectId: 'proj_b', ...b },
        { projectId: 'proj_a', ...a },
      ],
      starters: [
        systemStarter({
          agentJobs: 2,
          inputTokens: 2000,
          outputTokens: 200,
          agentJobsUsd: 1,
          pullRequests: noPullRequests,
        }),
      ],
    });
    assert.deepEqual((await read('2026-10')).total, {
      ...none,
      agentJobs: 1,
      inputTokens: 1000,
      outputTokens: 100,
      agentJobsUsd: 0.5,
      assistantUsd: 0.25,
    });
    assert.deepEqual(await read('2099-01'), {
      month: '2099-01',
      complete: true,
      storage,
      known: true,
      total: none,
      projects: [],
      starters: [],
    });
  });

  test('is counted by the people and keys who started the jobs, with their newest name, including former members', async () => {
    const startedBy = (kind: string, id: string | null, name: string | null) => ({
      started_by_kind: kind,
      started_by_id: id,
      started_by_name: name,
    });
    const hostile = `"><script>'; drop table users; --\n`;
    await addJob('aj_old', {
      created_at: '2026-11-02T00:00:00Z',
      ...startedBy('user', 'user_gone', 'old@example.com'),
    });
    await addJob('aj_new', { ...startedBy('user', 'user_gone', 'new@example.com') });
    await addJob('aj_key', { ...startedBy('api_key', 'key_gone', hostile), project_id: 'proj_b' });
    await addJob('aj_self', { ...startedBy('system', null, 'system'), project_id: 'proj_b' });
    await addJob('aj_before', { created_at: '2026-10-31T23:59:59Z', ...startedBy('user', 'user_2', 'b@example.com') });
    await addJob('aj_foreign', {
      project_id: 'proj_foreign',
      organization_id: OTHER,
      ...startedBy('user', 'user_gone', 'foreign@example.com'),
    });
    const pullRequests = noPullRequests;
    const one = { agentJobs: 1, inputTokens: 1000, outputTokens: 100, agentJobsUsd: 0.5, pullRequests };
    const gone = { kind: 'user', id: 'user_gone', name: 'new@example.com' };
    const { starters } = await read();
    assert.deepEqual(starters, [
      { ...gone, agentJobs: 2, inputTokens: 2000, outputTokens: 200, agentJobsUsd: 1, pullRequests },
      { kind: 'api_key', id: 'key_gone', name: hostile, ...one },
      { kind: 'system', id: null, name: 'system', ...one },
    ]);
    const viewer = await read(undefined, { scopes: ['projects:read', 'agent-jobs:read', 'members:read'] });
    assert.deepEqual([viewer.starters[0].name, viewer.starters[1].name], ['new@example.com', null]);
  });

  describe('the figures of pull requests', () => {
    const merged = (id: string, figures: Parameters<typeof addJob>[1] = {}) =>
      addJob(id, { pr_state: 'merged', ...figures });
    const readPulls = async () => (await read()).total.pullRequests;

    test('are counted in the month in which the job was started, by project, in total and by who started it', async () => {
      await merged('aj_1', {
        merged_unchanged: true,
        merged_lines: 10,
        merged_lines_after: 1,
        started_by_id: 'auto_1',
        started_by_name: 'Nightly',
        started_by_kind: 'system',
      });
      await merged('aj_2', { merged_unchanged: false, merged_lines: 30, merged_lines_after: 9, project_id: 'proj_b' });
      await merged('aj_unknown', { pr_ended_at: '2026-12-24T00:00:00Z' });
      await addJob('aj_open', { pr_state: 'open' });
      await addJob('aj_closed', { pr_state: 'closed' });
      await addJob('aj_none');
      await merged('aj_before', { created_at: '2026-10-31T23:59:59Z', pr_ended_at: '2026-11-02T00:00:00Z' });
      await merged('aj_foreign', { project_id: 'proj_foreign', organization_id: OTHER, merged_unchanged: true });
      const { total, projects, starters } = await read();
      assert.deepEqual(total.pullRequests, {
        opened: 5,
        merged: 3,
        closed: 1,
        mergedUnchanged: 1,
        mergedChanged: 1,
        lines: 40,
        linesChangedAfter: 10,
        shareChangedAfter: 0.25,
        costPerMergeUsd: 1,
      });
      assert.deepEqual(
        projects.map(({ projectId, pullRequests }: { projectId: string; pullRequests: { opened: number } }) => [
          projectId,
          pullRequests.opened,
        ]),
        [
          ['proj_a', 4],
          ['proj_b', 1],
        ],
      );
      const [, automation] = starters;
      assert.deepEqual(
        [automation.id, automation.name, automation.pullRequests.shareChangedAfter],
        ['auto_1', 'Nightly', 0.1],
      );
    });

    test('exclude the lines of a merge whose later changes haven’t been counted yet', async () => {
      await merged('aj_1', { merged_unchanged: true, merged_lines: 10, merged_lines_after: 5 });
      await merged('aj_new', { merged_unchanged: true, merged_lines: 1000 });
      const { lines, linesChangedAfter, shareChangedAfter } = await readPulls();
      assert.deepEqual([lines, linesChangedAfter, shareChangedAfter], [10, 5, 0.5]);
    });

    test('have no cost per merge if nothing was merged or a cost is unknown', async () => {
      await addJob('aj_open', { pr_state: 'open' });
      assert.equal((await readPulls()).costPerMergeUsd, null);
      await merged('aj_1');
      assert.equal((await readPulls()).costPerMergeUsd, 1);
      await addJob('aj_unpriced', {
        usage: JSON.stringify({ inputTokens: 9, outputTokens: 1, costUsd: 0, known: false }),
      });
      const { total, projects, starters } = await read();
      for (const { pullRequests } of [total, ...projects, ...starters])
        assert.equal(pullRequests.costPerMergeUsd, null);
    });
  });

  test('names no one to callers who can’t read members, or to a key that is bound to projects', async () => {
    await addJob('aj_1', { started_by_kind: 'user', started_by_id: 'user_1', started_by_name: 'a@example.com' });
    for (const as of [
      { scopes: ['projects:read', 'agent-jobs:read'] },
      { scopes: ['projects:read', 'members:read'] },
      { projectIds: ['proj_a'] },
    ])
      assert.equal((await read(undefined, as)).starters, null, JSON.stringify(as));
  });

  test('reports whether a provider omitted the figures of a job', async () => {
    await addJob('aj_1', { usage: JSON.stringify({ inputTokens: 0, outputTokens: 0, costUsd: 0, known: false }) });
    assert.equal((await read()).known, false);
  });

  test('omits data that the caller can’t read, by scope and by project', async () => {
    await addJob('aj_1');
    await spend('proj_b', 3);
    const blind = await read(undefined, { scopes: ['projects:read'] });
    assert.deepEqual([blind.projects, [...new Set(Object.values(blind.total))]], [[], [null]]);
    const exportsOnly = await read(undefined, { scopes: ['projects:read', 'exports:read'] });
    assert.deepEqual([exportsOnly.total.exports, exportsOnly.total.agentJobs], [0, null]);
    const ofA = await read(undefined, { projectIds: ['proj_a'] });
    assert.equal(ofA.storage, null, 'the storage of the whole organization');
    assert.deepEqual([ofA.total.agentJobs, ofA.total.assistantUsd, ofA.projects.length], [1, 0, 1]);
    const ofForeign = await read(undefined, { projectIds: ['proj_foreign'] });
    assert.deepEqual(ofForeign.projects, []);
  });

  test('is refused if the month is invalid, and the error names the parameter', async () => {
    for (const month of ['2026-13', '2026-00', '1999-12', '0000-01', '2026-1', '2026-11-01', '%00', "'"]) {
      const { status, json } = await service.request('GET', `/v1/usage?month=${month}`);
      assert.deepEqual([status, json.code], [400, 'invalid_request'], month);
      assert.match(json.error, /month/);
    }
  });

  test('starts and ends at midnight UTC, including at the end of a year', () => {
    assert.equal(toMonth(Date.UTC(2026, 11, 31, 23, 59)), '2026-12');
    assert.deepEqual(
      Object.values(toPeriod('2026-12')).map((date) => date.toISOString()),
      ['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    );
  });
});
