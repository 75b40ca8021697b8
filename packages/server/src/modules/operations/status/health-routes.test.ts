import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, mock, test } from 'node:test';
import type { DiskState } from '../../../platform/disk/index.ts';
import { openModuleRoutes, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { registerHealthRoutes } from './health-routes.ts';

describe('load balancer probes', () => {
  let service: ModuleRoutes<never>;
  const state = { isStopping: false, disk: 'ok' as DiskState, holdsData: true, check: () => Promise.resolve() };
  const healthy = { ...state };
  before(async () => {
    service = await openModuleRoutes((routes) =>
      registerHealthRoutes(routes, {
        version: '1.2.3',
        isStopping: () => state.isStopping,
        checks: {
          database: () => state.check(),
          blobStore: () => Promise.resolve(),
          jobEngine: () => Promise.resolve(),
        },
        disk: {
          state: () => state.disk,
          get holdsData() {
            return state.holdsData;
          },
        },
        warnings: () => ['The sandbox is weaker.'],
      }),
    );
  });
  after(() => service.close());
  beforeEach(() => Object.assign(state, healthy));
  const ready = () => service.request('GET', '/readyz', { as: null });

  test('need no key: "alive" includes the version, and "ready" includes each check and the warnings', async () => {
    const health = await service.request('GET', '/healthz', { as: null });
    assert.deepEqual([health.status, health.json], [200, { status: 'ok', version: '1.2.3' }]);
    const answer = await ready();
    assert.deepEqual([answer.status, answer.json.status], [200, 'ready']);
    assert.deepEqual(answer.json.checks, { database: 'ok', blobStore: 'ok', jobEngine: 'ok', disk: 'ok' });
    assert.deepEqual(answer.json.warnings, ['The sandbox is weaker.']);
  });

  test('return "not ready" if a dependency is down, without the reason', async () => {
    state.check = () => Promise.reject(new Error('password authentication failed for user "docwright"'));
    const answer = await ready();
    assert.deepEqual([answer.status, answer.json.status, answer.json.checks.database], [503, 'not_ready', 'failed']);
    assert.ok(!answer.text.includes('password'));
  });

  test('count a dependency as unavailable if it doesn’t respond within three seconds', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      state.check = () => {
        setImmediate(() => mock.timers.tick(3_000));
        return new Promise(() => undefined);
      };
      assert.equal((await ready()).json.checks.database, 'failed');
    } finally {
      mock.timers.reset();
    }
  });

  test('return "not ready" from a process that is stopping, although it is alive', async () => {
    state.isStopping = true;
    assert.equal((await ready()).status, 503);
    assert.equal((await service.request('GET', '/healthz', { as: null })).status, 200);
  });

  test('return "not ready" for a full disk with data, but only a warning for a nearly full disk or a disk with only caches', async () => {
    for (const [disk, holdsData, status] of [
      ['low', true, 200],
      ['full', true, 503],
      ['full', false, 200],
    ] as const) {
      Object.assign(state, { disk, holdsData });
      const answer = await ready();
      assert.deepEqual([answer.status, answer.json.checks.disk], [status, disk]);
      assert.match(answer.json.warnings[0], /^The disk of the data folder is/);
    }
  });
});
