/**
 * Tests that connections end when their clients end them, on each port and in many states, and that clients that never
 * finish a request or never read a response are disconnected.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, test } from 'node:test';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import { ListeningServers, type ListenSettings, type RequestListener } from '../index.ts';
import { makeTestCertificate } from '../testing/test-certificate.ts';
import { testListenSettings } from '../testing/test-listen-settings.ts';

/** A non-loopback address of this machine, because loopback connections aren't counted. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

const context = createSecureContext(makeTestCertificate('docs.example'));
/** Longer than any test, so that only the tested rule closes a connection. */
const never = 600_000;
/** Below the 75 s after which an idle connection is closed. */
const timeout = 60_000;
/** More than both ends can buffer. */
const large = Buffer.alloc(64 * 1024 * 1024);

const answer: RequestListener = (request, response) => {
  if (request.url === '/never') return;
  response.end(request.url === '/large' ? large : 'served');
};

async function openPorts(
  changes: Partial<ListenSettings> = {},
  listener: RequestListener = answer,
  contextOf = async (): Promise<SecureContext | undefined> => context,
) {
  const settings = { ...testListenSettings, requestMs: never, headersMs: never, stalledMs: never, ...changes };
  const servers = new ListeningServers(settings);
  const port = async (address: Promise<string>): Promise<number> => Number(new URL(await address).port);
  return {
    http: await port(servers.listen(0, listener)),
    tls: await port(servers.listenTls(0, listener, { contextOf })),
    http2: await port(servers.listenHttp2(0, listener)),
    [Symbol.asyncDispose]: () => servers.stop(),
  };
}

async function open(kind: 'http' | 'tls', port: number): Promise<Socket> {
  if (kind === 'http') {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  }
  const socket = connectTls({ port, host: '127.0.0.1', servername: 'docs.example', rejectUnauthorized: false });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  return socket;
}

/** Ignores errors before the close event, because the server may reset a connection that it closes. */
function closed(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  return promise;
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: docs.example\r\n\r\n`;

const states: Readonly<Record<string, readonly [sent: string, isAnswered?: boolean]>> = {
  'before the first byte': [''],
  'in the middle of a header': ['GET / HTTP/1.1\r\nHost: docs'],
  'in the middle of a body': ['POST /never HTTP/1.1\r\nHost: docs.example\r\nContent-Length: 10\r\n\r\n12'],
  'in the middle of a body in chunks': [
    'POST /never HTTP/1.1\r\nHost: docs.example\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12',
  ],
  'while a response is pending': [get('/never')],
  'after a response': [get('/'), true],
  'after responses to pipelined requests': [get('/') + get('/') + get('/'), true],
  'with a response that waits for a pending one': [get('/never') + get('/')],
  'in the middle of a response': [get('/large'), true],
};

for (const kind of ['http', 'tls'] as const)
  describe(`a connection of the ${kind} port ends with its client`, { timeout }, () => {
    for (const [state, [sent, isAnswered]] of Object.entries(states))
      test(state, async () => {
        await using ports = await openPorts();
        const socket = await open(kind, ports[kind]);
        socket.write(sent, 'latin1');
        if (isAnswered === true) await once(socket, 'data');
        // The server must close its half too; otherwise the client would wait.
        socket.resume().end();
        await closed(socket);
      });
  });

describe('a connection ends with its client', { timeout }, () => {
  test('before and during a TLS handshake', async () => {
    await using ports = await openPorts({}, answer, () => Promise.withResolvers<undefined>().promise);
    for (const sent of ['', '\u0016\u0003\u0001\u0002', 'no handshake']) {
      const socket = await open('http', ports.tls);
      socket.resume().end(sent, 'latin1');
      await closed(socket);
    }
  });

  test('on the HTTP/2 port before the first byte, and while a response is pending', async () => {
    await using ports = await openPorts();
    const silent = await open('http', ports.http2);
    silent.resume().end();
    await closed(silent);
    const socket = connect(ports.http2, '127.0.0.1');
    const session = connectHttp2('http://docs.example', { createConnection: () => socket });
    session.on('error', () => undefined);
    const stream = session.request({ ':path': '/never' }).on('error', () => undefined);
    await once(session, 'remoteSettings');
    socket.end();
    await closed(socket);
    stream.destroy();
  });
});

test('a port serves more clients, one after another, than its maximum number of connections', { timeout }, async () => {
  await using ports = await openPorts({ maxConnections: 3 });
  for (const kind of ['http', 'tls'] as const)
    for (let turn = 0; turn < 12; turn++) {
      const socket = await open(kind, ports[kind]);
      socket.write(get('/'));
      assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 200 /);
      socket.resume().end();
      await closed(socket);
    }
});

describe('a client that never finishes its request is disconnected', () => {
  const headersMs = 200;

  test('in a TLS handshake, even if no certificate is found in time', async () => {
    await using ports = await openPorts({ headersMs }, answer, () => Promise.withResolvers<undefined>().promise);
    for (const sent of ['', '\u0016\u0003\u0001\u0002']) {
      const socket = await open('http', ports.tls);
      socket.write(sent, 'latin1');
      await closed(socket.resume());
    }
    const socket = connectTls({ port: ports.tls, host: '127.0.0.1', servername: 'docs.example' });
    socket.on('error', () => undefined);
    await closed(socket);
  });

  for (const kind of ['http', 'tls'] as const)
    for (const sent of ['', 'GET / HTTP/1.1\r\nHost: docs'])
      test(`on the ${kind} port after ${JSON.stringify(sent)}`, async () => {
        await using ports = await openPorts({ headersMs: kind === 'http' ? headersMs : 1_000 });
        const socket = await open(kind, ports[kind]);
        socket.write(sent);
        await closed(socket.resume());
      });
});

test('a client that doesn’t read its response is disconnected, on the HTTP, TLS and HTTP/2 ports', async () => {
  const closed = Promise.withResolvers<void>();
  let left = 3;
  const listener: RequestListener = (_request, response) => {
    response.once('close', () => {
      assert.equal(response.writableFinished, false);
      if (--left === 0) closed.resolve();
    });
    response.end(large);
  };
  await using ports = await openPorts({ stalledMs: 2_000 }, listener);
  const clients = [await open('http', ports.http), await open('tls', ports.tls)];
  for (const socket of clients) socket.pause().write(get('/').repeat(20));
  const session = connectHttp2(`http://127.0.0.1:${ports.http2}`).on('error', () => undefined);
  const stream = session.request({ ':path': '/' }).on('error', () => undefined);
  await closed.promise;
  for (const socket of clients) socket.destroy();
  stream.destroy();
  session.destroy();
});

test(
  'one client’s connections are limited across all ports, and another client is still served',
  { skip: ownAddress === undefined && 'this machine has no address other than its loopback', timeout },
  async () => {
    const settings = { address: '0.0.0.0', connectionsPerAddress: 4 };
    await using ports = await openPorts(settings);
    const from = (port: number): Socket =>
      connect({ port, host: ownAddress, localAddress: ownAddress }).on('error', () => undefined);
    const held: Socket[] = [];
    for (const port of [ports.http, ports.http, ports.tls, ports.http2]) {
      const socket = from(port).resume();
      held.push(socket);
      await once(socket, 'connect');
    }
    for (const port of [ports.http, ports.tls, ports.http2]) await closed(from(port).resume());
    const other = await open('tls', ports.tls);
    other.write(get('/'));
    assert.match(String(await once(other, 'data')), /^HTTP\/1\.1 200 /);
    other.destroy();
    held[0]?.end();
    await closed(held[0] as Socket);
    const again = from(ports.http);
    again.write(get('/'));
    assert.match(String(await once(again, 'data')), /^HTTP\/1\.1 200 /);
    for (const socket of [...held, again]) socket.destroy();
  },
);

test('stopping ends HTTP/2 connections that their clients keep open', { timeout }, async () => {
  const ports = await openPorts();
  const session = connectHttp2(`http://127.0.0.1:${ports.http2}`).on('error', () => undefined);
  const response = session.request({ ':path': '/' });
  await once(response.resume(), 'end');
  await Promise.all([ports[Symbol.asyncDispose](), once(session, 'close')]);
});

test('a request that can’t be parsed results in a 400 response whose body contains the reason, unless its method is HEAD', async () => {
  await using ports = await openPorts();
  const wrong = '/\xe9 HTTP/1.1\r\nHost: docs.example\r\n\r\n';
  for (const [sent, expected] of [
    [`GET ${wrong}`, /^HTTP\/1\.1 400 .*not valid HTTP\/1\.1\.\n$/s],
    [`HEAD ${wrong}`, /^HTTP\/1\.1 400 [^]*\r\n\r\n$/],
    ['HEAD / HTTP/1.1\r\nHost: docs.example\r\nBad Name: a\r\n\r\n', /^HTTP\/1\.1 400 [^]*\r\n\r\n$/],
    [`${get('/')}HEAD ${wrong}`, /^HTTP\/1\.1 200 .*servedHTTP\/1\.1 400 [^]*\r\n\r\n$/s],
    [`HEAD / HTTP/1.1\r\nHost: docs.example\r\n\r\nGET ${wrong}`, /not valid HTTP\/1\.1\.\n$/],
  ] as const) {
    const socket = await open('http', ports.http);
    socket.write(sent, 'latin1');
    assert.match((await socket.toArray()).join(''), expected, sent);
  }
});
