import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { newUuid7, toDay } from '@docwright/site-server';
import { makeBundle, makeSite, serve } from '../testing/bundle-server.ts';
import { makeFolder, startTestHost, type TestHost } from '../testing/start-test-host.ts';
import { analyticsFolder, listDays, readDay } from './event-files.ts';
import type { KeptEvent } from './kept-event.ts';
import { hangLimitMs } from '../../../../scripts/hang-limit.ts';

const person = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const page = '/guides/page-1';

const countingBundle = (basePath = '') =>
  makeBundle({ files: makeSite('v1'), basePath, features: { analytics: true, feedback: true } });

async function startCounting(dataDir: string, more: object = {}, bundle = countingBundle()) {
  const bytes = await bundle;
  const link = await serve((_request, response) => response.end(bytes));
  const host = await startTestHost(dataDir, { staticExport: { enabled: true, bundleUrl: link.origin }, ...more });
  return Object.assign(host, {
    [Symbol.asyncDispose]: async () => {
      await host.stop();
      await link[Symbol.asyncDispose]();
    },
  });
}

interface Sent {
  readonly headers?: Record<string, string>;
  readonly path?: string;
}

async function report(address: string, event: object, { headers = {}, path = '/_docwright/events' }: Sent = {}) {
  const body = JSON.stringify({
    events: [{ id: newUuid7(Date.now(), randomBytes(10)), kind: 'view', path: page, ...event }],
  });
  const sent = { origin: address, 'user-agent': person, 'content-type': 'text/plain', ...headers };
  return (await fetch(`${address}${path}`, { method: 'POST', headers: sent, body })).status;
}

async function kept(dataDir: string): Promise<KeptEvent[]> {
  const folder = analyticsFolder(dataDir, 'default');
  const days = await listDays(folder);
  return (await Promise.all(days.map((day) => Array.fromAsync(readDay(folder, day))))).flat();
}

test('an event is on disk, without personal data, when its response is 204', async () => {
  await using folder = await makeFolder();
  await using host = await startCounting(folder.path);
  assert.equal(await report(host.address, { path: `${page}.html`, referrer: 'https://search.example/?q=secret' }), 204);
  const [event, ...others] = await kept(folder.path);
  assert.deepEqual(others, []);
  assert.partialDeepStrictEqual(event, { kind: 'view', path: page, isAi: false, referrer: 'search.example' });
  const lines = await readFile(join(analyticsFolder(folder.path, 'default'), `${toDay(Date.now())}.jsonl`), 'utf8');
  assert.doesNotMatch(lines, /127\.0\.0\.1|Mozilla|secret/);
});

test('an agent’s read just before the host stops is stored', async () => {
  await using folder = await makeFolder();
  await using host = await startCounting(folder.path);
  assert.equal((await host.get(`${page}.md`, { 'user-agent': 'ClaudeBot/1.0' })).status, 200);
  await host.stop();
  const [event, ...others] = await kept(folder.path);
  assert.deepEqual(others, []);
  assert.partialDeepStrictEqual(event, { kind: 'view', path: page, isAi: true });
});

test('opted-out readers, bots, other origins and invalid events leave no data', async () => {
  await using folder = await makeFolder();
  await using host = await startCounting(folder.path);
  const sent = (headers: Record<string, string>) => report(host.address, {}, { headers });
  assert.equal(await sent({ dnt: '1' }), 204);
  assert.equal(await sent({ 'sec-gpc': '1' }), 204);
  assert.equal(await sent({ 'user-agent': 'Googlebot/2.1' }), 204);
  assert.equal(await sent({ origin: 'https://evil.example' }), 403);
  assert.equal(await report(host.address, { path: '/made-up' }), 400);
  assert.equal(await report(host.address, { kind: 'not_found', path: '/x\0' }), 400);
  assert.equal(await report(host.address, { id: newUuid7(Date.now() + 3_600_000, randomBytes(10)) }), 400);
  assert.deepEqual(await kept(folder.path), []);
});

test('feedback of a page and of an agent is stored, with its source', async () => {
  await using folder = await makeFolder();
  await using host = await startCounting(folder.path);
  const post = async (path: string, body: object, headers: Record<string, string>) =>
    (await fetch(`${host.address}${path}`, { method: 'POST', body: JSON.stringify(body), headers })).status;
  const ofPage = { origin: host.address, 'user-agent': person };
  assert.equal(await post('/_docwright/feedback', { path: page, helpful: false, comment: 'Ünclear' }, ofPage), 204);
  assert.equal(
    await post('/feedback', { path: `${page}.md`, feedback: 'no example' }, { 'user-agent': 'agent/1' }),
    204,
  );
  assert.equal(await post('/feedback', { path: page, feedback: 'x' }, { origin: 'https://evil.example' }), 403);
  const block = { index: 1, language: 'bash', line: 'npm ci', title: 'Install' };
  assert.equal(await post('/_docwright/feedback', { path: page, comment: 'It fails', block }, ofPage), 204);
  const forged = { path: page, comment: 'x', block: { index: 2 ** 31 } };
  assert.equal(await post('/_docwright/feedback', forged, ofPage), 400);
  const events = await kept(folder.path);
  assert.deepEqual(
    events.map((event) => [event.kind, 'source' in event && event.source, event.path]),
    [
      ['feedback', 'contextual', page],
      ['feedback', 'agent', page],
      ['feedback', 'code_snippet', page],
    ],
  );
  const named = { block: 1, lang: 'bash', code: 'npm ci', filename: 'Install', helpful: null };
  assert.partialDeepStrictEqual(events.at(-1), named);
});

test('Markdown reads and agents’ reads are counted as views by agents', async () => {
  await using folder = await makeFolder();
  await using host = await startCounting(folder.path);
  assert.equal((await host.get(`${page}.md`, { 'user-agent': person })).status, 200);
  assert.equal((await host.get(page, { 'user-agent': 'Claude-User/1.0' })).status, 200);
  const deadline = Date.now() + hangLimitMs;
  while ((await kept(folder.path)).length < 2) assert.ok(Date.now() < deadline, 'nothing was counted within 10 s');
  for (const event of await kept(folder.path))
    assert.partialDeepStrictEqual(event, { kind: 'view', path: page, isAi: true });
});

test('an MCP call counts as an agent’s read, and a page that it reads counts as a view', async () => {
  await using folder = await makeFolder();
  const pages = [{ path: page.slice(1), title: 'Page 1', breadcrumbs: [] }];
  const list = { formatVersion: 1, name: 'Docs', pages };
  const files = { ...makeSite('v1'), '_docwright/pages.json': JSON.stringify(list) };
  const bundle = makeBundle({ files, basePath: '/docs', features: { analytics: true, search: true } });
  await using host = await startCounting(folder.path, {}, bundle);
  const call = async (name: string, input: object, headers: Record<string, string> = {}) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
    const accept = 'application/json, text/event-stream';
    const sent = { accept, 'content-type': 'application/json', 'user-agent': 'node', ...headers };
    const answer = await fetch(`${host.address}/docs/mcp`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: sent,
    });
    assert.equal(answer.status, 200);
    return answer.text();
  };
  await call('no_such_tool', {});
  await call('read_page', { path: 'made/up' });
  await call('list_pages', {}, { dnt: '1' });
  await call('list_pages', {});
  await call('read_page', { path: page });
  const readsOf = async () =>
    (await kept(folder.path))
      .map((event) => `${event.kind} ${event.path} ${'target' in event ? (event.target ?? '') : ''}`)
      .toSorted((one, other) => (one < other ? -1 : 1));
  const deadline = Date.now() + hangLimitMs;
  while ((await readsOf()).length < 2) assert.ok(Date.now() < deadline, 'nothing was counted within 10 s');
  assert.deepEqual(await readsOf(), ['agent_read  mcp\nlist_pages', `view ${page} mcp\nread_page`]);
});

test('a site with a base path receives reports below that path', async () => {
  await using folder = await makeFolder();
  await using host = await startCounting(folder.path, {}, countingBundle('/docs'));
  assert.equal(await report(host.address, { path: `/docs${page}` }, { path: '/docs/_docwright/events' }), 204);
  assert.equal((await kept(folder.path)).length, 1);
});

test('if analytics is off, not in the bundle, or air-gapped, its path and its folder don’t exist', async () => {
  const plain = makeBundle({ files: makeSite('v1') });
  const airGapped = makeBundle({ files: makeSite('v1'), deploymentKind: 'air-gapped', features: { analytics: true } });
  for (const [settings, bundle] of [
    [{ analytics: { mode: 'off' } }, countingBundle()],
    [{}, plain],
    [{ deploymentKind: 'air-gapped' }, airGapped],
  ] as const) {
    await using folder = await makeFolder();
    await using host = await startCounting(folder.path, settings, bundle);
    assert.equal(await report(host.address, {}), 405);
    assert.equal((await host.get('/_docwright/events')).status, 404);
    await host.get(`${page}.md`);
    assert.ok(!(await readdir(join(folder.path, 'sites/default'))).includes('analytics'));
  }
});

test('days that were counted before analytics was switched off expire like other days', async () => {
  await using folder = await makeFolder();
  const analytics = analyticsFolder(folder.path, 'default');
  const yesterday = toDay(Date.now(), -1);
  await mkdir(analytics, { recursive: true });
  for (const day of ['2020-01-01', yesterday]) await writeFile(join(analytics, `${day}.jsonl`), '\n');
  await using host = await startCounting(folder.path, { analytics: { mode: 'off' } });
  assert.equal((await host.get(page)).status, 200);
  assert.deepEqual(await listDays(analytics), [yesterday]);
});

test('events that were confirmed with 204 survive kill -9', async () => {
  await using folder = await makeFolder();
  const bytes = await countingBundle();
  await using link = await serve((_request, response) => response.end(bytes));
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../testing/reader-child.ts'), folder.path, link.origin],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line]: [Buffer] = (await once(child.stdout, 'data')) as never;
  const address = line.toString().trim();
  const answered: string[] = [];
  const send = async (): Promise<void> => {
    for (;;) {
      const id = newUuid7(Date.now(), randomBytes(10));
      const status = await report(address, { id }).catch(() => 0);
      if (status !== 204) return;
      answered.push(id);
      if (answered.length === 60) child.kill('SIGKILL');
    }
  };
  await Promise.all([send(), send(), send(), send()]);
  const ids = new Set((await kept(folder.path)).map(({ id }) => id));
  assert.ok(answered.length >= 60);
  assert.deepEqual(
    answered.filter((id) => !ids.has(id)),
    [],
  );
});

const mounted = (path: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', path]).status === 0;

test('a full disk causes status 503 and is counted; pages are still served, and counting resumes once space is free', async (context) => {
  await using folder = await makeFolder();
  await using host = await startCounting(folder.path, { adminPort: 0 });
  const analytics = analyticsFolder(folder.path, 'default');
  await mkdir(analytics, { recursive: true });
  if (!mounted(analytics)) return context.skip('mounting a small file system is not allowed here');
  try {
    assert.equal(await report(host.address, {}), 204);
    const filler = join(analytics, 'filler');
    await writeFile(filler, Buffer.alloc(1_000_000)).catch(() => undefined);
    const day = join(analytics, `${toDay(Date.now())}.jsonl`);
    let status = 204;
    // The file's last disk page can still store some events.
    for (let sent = 0; sent < 40 && status === 204; sent += 1) status = await report(host.address, {});
    assert.equal(status, 503);
    assert.equal((await host.get(page)).status, 200);
    assert.match(
      await metricsOf(host),
      /docwright_host_reader_events_total\{site="default",outcome="storage-full"\} 1/,
    );
    const before = (await kept(folder.path)).length;
    await rm(filler);
    assert.equal(await report(host.address, {}), 204);
    assert.ok((await stat(day)).size > 0);
    assert.equal((await kept(folder.path)).length, before + 1);
  } finally {
    spawnSync('umount', ['-l', analytics]);
  }
});

const metricsOf = async (host: TestHost): Promise<string> => (await fetch(`${host.adminAddress}/metrics`)).text();
