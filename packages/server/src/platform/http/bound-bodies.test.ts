import assert from 'node:assert/strict';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { createLogger } from '../log/index.ts';
import { createApp } from './create-app.ts';

const head = (path: string, more: string): string => `POST ${path} HTTP/1.1\r\nHost: docs.example\r\n${more}\r\n\r\n`;
const json = 'Content-Type: application/json\r\n';

describe('bodies have a time limit', () => {
  const app = createApp({
    log: createLogger({ level: 'silent' }),
    isUnavailable: () => false,
    bodies: { seconds: 0.5, minBytesPerSecond: 50 },
  });
  const sockets: Socket[] = [];
  before(async () => {
    app.addContentTypeParser('application/x-slow', (_request, payload, done) => done(null, payload));
    app.post('/json', async (request) => ({ got: request.body }));
    app.post('/slow', { config: { slowBody: true } }, async (request) => ({
      got: (await text(request.body as NodeJS.ReadableStream)).length,
    }));
    app.get('/early', async () => 'early');
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  const open = (): { socket: Socket; answer: Promise<string> } => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    // A reset after the response is not an error.
    socket.on('error', () => undefined);
    let response = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (response += chunk));
    return { socket, answer: new Promise((resolve) => socket.once('close', () => resolve(response))) };
  };
  /** Sends single bytes, too often for an idle timeout, until the connection ends. */
  const drip = (socket: Socket): void => {
    const timer = setInterval(() => socket.write('1\r\na\r\n'), 30);
    socket.once('close', () => clearInterval(timer));
  };

  test('a slow body results in a 408 response in the common error format, and its connection is closed', async () => {
    for (const more of [`${json}Content-Length: 1000`, `${json}Transfer-Encoding: chunked`]) {
      const { socket, answer } = open();
      socket.write(head('/json', more));
      drip(socket);
      const response = await answer;
      assert.match(response, /^HTTP\/1\.1 408 Request Timeout\r\n/);
      assert.match(response, /\r\nconnection: close\r\n/i);
      const body = JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4));
      assert.deepEqual([body.code, Object.keys(body).toSorted()], ['request_timeout', ['code', 'error', 'requestId']]);
      assert.match(body.error, /within 0\.5 seconds/);
    }
  });

  test('the expired time limit of a refused body doesn’t affect other requests', async () => {
    const refused = open();
    refused.socket.write(head('/json', `${json}Content-Length: 3000000`));
    assert.match(await refused.answer, /^HTTP\/1\.1 413 /);
    // This request starts later, so the refused body's time limit expires first.
    const silent = open();
    silent.socket.write(head('/json', `${json}Content-Length: 5`));
    assert.match(await silent.answer, /^HTTP\/1\.1 408 /);
  });

  test('a request that follows a refused body doesn’t wait for that body’s time limit', async () => {
    const { socket, answer } = open();
    socket.write(head('/json', 'Content-Type: /\r\nContent-Length: 200000'));
    socket.write(Buffer.alloc(200_000, 0x20));
    socket.write('GET /early HTTP/1.1\r\nHost: docs.example\r\nConnection: close\r\n\r\n');
    const response = await answer;
    assert.match(response, /^HTTP\/1\.1 415 .*HTTP\/1\.1 200 OK.*early$/s);
  });

  test('a body that never starts results in a 408 response, and a body that arrives in time is read completely', async () => {
    const silent = open();
    silent.socket.write(head('/json', `${json}Content-Length: 5`));
    assert.match(await silent.answer, /^HTTP\/1\.1 408 /);
    const good = open();
    good.socket.write(head('/json', `${json}Connection: close\r\nContent-Length: 7`));
    good.socket.write('{"a":');
    good.socket.write('1}');
    assert.match(await good.answer, /^HTTP\/1\.1 200 [^]*\{"got":\{"a":1\}\}$/);
  });

  test('an unread body is discarded with its connection', async () => {
    for (const request of [
      head('/nothing-here', 'Transfer-Encoding: chunked'),
      'GET /early HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx',
    ]) {
      const { socket, answer } = open();
      socket.write(request);
      drip(socket);
      await answer;
      assert.equal(socket.destroyed, true);
    }
  });

  test('a long body is accepted while it keeps the minimum rate, and refused when it doesn’t', async () => {
    const steady = open();
    steady.socket.write(
      head('/slow', 'Content-Type: application/x-slow\r\nConnection: close\r\nTransfer-Encoding: chunked'),
    );
    let sent = 0;
    const timer = setInterval(() => {
      sent++;
      steady.socket.write(`3e8\r\n${'a'.repeat(1000)}\r\n`);
      // In total, longer than the limit for an ordinary body.
      if (sent < 40) return;
      clearInterval(timer);
      steady.socket.write('0\r\n\r\n');
    }, 20);
    assert.match(await steady.answer, /^HTTP\/1\.1 200 [^]*\{"got":40000\}$/);
    const dripping = open();
    dripping.socket.write(head('/slow', 'Content-Type: application/x-slow\r\nTransfer-Encoding: chunked'));
    drip(dripping.socket);
    assert.match(await dripping.answer, /408[^]*at least 50 bytes per second/);
  });
});
