import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { listenClearly } from './listen-clearly.ts';

it('a client that connects before the service is ready does not hold up the release of the port', async () => {
  const port = await listenClearly.reserve({ port: 0, host: '127.0.0.1' });
  const early = connect(port.number, '127.0.0.1');
  early.on('error', () => undefined);
  await once(early, 'close');
  const late = connect(port.number, '127.0.0.1').on('error', () => undefined);
  await Promise.all([port.release(), once(late, 'close')]);
});

it('a port that is taken is told with its number and the setting that changes it', async () => {
  const port = await listenClearly.reserve({ port: 0, host: '127.0.0.1' });
  await assert.rejects(listenClearly.reserve({ port: port.number, host: '127.0.0.1' }), {
    name: 'PortError',
    message: new RegExp(`^Port ${String(port.number)} on 127\\.0\\.0\\.1 is in use: .*DOCWRIGHT_PORT`),
  });
  await port.release();
});
