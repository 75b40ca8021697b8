import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { LargeBodies } from './large-bodies.ts';

const large = { raw: { headers: { 'content-length': '20000000' } } };

/** Admits a request. Call `end` to end the response. */
function send(bodies: LargeBodies, organization: string, request: Parameters<LargeBodies['admit']>[0] = large) {
  const raw = new EventEmitter() as unknown as ServerResponse;
  const admitted = bodies.admit(request, { raw }, organization);
  return { admitted, end: () => raw.emit('finish') && raw.emit('close') };
}

test('one organization can use half of the slots, another organization’s request starts immediately, and requests beyond the queue limit are refused', async () => {
  const bodies = new LargeBodies({ running: 4, waiting: 2 });
  const first = [send(bodies, 'a'), send(bodies, 'a')];
  await Promise.all(first.map(({ admitted }) => admitted));
  const waiting = send(bodies, 'a');
  await send(bodies, 'b').admitted;
  assert.equal(bodies.running, 3);
  await assert.rejects(send(bodies, 'a').admitted, { code: 'rate_limited' });
  first[0]?.end();
  await waiting.admitted;
  assert.equal(bodies.running, 3);
});

test('small bodies don’t need a slot, but bodies of unknown length do', async () => {
  const bodies = new LargeBodies();
  await send(bodies, 'a', { raw: { headers: { 'content-length': '1048576' } } }).admitted;
  await send(bodies, 'a', { raw: { headers: {} } }).admitted;
  assert.equal(bodies.running, 0);
  await send(bodies, 'a', { raw: { headers: { 'transfer-encoding': 'chunked' } } }).admitted;
  assert.equal(bodies.running, 1);
});

test('a waiting request that ends leaves the queue, and slots are freed', async () => {
  const bodies = new LargeBodies({ running: 2, waiting: 4 });
  const running = send(bodies, 'a');
  await running.admitted;
  const waiting = send(bodies, 'a');
  waiting.end();
  await assert.rejects(waiting.admitted, { code: 'request_timeout' });
  running.end();
  assert.equal(bodies.running, 0);
});

test('a request whose client disconnected before its admission takes no slot', async () => {
  const bodies = new LargeBodies();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nhost: test\r\ncontent-length: 20000000\r\n\r\n');
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  client.destroy();
  await once(response, 'close');
  await assert.rejects(bodies.admit({ raw: request }, { raw: response }, 'a'), { code: 'request_timeout' });
  assert.equal(bodies.running, 0);
  server.close();
});
