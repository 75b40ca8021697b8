import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Type } from 'typebox';
import { createLogger } from '../log/index.ts';
import { createApp } from './index.ts';

const nest = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const post = { method: 'POST', headers: { 'content-type': 'application/json' } } as const;

describe('a body’s depth', () => {
  const app = createApp({ log: createLogger({ level: 'silent' }), isUnavailable: () => false });
  const schema = { body: Type.Object({ query: Type.Optional(Type.String()), any: Type.Optional(Type.Unknown()) }) };
  before(() => {
    app.post('/body', { schema }, async () => 'ok');
    app.post('/shallow', { schema, config: { maxBodyDepth: 2 } }, async () => 'ok');
    app.post('/deep', { schema, config: { maxBodyDepth: 200 } }, async () => 'ok');
    app.post('/none', async () => 'ok');
    return app.ready();
  });
  after(() => app.close());
  const send = async (url: string, payload: string) => {
    const { statusCode, body } = await app.inject({ ...post, url, payload });
    return statusCode === 200 ? statusCode : [statusCode, JSON.parse(body).code];
  };
  const any = (levels: number): string => `{"any":${nest(levels - 1)}}`;

  test('can be up to 64 levels, or up to the route’s limit', async () => {
    for (const [url, levels] of [
      ['/body', 64],
      ['/shallow', 2],
      ['/deep', 200],
    ] as const) {
      assert.equal(await send(url, any(levels)), 200, url);
      assert.deepEqual(await send(url, any(levels + 1)), [400, 'invalid_request'], url);
    }
  });

  test('beyond the limit is refused with status 400, at different positions, even if no body is expected', async () => {
    for (const levels of [65, 4_500, 100_000]) {
      for (const payload of [nest(levels), any(levels), `{"query":${nest(levels)}}`, `{"unknown":${nest(levels)}}`])
        for (const url of ['/body', '/none'])
          assert.deepEqual(await send(url, payload), [400, 'invalid_request'], `${url} ${payload.slice(0, 20)}`);
    }
  });

  test('beyond the limit is refused with an error that states the limit', async () => {
    const { error, details } = (await app.inject({ ...post, url: '/body', payload: nest(65) })).json();
    assert.equal(error, 'The body is not valid: it must have at most 64 levels of arrays and objects.');
    assert.deepEqual(details, [{ path: '/', message: 'must have at most 64 levels of arrays and objects' }]);
  });
});
