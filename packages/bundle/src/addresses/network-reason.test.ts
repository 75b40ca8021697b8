import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { networkReason } from './network-reason.ts';

test('the reason for a failed connection doesn’t contain its IP address', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const [refused] = (await once(connect(port, '127.0.0.1'), 'error').catch((error: unknown) => [error])) as [unknown];
  assert.match(String(refused), /127\.0\.0\.1/);
  assert.equal(networkReason(refused), 'connect ECONNREFUSED');
  const both = new AggregateError([refused, refused], '');
  assert.equal(networkReason(Object.assign(both, { code: 'ECONNREFUSED' })), 'connect ECONNREFUSED');
  const unknown = await lookup('nobody.invalid').catch((error: unknown) => error);
  assert.match(networkReason(unknown), /^getaddrinfo E[A-Z_]+ nobody\.invalid$/);
  assert.equal(networkReason(new Error('other side closed')), 'other side closed');
  assert.equal(networkReason('10.0.0.1'), 'unknown');
});
