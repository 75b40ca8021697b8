import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { connect } from 'node:net';
import { test } from 'node:test';
import { StalledReaders } from './stalled-readers.ts';

const stalledMs = 60_000;
/** More than both ends can buffer. */
const large = Buffer.alloc(32 * 1024 * 1024);

async function openPair() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  const [socket] = (await once(server, 'connection')) as [Socket];
  socket.on('error', () => undefined);
  const clock = { now: 0 };
  const readers = new StalledReaders(stalledMs, () => clock.now);
  readers.add(socket);
  const sweepAfter = (ms: number): boolean => {
    clock.now += ms;
    readers.sweep();
    return socket.destroyed;
  };
  const close = async (): Promise<void> => {
    for (const end of [client, socket]) end.destroy();
    server.close();
    await once(server, 'close');
  };
  return { client, socket, sweepAfter, [Symbol.asyncDispose]: close };
}

test('a client that reads nothing is disconnected, even if it sends data', async () => {
  await using pair = await openPair();
  pair.socket.write(large);
  assert.equal(pair.sweepAfter(1), false);
  for (let turn = 1; turn < 4; turn++) {
    pair.client.write('GET /');
    await once(pair.socket, 'data');
    assert.equal(pair.sweepAfter(stalledMs / 4), false);
  }
  assert.equal(pair.sweepAfter(stalledMs / 4), true);
});

test('a client that reads slowly is not disconnected', async () => {
  await using pair = await openPair();
  const pieces = 64;
  for (let piece = 0; piece < pieces; piece++) pair.socket.write(large.subarray(0, 512 * 1024));
  pair.sweepAfter(1);
  let received = 0;
  for (let left = pair.socket.writableLength; left > 0; left = pair.socket.writableLength) {
    while (pair.socket.writableLength === left && received < pieces * 512 * 1024) {
      const [chunk] = (await once(pair.client.resume(), 'data')) as [Buffer];
      received += chunk.length;
      pair.client.pause();
    }
    if (pair.socket.writableLength === left) await once(pair.socket, 'drain');
    assert.equal(pair.sweepAfter(stalledMs - 1), false);
  }
});

test('a connection with nothing to send is not closed', async () => {
  await using pair = await openPair();
  for (let turn = 0; turn < 4; turn++) assert.equal(pair.sweepAfter(stalledMs), false);
});
