import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operations, type Operation } from '@docwright/contract';
import { createApp } from '../../../platform/http/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { registerApiDescriptionRoutes } from './routes.ts';

const all: readonly (readonly [string, Operation])[] = Object.entries(operations);
const app = createApp({ log: createLogger({ level: 'silent' }), isUnavailable: () => false });
before(() => registerApiDescriptionRoutes(app, { baseUrl: 'https://docs.example/below' }));
after(() => app.close());

test('the API’s description is readable from every origin, and contains the service’s own address and each operation', async () => {
  const answer = await app.inject('/openapi.json');
  assert.equal(answer.headers['access-control-allow-origin'], '*');
  const { servers, paths } = answer.json();
  assert.equal(servers[0].url, 'https://docs.example/below');
  for (const [id, { method, path }] of all) {
    assert.equal(paths[path]?.[method.toLowerCase()]?.operationId, id);
  }
});
