import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { DevTools, type DevToolsEvent } from './devtools.ts';
import { BrowserError } from './errors.ts';

function open() {
  const input = new PassThrough({ encoding: 'utf8' });
  const output = new PassThrough();
  const devtools = new DevTools(input, output);
  const events: DevToolsEvent[] = [];
  devtools.listen((event) => events.push(event));
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { input, output, devtools, events, settled };
}

test('answers are matched to their commands, even if they arrive out of order and in pieces', async () => {
  const { input, output, devtools } = open();
  const [one, two] = [devtools.send('A'), devtools.send('B', { x: 1 }, 's')];
  assert.deepEqual(String(input.read()).split('\0'), [
    '{"id":1,"method":"A","params":{}}',
    '{"id":2,"method":"B","params":{"x":1},"sessionId":"s"}',
    '',
  ]);
  for (const piece of ['{"id":2,"res', 'ult":{"n":2}}\0{"id":1,"result":{"n"', ':1}}', '\0']) output.write(piece);
  assert.deepEqual([await one, await two], [{ n: 1 }, { n: 2 }]);
});

test('a refused command fails with the browser’s reason', async () => {
  const { output, devtools } = open();
  const sent = devtools.send('A');
  output.write('{"id":1,"error":{"code":-1,"message":"no such target"}}\0');
  await assert.rejects(sent, /no such target/);
});

test('malformed events and answers are ignored', async () => {
  const { output, devtools, events, settled } = open();
  const sent = devtools.send('A');
  for (const odd of [
    'null',
    '[]',
    '7',
    '{"id":9,"result":{}}',
    '{"id":"1"}',
    '{"method":7}',
    '{"method":"E","params":3}',
  ])
    output.write(`${odd}\0`);
  await settled();
  assert.deepEqual(events, [{ method: 'E', params: {}, sessionId: undefined }]);
  output.write('{"id":1}\0');
  assert.deepEqual(await sent, {});
});

for (const [what, bytes] of [
  ['isn’t JSON', 'x\0'],
  ['is nested too deeply', `${'['.repeat(100_000)}\0`],
  ['isn’t UTF-8', Buffer.from([0xff, 0xfe, 0])],
  ['has no end', Buffer.alloc(65 * 1024 ** 2, 'x')],
] as const) {
  test(`a message that ${what} ends the connection`, async () => {
    const { output, devtools } = open();
    const sent = devtools.send('A');
    output.write(bytes);
    await assert.rejects(sent, BrowserError);
    await assert.rejects(devtools.send('B'), BrowserError);
  });
}

test('when the browser ends, pending and later commands fail with the first reason', async () => {
  const { devtools } = open();
  const sent = devtools.send('A');
  devtools.end(new BrowserError('timed-out', 'first'));
  devtools.end(new BrowserError('failed', 'second'));
  await assert.rejects(sent, /first/);
  await assert.rejects(devtools.send('B'), /first/);
});
