import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { limitPipelining, maxPipelined } from './limit-pipelining.ts';

/**
 * Sends requests in one write, and returns how many were started and how many were answered. The responses end
 * together.
 */
async function pipeline(requests: number): Promise<{ readonly begun: number; readonly answered: number }> {
  const waiting: (() => void)[] = [];
  const server = createServer(
    limitPipelining((_request, response) => {
      waiting.push(() => response.end('served'));
      if (waiting.length === requests) for (const answer of waiting) answer();
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  const answered = (): number => received.split('served').length - 1;
  socket
    .on('error', () => undefined)
    .on('data', (chunk) => {
      received += String(chunk);
      if (answered() === requests) socket.destroy();
    });
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests));
  await once(socket, 'close');
  server.close();
  await once(server, 'close');
  return { begun: waiting.length, answered: answered() };
}

test('a connection can pipeline requests up to the limit, and is closed when it sends more', async () => {
  assert.deepEqual(await pipeline(maxPipelined), { begun: maxPipelined, answered: maxPipelined });
  assert.deepEqual(await pipeline(2_000), { begun: maxPipelined, answered: 0 });
});

test('requests that have ended aren’t counted', async () => {
  const server = createServer(limitPipelining((_request, response) => void response.end('served')));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  for (let turn = 0; turn < 2 * maxPipelined; turn += 1) {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
  }
  socket.destroy();
  server.close();
  await once(server, 'close');
});
