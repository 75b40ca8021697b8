import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { listenClearly } from './listen-clearly.ts';

test('a client that connects before the service is ready doesn’t delay the release of the port', async () => {
  const port = await listenClearly.reserve({ port: 0, host: '127.0.0.1' });
  await untilRefused(port.number);
  await Promise.all([port.release(), untilRefused(port.number)]);
});

test('a port that is in use is reported with its number and the setting that changes it', async () => {
  const port = await listenClearly.reserve({ port: 0, host: '127.0.0.1' });
  await assert.rejects(listenClearly.reserve({ port: port.number, host: '127.0.0.1' }), {
    name: 'PortError',
    message: new RegExp(`^Port ${port.number} on 127\\.0\\.0\\.1 is in use: .*DOCWRIGHT_PORT`),
  });
  await port.release();
});

/** Resolves when a client's connection is closed in any way. */
function untilRefused(port: number): Promise<void> {
  return new Promise((resolve) => {
    connect(port, '127.0.0.1')
      .on('error', () => undefined)
      .on('close', () => resolve());
  });
}
