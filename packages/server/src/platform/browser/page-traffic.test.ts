import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DevTools, Fields } from './devtools.ts';
import { PageTraffic } from './page-traffic.ts';

function open(files: Readonly<Record<string, string>> = {}) {
  const sent: string[] = [];
  const devtools = {
    send: (method: string, { responseCode, errorReason, body }: Fields) => {
      const text = typeof body === 'string' ? Buffer.from(body.slice(0, 40), 'base64').toString() : '';
      sent.push([method.slice('Fetch.'.length), responseCode ?? errorReason, text].join(' ').trim());
      return Promise.resolve({});
    },
  } as unknown as DevTools;
  const readFile = (path: string) =>
    files[path] === undefined ? undefined : { bytes: Buffer.from(files[path]), contentType: 'text/plain' };
  const traffic = new PageTraffic({ devtools, sessionId: 's' }, { path: '/a', readFile });
  const ask = async (url: unknown, resourceType = 'Image'): Promise<string> => {
    await traffic.answer({ requestId: '1', resourceType, request: { url } });
    return sent.at(-1) ?? '';
  };
  return { traffic, ask };
}

const refused = 'failRequest BlockedByClient';

test('a page receives its site’s files, and all other requests fail', async () => {
  const { ask, traffic } = open({ 'a.css': 'css', 'ö b.png': 'image', '../up': 'x' });
  assert.equal(await ask('https://docs.invalid/a.css?v=1#x'), 'fulfillRequest 200 css');
  assert.equal(await ask('https://docs.invalid/%C3%B6%20b.png'), 'fulfillRequest 200 image');
  for (const url of [
    'https://docs.invalid/b.css',
    'https://docs.invalid/%ff',
    'http://docs.invalid/a.css',
    'https://docs.invalid:8443/a.css',
    'https://docs.invalid.example.com/a.css',
    'https://user@example.com/a.css',
    'http://169.254.169.254/a.css',
    'file:///a.css',
    'not a url',
    undefined,
    7,
  ])
    assert.equal(await ask(url), refused, String(url));
  assert.deepEqual(traffic.refusedHosts.slice(0, 3), ['docs.invalid', 'docs.invalid:8443', 'docs.invalid.example.com']);
});

test('a page is opened once, and later navigations are aborted', async () => {
  const { ask } = open({ a: 'page', b: 'other' });
  assert.equal(await ask('https://docs.invalid/a', 'Document'), 'fulfillRequest 200 page');
  for (const url of ['https://docs.invalid/a', 'https://docs.invalid/b', 'https://example.com/'])
    assert.equal(await ask(url, 'Document'), 'failRequest Aborted');
});

test('a page receives at most 2,000 files and 100 MiB', async () => {
  const many = open({ a: 'x' });
  for (let count = 0; count < 2_000; count += 1)
    assert.equal(await many.ask('https://docs.invalid/a'), 'fulfillRequest 200 x');
  assert.equal(await many.ask('https://docs.invalid/a'), refused);
  const large = open({ a: 'x'.repeat(40 * 1024 ** 2), b: 'y' });
  const answers = [];
  for (const name of ['a', 'a', 'a', 'b']) answers.push((await large.ask(`https://docs.invalid/${name}`)).slice(0, 14));
  assert.deepEqual(answers, ['fulfillRequest', 'fulfillRequest', 'failRequest Bl', 'fulfillRequest']);
});

test('at most five refused hosts are reported', async () => {
  const { ask, traffic } = open();
  for (let count = 0; count < 50; count += 1) await ask(`https://host${count}.example/`);
  assert.equal(traffic.refusedHosts.length, 5);
});
