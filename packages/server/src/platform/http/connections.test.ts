import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { createLogger } from '../log/index.ts';
import { createApp } from './create-app.ts';

/** Time limit for a test, below the 72 s after which an idle connection is closed. */
const timeout = 60_000;
/** A non-loopback address of this machine, because loopback connections aren't counted. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
const get = (path: string, method = 'GET'): string => `${method} ${path} HTTP/1.1\r\nHost: docs.example\r\n\r\n`;

async function openApp(total: number, { perAddress = 0, host = '127.0.0.1' } = {}) {
  const app = createApp({
    log: createLogger({ level: 'silent' }),
    isUnavailable: () => false,
    connections: { total, perAddress },
  });
  app.get('/never', () => Promise.withResolvers<undefined>().promise);
  const released = Promise.withResolvers<void>();
  app.get('/later', async () => {
    app.server.emit('later');
    await released.promise;
    return '';
  });
  await app.listen({ port: 0, host });
  return {
    app,
    release: () => released.resolve(),
    open: async (): Promise<Socket> => {
      const socket = connect((app.server.address() as AddressInfo).port, host).on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    },
    [Symbol.asyncDispose]: () => {
      released.resolve();
      return app.close();
    },
  };
}

function closed(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  return promise;
}

test('an API connection ends when its client disconnects before, during or after a request', { timeout }, async () => {
  await using app = await openApp(100);
  for (const [sent, isAnswered] of [
    [''],
    ['GET /never HTTP/1.1\r\nHost: docs'],
    ['POST /never HTTP/1.1\r\nHost: docs.example\r\nContent-Length: 10\r\n\r\n12'],
    [get('/never')],
    [get('/none'), true],
  ] as const) {
    const socket = await app.open();
    socket.write(sent);
    if (isAnswered === true) await once(socket, 'data');
    socket.resume().end();
    await closed(socket);
  }
});

test('the API serves more clients than it has connections, one after another', { timeout }, async () => {
  await using app = await openApp(3);
  for (let turn = 0; turn < 12; turn++) {
    const socket = await app.open();
    socket.write(get('/none'));
    assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 404 /);
    socket.resume().end();
    await closed(socket);
  }
});

test('an API request that can’t be parsed results in an error with a body, unless its method is HEAD', async () => {
  await using app = await openApp(100);
  for (const [method, expected] of [
    ['GET', /^HTTP\/1\.1 400 .*not valid HTTP\/1\.1/s],
    ['HEAD', /^HTTP\/1\.1 400 [^]*\r\n\r\n$/],
  ] as const) {
    const socket = await app.open();
    socket.write(get('/\xe9', method), 'latin1');
    assert.match((await socket.toArray()).join(''), expected, method);
  }
});

test('an API connection receives one error, even if several packets can’t be parsed', { timeout }, async () => {
  await using opened = await openApp(100);
  const { server } = opened.app;
  const responses: ServerResponse[] = [];
  server.on('request', (_request, response) => responses.push(response));
  const socket = await opened.open();
  const isAsked = once(server, 'later');
  socket.write(get('/later'));
  await isAsked;
  const [response] = responses;
  const listeners: (number | undefined)[] = [];
  for (let packet = 0; packet < 3; packet++) {
    const isRefused = once(server, 'clientError');
    socket.write('\r\nnot HTTP\r\n');
    await isRefused;
    listeners.push(response?.listenerCount('close'));
  }
  assert.equal(new Set(listeners).size, 1, `listeners of the response: ${listeners.join(', ')}`);
  opened.release();
  const answers = (await socket.toArray()).join('');
  assert.deepEqual(answers.match(/^HTTP\/1\.1 \d{3}/gm), ['HTTP/1.1 200', 'HTTP/1.1 400']);
  assert.match(answers, /not valid HTTP\/1\.1/);
});

test(
  'connections to the API are limited per address, and another address is still served',
  { skip: ownAddress === undefined && 'this machine has no address other than its loopback', timeout },
  async () => {
    await using api = await openApp(100, { perAddress: 2, host: '0.0.0.0' });
    const { port } = api.app.server.address() as AddressInfo;
    const from = async (address: string | undefined): Promise<Socket> => {
      const socket = connect({ port, host: address, localAddress: address }).on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    };
    const first = [await from(ownAddress), await from(ownAddress)];
    await closed((await from(ownAddress)).resume());
    const other = await from('127.0.0.1');
    for (const socket of [other, ...first]) {
      socket.write(get('/none'));
      assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 404 /);
    }
    for (const socket of [other, ...first]) socket.destroy();
  },
);
