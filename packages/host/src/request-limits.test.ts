import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { makeFolder, startTestHost, type TestHost } from './testing/start-test-host.ts';

function open({ address }: TestHost): { socket: Socket; answer: Promise<string> } {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => undefined);
  return { socket, answer: text(socket).catch(() => '') };
}

test('requests whose head or body arrives too slowly end with their connection', async () => {
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path, { requestSeconds: 1 });
  const beginnings = [
    'GET / HTTP/1.1\r\nHost: docs.example\r\nX: ',
    'POST / HTTP/1.1\r\nHost: docs.example\r\nContent-Length: 1000\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: docs.example\r\nContent-Length: 1000\r\n\r\n',
    'POST /_playground HTTP/1.1\r\nHost: docs.example\r\nContent-Length: 1000\r\n\r\n',
  ];
  const answers = beginnings.map(async (beginning) => {
    const { socket, answer } = open(host);
    socket.write(beginning);
    const timer = setInterval(() => socket.write('a'), 50);
    socket.once('close', () => clearInterval(timer));
    const response = await answer;
    assert.equal(socket.destroyed, true);
    return response;
  });
  const [head] = await Promise.all(answers);
  assert.match(head ?? '', /^HTTP\/1\.1 40[08] /);
});

test('connections beyond the limit are closed immediately', async () => {
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path, { maxConnections: 2 });
  const open2 = [open(host), open(host)];
  for (const { socket } of open2) {
    socket.write('GET /healthz HTTP/1.1\r\nHost: docs.example\r\n\r\n');
    await new Promise((resolve) => void socket.once('data', resolve));
  }
  assert.equal(await open(host).answer, '');
  for (const { socket } of open2) socket.destroy();
});
