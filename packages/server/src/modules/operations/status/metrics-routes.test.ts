import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openModuleRoutes, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { createMetrics, type Metrics } from './create-metrics.ts';
import { registerMetricsRoutes } from './metrics-routes.ts';

describe('the metrics', () => {
  let service: ModuleRoutes<never>;
  let metrics: Metrics;
  let queues = [{ queue: 'agent-jobs', waiting: 1, delayed: 2, running: 3, failed: 4 }];
  before(async () => {
    metrics = createMetrics({ stats: () => Promise.resolve(queues) } as unknown as Parameters<typeof createMetrics>[0]);
    service = await openModuleRoutes((routes) => registerMetricsRoutes(routes, metrics));
  });
  after(() => service.close());

  test('can be read only with an operator’s key that has the scope', async () => {
    for (const [as, status] of [
      [null, 401],
      [{ scopes: ['projects:write'] as const }, 403],
      [{ projectIds: ['proj_1'] }, 403],
      [{ isOperator: false }, 403],
      [{ scopes: ['metrics:read'] as const }, 200],
    ] as const) {
      assert.equal((await service.request('GET', '/metrics', { as })).status, status, JSON.stringify(as));
    }
  });

  test('contain the current state of the queues, in the text format of Prometheus', async () => {
    queues = [{ queue: 'agent-jobs', waiting: 7, delayed: 0, running: 1, failed: 0 }];
    const answer = await service.request('GET', '/metrics');
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    assert.match(answer.text, /^docwright_jobs\{queue="agent-jobs",state="waiting"\} 7$/m);
    assert.match(answer.text, /^docwright_jobs\{queue="agent-jobs",state="running"\} 1$/m);
  });

  test('count a request by its route', async () => {
    metrics.observeRequest({ method: 'GET', route: '/v1/projects/:projectId', status: 404, durationMs: 12 });
    const { text } = await service.request('GET', '/metrics');
    const labels = 'method="GET",route="/v1/projects/:projectId",status="404"';
    assert.ok(text.includes(`docwright_http_request_duration_seconds_count{${labels}} 1`));
    assert.ok(text.includes(`docwright_http_request_duration_seconds_bucket{le="0.025",${labels}} 1`));
  });
});
