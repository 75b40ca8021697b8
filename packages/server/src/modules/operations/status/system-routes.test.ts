import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, mock, test } from 'node:test';
import { features } from '@docwright/bundle';
import { deploymentKinds } from '@docwright/contract';
import { openModuleRoutes, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { registerSystemRoutes, type SystemDeps } from './system-routes.ts';

const rule = {
  name: 'agent-jobs',
  title: 'Ended agent jobs',
  description: '365 days',
  limits: [{ value: 365, unit: 'days', setting: 'DOCWRIGHT_JOB_DAYS' }],
};
const run = { at: '2026-01-02T03:04:05.000Z', failed: false, rows: 840, files: 3, bytes: 7_000 };
const queue = { name: 'agent-jobs', waiting: 2, running: 1 };

describe('the installation’s state', () => {
  let service: ModuleRoutes<never>;
  const state = {
    readVersion: () => Promise.resolve('PostgreSQL 17.1'),
    check: () => Promise.resolve(),
    readQueues: () => Promise.resolve([queue]),
    readRuns: () => Promise.resolve(new Map([['agent-jobs', run]])),
  };
  const healthy = { ...state };
  before(async () => {
    service = await openModuleRoutes((routes) =>
      registerSystemRoutes(routes, {
        facts: { version: '1.2.3' } as unknown as SystemDeps['facts'],
        database: { kind: 'embedded', readVersion: () => state.readVersion() },
        blobStore: { kind: 's3', check: () => state.check() },
        readQueues: () => state.readQueues(),
        rules: [rule, { ...rule, name: 'audit-log' }],
        readRuns: () => state.readRuns(),
      }),
    );
  });
  after(() => service.close());
  beforeEach(() => Object.assign(state, healthy));
  const read = async () => (await service.request('GET', '/v1/system')).json;

  test('can be read only by the operator’s organization', async () => {
    for (const [as, code] of [
      [{ isOperator: false }, 'operator_only'],
      [{ scopes: ['projects:write'] as const }, 'insufficient_scope'],
      [{ projectIds: ['proj_1'] }, 'insufficient_scope'],
    ] as const) {
      const refused = await service.request('GET', '/v1/system', { as });
      assert.deepEqual([refused.status, refused.json.code], [403, code]);
    }
  });

  test('lists parts with their state, and each deployment kind for every feature', async () => {
    const system = await read();
    assert.deepEqual(system.database, { status: 'ok', kind: 'embedded', detail: 'PostgreSQL 17.1' });
    assert.deepEqual(system.jobEngine, { status: 'ok', queues: [queue] });
    assert.deepEqual(
      system.features.map(({ feature }: { feature: string }) => feature),
      features,
    );
    for (const { deployments } of system.features) {
      assert.deepEqual(
        deployments.map(({ kind }: { kind: string }) => kind),
        deploymentKinds,
      );
    }
  });

  test('lists the automatic cleanup, with the last run of each rule', async () => {
    const lastRuns = async () =>
      (await read()).retention.map(({ name, lastRun }: { name: string; lastRun: unknown }) => [name, lastRun]);
    assert.deepEqual((await read()).retention[0], { ...rule, lastRun: run });
    assert.deepEqual(await lastRuns(), [
      ['agent-jobs', run],
      ['audit-log', null],
    ]);
    state.readRuns = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432'));
    assert.deepEqual(await lastRuns(), [
      ['agent-jobs', null],
      ['audit-log', null],
    ]);
  });

  test('is returned while parts are unavailable, without the reasons', async () => {
    state.readVersion = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432'));
    state.check = () => Promise.reject(new Error('InvalidAccessKeyId'));
    const answer = await service.request('GET', '/v1/system');
    assert.equal(answer.status, 200);
    assert.deepEqual([answer.json.database.status, answer.json.blobStore.status], ['failed', 'failed']);
    assert.deepEqual(answer.json.jobEngine.status, 'ok');
    assert.doesNotMatch(answer.text, /10\.0\.0\.7|InvalidAccessKeyId/);
  });

  test('waits at most three seconds for a part that doesn’t respond', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      state.readQueues = () => {
        setImmediate(() => mock.timers.tick(3_000));
        return new Promise(() => undefined);
      };
      assert.deepEqual((await read()).jobEngine, { status: 'failed', queues: [] });
    } finally {
      mock.timers.reset();
    }
  });
});
