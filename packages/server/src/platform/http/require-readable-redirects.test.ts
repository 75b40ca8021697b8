import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxRedirectLength } from '@docwright/site-server';
import fastify from 'fastify';
import { ApiError } from './api-error.ts';
import { requireReadableRedirects } from './require-readable-redirects.ts';

test('a redirect whose address is too long for clients is refused', async () => {
  const app = fastify();
  requireReadableRedirects(app);
  app.setErrorHandler((error, _request, reply) =>
    error instanceof ApiError ? reply.code(error.status).send({ code: error.code }) : reply.code(500).send(),
  );
  app.get<{ Querystring: { length: string } }>('/', async ({ query }, reply) =>
    reply.redirect('/'.padEnd(Number(query.length), 'a'), 302),
  );
  const longest = await app.inject(`/?length=${maxRedirectLength}`);
  assert.equal(longest.statusCode, 302);
  assert.equal(longest.headers.location?.length, maxRedirectLength);
  const longer = await app.inject(`/?length=${maxRedirectLength + 1}`);
  assert.equal(longer.statusCode, 431);
  assert.equal(longer.headers.location, undefined);
  assert.deepEqual(longer.json(), { code: 'headers_too_large' });
});
