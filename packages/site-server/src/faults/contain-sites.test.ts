import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { ListeningServers } from '../connections/listening-servers.ts';
import { testListenSettings } from '../testing/test-listen-settings.ts';
import { containConnections } from './contain-faults.ts';
import { containSiteRequests } from './contain-sites.ts';

const fail = (): never => {
  throw new Error('fault');
};

/**
 * Handlers with synchronous faults only, because the test runner handles all others in this process. For those, see
 * contained-server.test.ts.
 */
const byHttp: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  '/http': fail,
  '/http-body': (request) => void request.on('data', fail),
  '/http-body-end': (request) => void request.resume().on('end', fail),
  '/http-answered': (_request, response) => {
    response.end('whole');
    fail();
  },
  '/http-half': (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    fail();
  },
};

describe('an exception of a request to a site', () => {
  const errors: unknown[] = [];
  const observer = {
    answered: (): void => undefined,
    failed: (_exchange: unknown, error: unknown): void => void errors.push(error),
  };
  const listener = containSiteRequests((request, response) => byHttp[request.url ?? '']?.(request, response), {
    observer,
    nowMs: () => 0,
  });
  const servers = new ListeningServers(testListenSettings);
  let port = 0;
  before(async () => {
    port = Number(new URL(await servers.listen(0, listener)).port);
  });
  after(() => servers.stop());

  /** Returns everything that a connection receives until it closes. */
  const exchange = async (text: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    let answer = '';
    socket.on('data', (part: string) => (answer += part));
    socket.on('error', () => undefined);
    socket.write(text);
    await once(socket, 'close');
    return answer;
  };
  const send = (path: string, isLast = true): Promise<string> => {
    const body = path.includes('body') ? 'Content-Length: 3\r\n\r\nabc' : '\r\n';
    const end = isLast && path.startsWith('/http') ? 'Connection: close\r\n' : '';
    return exchange(`${path.includes('body') ? 'POST' : 'GET'} ${path} HTTP/1.1\r\nHost: a\r\n${end}${body}`);
  };

  for (const path of ['/http', '/http-body', '/http-body-end']) {
    test(`at ${path} results in a 500 response and closes the connection`, async () => {
      const before = errors.length;
      assert.match(await send(path, false), /^HTTP\/1\.1 500 [^]*can't be served at the moment\.\n$/);
      assert.equal(errors.length, before + 1);
    });
  }

  test('after the response changes nothing', async () => {
    assert.match(await send('/http-answered'), /^HTTP\/1\.1 200 [^]*whole/);
  });

  test('in the middle of a response breaks the connection', async () => {
    const answer = await send('/http-half');
    assert.ok(!answer.includes('500'), answer);
    assert.ok(answer.length < 300);
  });
});

test('an exception of a connection outside a request closes only that connection', async () => {
  const faults: unknown[] = [];
  const server = createServer(
    (socket) => void socket.on('data', (text) => (String(text) === 'fail' ? fail() : socket.end('fine'))),
  );
  containConnections(server, (error) => void faults.push(error));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [bad, good] = [connect(port), connect(port).setEncoding('utf8')];
  bad.write('fail');
  await once(bad, 'close');
  good.write('ask');
  assert.deepEqual(await once(good, 'data'), ['fine']);
  assert.equal(faults.length, 1);
  good.destroy();
  server.close();
  await once(server, 'close');
});
