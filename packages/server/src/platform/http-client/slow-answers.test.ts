import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createHttpClient } from './create-http-client.ts';

// This test runs in its own process, in which undici creates its only timer after setTimeout is replaced. The timer
// fires twice per second.
test('a response can take 40 minutes if its request allows an hour', async (t) => {
  const ticks = new Set<() => void>();
  t.mock.method(globalThis, 'setTimeout', (tick: () => void) => {
    ticks.add(tick);
    const timer = { refresh: () => timer, unref: () => timer };
    return timer;
  });
  const passMinutes = (minutes: number): void => {
    for (let count = 0; count < minutes * 120; count += 1) for (const tick of ticks) tick();
  };
  const received = Promise.withResolvers<ServerResponse>();
  const server = createServer((_request, response) => received.resolve(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = createHttpClient({ allowPlainHttp: true, allowedPrivateHosts: ['127.0.0.1'] });
  try {
    const answer = client.request({ method: 'GET', url: `http://127.0.0.1:${port}/`, timeoutMs: 3_600_000 });
    const response = await received.promise;
    assert.equal(ticks.size, 1);
    passMinutes(20);
    response.write('slow ');
    const begun = await answer;
    passMinutes(20);
    response.end('answer');
    assert.equal(await begun.text(), 'slow answer');
  } finally {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
});
