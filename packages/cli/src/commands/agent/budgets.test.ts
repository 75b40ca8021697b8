import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand } from '../../testing/run-command.ts';

const budget = {
  projectId: null,
  usd: 20,
  thresholds: [50, 100],
  stopJobs: true,
  month: '2026-11',
  spentUsd: 15.999,
  unpricedAnswers: 0,
  alerts: [],
};

test('budgets list prints a table with the amounts spent', async () => {
  await using service = await startFakeService({ 'GET /v1/budgets': () => ({ body: { budgets: [budget] } }) });
  const { stdout } = await runCommand(['budgets', 'list'], { env: service.env });
  assert.match(stdout, /organization +2026-11 +16\.00 +20\.00 +79% +50 100 +yes/);
});

test('budgets set sends the given values, for the organization unless --project is given, and rejects invalid ones', async () => {
  const bodies: unknown[] = [];
  await using service = await startFakeService({
    'PUT /v1/budgets': (body) => {
      bodies.push(body);
      return { body: budget };
    },
  });
  const env = { ...service.env, DOCWRIGHT_PROJECT: 'proj_other' };
  const set = (...args: string[]) => runCommand(['budgets', 'set', ...args], { env });
  const { stdout } = await set('20', '--threshold', '50', '--threshold', '100', '--stop-jobs');
  assert.match(stdout, /Budget +20\.00 USD per month/);
  await set('0.5', '--project', 'proj_1', '--no-alerts');
  assert.deepEqual(bodies, [
    { usd: 20, thresholds: [50, 100], stopJobs: true },
    { projectId: 'proj_1', usd: 0.5, thresholds: [], stopJobs: false },
  ]);
  for (const args of [['twenty'], ['-1'], ['1e3'], ['5', '--threshold', '0'], ['5', '--threshold', '101']])
    assert.equal((await set(...args)).code, 2, args.join(' '));
  assert.equal(bodies.length, 2);
});

test('budgets delete deletes the budget of a project or of the organization', async () => {
  const asked: string[] = [];
  await using service = await startFakeService({
    'DELETE /v1/budgets': () => (asked.push('organization'), { status: 204 }),
    'DELETE /v1/budgets?projectId=proj_1': () => (asked.push('proj_1'), { status: 204 }),
  });
  await runCommand(['budgets', 'delete'], { env: service.env });
  await runCommand(['budgets', 'delete', '--project', 'proj_1'], { env: service.env });
  assert.deepEqual(asked, ['organization', 'proj_1']);
});
