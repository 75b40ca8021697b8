import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { makeBundle, makeSite, serve } from './testing/bundle-server.ts';
import { makeFolder, startTestHost } from './testing/start-test-host.ts';

const dots = [
  '../',
  '..\\',
  '..%2f',
  '..%5c',
  '%2e%2e/',
  '%2e%2e%2f',
  '.%2e/',
  '%2e./',
  '%252e%252e%252f',
  '..%c0%af',
  '..%c1%9c',
  '%c0%ae%c0%ae/',
  '..%ef%bc%8f',
  '....//',
  '..;/',
  '..%00/',
  '%u002e%u002e/',
  '..%09/',
  '\u2025/',
];
const depths = [1, 2, 4, 8, 16];
const starts = ['/', '/guides/', '//'];
const targets = ['etc/passwd', 'etc%2fpasswd', 'proc/self/environ'];
const single = [
  '/./etc/passwd',
  '/.git/config',
  '/.env',
  '//etc/passwd',
  '/\\etc\\passwd',
  '/C:/Windows/win.ini',
  '/file:///etc/passwd',
  '/%00',
  '/index.html%00.png',
  '/activations.jsonl',
  '/../activations.jsonl',
  '/sites/default/activations.jsonl',
  '/versions/',
  '/site.pack',
  '/../site.pack',
  '/layout.json',
  '/__proto__',
  '/constructor',
  '/toString',
  '/%',
  '/%zz',
  '/%ff%fe',
  'http://evil.example/../../etc/passwd',
  '*',
  '/?../../etc/passwd',
  `/${'a/'.repeat(3000)}`,
  `/${'../'.repeat(3000)}etc/passwd`,
];

export function traversalStrings(): string[] {
  const strings = [...single];
  for (const start of starts)
    for (const dot of dots)
      for (const depth of depths) for (const target of targets) strings.push(`${start}${dot.repeat(depth)}${target}`);
  return [...strings, ...strings.slice(27, 110).map((text) => `${text}.html`)];
}

/**
 * Sends the request line byte for byte, because client libraries would normalize it. Requests with `close` are parsed
 * by node:http; simple requests on a connection that stays open are answered without it.
 */
function sendRaw(port: number, path: string, connection: 'close' | 'keep-alive'): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(port, '127.0.0.1', () => {
    const head = `GET ${path} HTTP/1.1\r\nHost: docs.example\r\nConnection: ${connection}\r\n\r\n`;
    socket.write(Buffer.from(head, 'utf8'));
  });
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    text += part;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
    if (connection === 'keep-alive' && text.length >= text.indexOf('\r\n\r\n') + 4 + length) socket.destroy();
  });
  socket.on('error', reject);
  socket.on('close', () => resolve(text));
  return promise;
}

test('traversal strings in many encodings read no bytes from outside the bundle', async () => {
  const strings = traversalStrings();
  assert.ok(strings.length >= 938, `${strings.length} strings`);
  const files = makeSite('v1');
  const bundle = await makeBundle({ files });
  await using link = await serve((_request, response) => response.end(bundle));
  await using folder = await makeFolder();
  await using host = await startTestHost(folder.path, { staticExport: { enabled: true, bundleUrl: link.origin } });
  const port = Number(new URL(host.address).port);
  const refusals = ['', 'Not found\n', 'There is no site with this name.\n', 'The request is not valid HTTP/1.1.\n'];
  const known = new Set([...Object.values(files), ...refusals]);
  const statuses = new Map<string, number>();
  const asked = strings.flatMap((path) => [[path, 'close'] as const, [path, 'keep-alive'] as const]);
  for (const [path, connection] of asked) {
    const answer = await sendRaw(port, path, connection);
    const [head = '', ...rest] = answer.split('\r\n\r\n');
    const status = head.slice(9, 12);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    assert.match(status, /^(?:200|400|404|414|431)$/, `${connection} ${path} → ${head}`);
    assert.ok(known.has(rest.join('\r\n\r\n')), `${path} brought ${rest.join('').slice(0, 80)}`);
  }
  assert.ok((statuses.get('404') ?? 0) > 1600, JSON.stringify([...statuses]));
});
