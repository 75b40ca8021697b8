import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { defaultBuildSettings } from '@docwright/site-builder';
import type { FileChanges } from '@docwright/site-builder/packed-changes';
import { createSandbox, type Sandbox } from '../../../platform/sandbox/index.ts';
import { builderCodeFolders, builderEntry } from './builder-code.ts';
import { createBuilderPool, type BuilderPool } from './builder-pool.ts';
import { createCodeCache, type CodeCache } from './code-cache.ts';
import { createSandboxedRenderer } from './sandboxed-renderer.ts';
import type { PageRequest } from './site-renderer.ts';
import { createSiteCaches, type SiteCaches } from './site-caches.ts';

const files = new Map(
  Object.entries({
    'docs.json': JSON.stringify({
      theme: 'mint',
      name: 'T',
      colors: { primary: '#0a7d5a' },
      navigation: { pages: ['index', 'other'] },
    }),
    'index.mdx': '---\ntitle: Start\n---\n\n[nowhere](/nowhere)\n',
    'other.mdx': '---\ntitle: Other\n---\n\nText.\n',
  }).map(([path, content]) => [path, new TextEncoder().encode(content)] as const),
);
const folder = { paths: [...files.keys()], read: (path: string) => files.get(path) };
const signal = (): AbortSignal => new AbortController().signal;

let pool: BuilderPool;
let root = '';
let sandbox: Sandbox;
let codeCache: CodeCache;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'docwright-checks-'));
  sandbox = await createSandbox({ mode: 'auto', codeFolders: builderCodeFolders() });
  codeCache = createCodeCache({
    sandbox,
    entry: builderEntry,
    roots: [root],
    onError: (error) => assert.fail(String(error)),
  });
  await codeCache.open();
  pool = createBuilderPool({ sandbox, entry: builderEntry, codeCache, places: 2 });
});
after(async () => {
  await pool.close();
  await rm(root, { recursive: true });
});

test('a check continues from another process’s findings about the same site, with the same result', async () => {
  const kept = Promise.withResolvers<void>();
  const real = createSiteCaches();
  const asked: string[] = [];
  const caches: SiteCaches = {
    ...real,
    find: (siteId) => {
      asked.push(`${siteId} ${real.find(siteId) === undefined ? 'nothing' : 'something'}`);
      return real.find(siteId);
    },
    keep: (siteId, saved) => {
      real.keep(siteId, saved);
      kept.resolve();
    },
  };
  const renderer = createSandboxedRenderer(pool, {
    checks: caches,
    renders: createSiteCaches(),
    onUnsaved: kept.reject,
  });
  const open = (siteId: string) => renderer.openCheck({ folder: { ...folder }, siteId, organizationId: 'org' });
  const first = open('site-1');
  const issues = await first.check(new Map(), signal());
  assert.deepEqual(
    issues.map(({ code }) => code),
    ['broken-link'],
  );
  first.close();
  await kept.promise;

  const second = open('site-1');
  assert.deepEqual(await second.check(new Map(), signal()), issues);
  const changes = new Map([
    ['index.mdx', '---\ntitle: Start\n---\n\nFixed.\n'],
    ['other.mdx', '[gone](/gone)'],
  ]);
  assert.deepEqual(
    (await second.check(changes, signal())).map(({ path }) => path),
    ['other.mdx'],
  );
  second.close();

  const stranger = open('site-2');
  await stranger.check(new Map(), signal());
  stranger.close();
  assert.deepEqual(asked, ['site-1 nothing', 'site-1 something', 'site-2 nothing']);
});

test('a page is rendered with changes, and style sheets that the caller has are not sent again', async () => {
  const renderer = createSandboxedRenderer(pool);
  const check = renderer.openCheck({ folder: { ...folder }, siteId: 'site-1', organizationId: 'org' });
  const sent: string[] = [];
  const kept = new Map<string, string>();
  let html = '';
  const render = (text: string) =>
    check.renderPage(
      {
        page: 'other',
        changes: new Map([['other.mdx', `---\ntitle: Other\n---\n\n${text}\n`]]),
        features: defaultBuildSettings.features,
        existing: [...kept],
        onFile: async ({ path, bytes }) => {
          sent.push(path);
          if (path === 'other.html') html = Buffer.from(bytes).toString();
          else kept.set(path, createHash('sha256').update(bytes).digest('hex'));
        },
      },
      signal(),
    );
  await render('First.');
  assert.match(html, /First\./);
  assert.ok(sent.some((path) => path.endsWith('.css')));
  assert.ok(!sent.includes('index.html'), 'only one page is rendered');
  sent.length = 0;
  const issues = await render('Second. [gone](/gone)');
  assert.match(html, /Second\./);
  assert.ok(!sent.some((path) => path.endsWith('.css')));
  assert.deepEqual(
    issues.map(({ path, line, code }) => [path, line, code]),
    [['other.mdx', 5, 'broken-link']],
  );
  check.close();
});

test('changed files that aren’t text reach the builder unchanged', async () => {
  const renderer = createSandboxedRenderer(pool);
  const check = renderer.openCheck({ folder: { ...folder }, siteId: 'site-1', organizationId: 'org' });
  const page = '---\ntitle: Other\n---\n\n![A lamp](/images/a.png) ![Another](/images/b.png)\n';
  const [a, b] = [Buffer.from('\x89PNG\xff\0\r\n', 'latin1'), Buffer.from([0xff, 0xfe])];
  const codes = async (changes: FileChanges) =>
    (await check.check(changes, signal())).filter(({ path }) => path === 'other.mdx').map(({ code }) => code);
  const missing = await codes(new Map([['other.mdx', page]]));
  assert.equal(missing.length, 2);
  const changes: FileChanges = new Map<string, string | Uint8Array | null>([
    ['images/a.png', a],
    ['index.mdx', null],
    ['other.mdx', page],
    ['images/b.png', b],
  ]);
  assert.ok((await codes(changes)).every((code) => !missing.includes(code)));
  const sent = new Map<string, Buffer>();
  const onFile: PageRequest['onFile'] = async ({ path, bytes }) => void sent.set(path, Buffer.from(bytes));
  const { features } = defaultBuildSettings;
  await check.renderPage({ page: 'other', changes, features, existing: [], onFile }, signal());
  const images = [...sent].filter(([path]) => path.endsWith('.png'));
  assert.deepEqual(
    images.map(([, bytes]) => bytes),
    [a, b],
  );
  check.close();
});

/** Creates a pool of real processes, and counts them. */
function createCountingPool(places: number) {
  const count = { alive: 0, most: 0, started: 0 };
  const counting: Sandbox = {
    ...sandbox,
    spawn: (entry, options) => {
      const process = sandbox.spawn(entry, options);
      count.started += 1;
      count.most = Math.max(count.most, ++count.alive);
      void process.exited.then(() => (count.alive -= 1));
      return process;
    },
  };
  return { pool: createBuilderPool({ sandbox: counting, entry: builderEntry, codeCache, places }), count };
}

test('20 jobs that check sites at once don’t start more builder processes than there are slots', async () => {
  const { pool: small, count } = createCountingPool(2);
  const renderer = createSandboxedRenderer(small);
  const sites = ['a', 'b', 'c', 'd', 'e'].map((siteId) => ({ folder: { ...folder }, siteId, organizationId: siteId }));
  const jobs = Array.from({ length: 20 }, async (_, index) => {
    const check = renderer.openCheck(sites[index % sites.length]!);
    const broken = '[{';
    assert.equal((await check.parsePage('index.mdx', broken, signal())).length > 0, true);
    const issues = await check.check(new Map([['other.mdx', `[gone](/gone-${index})`]]), signal());
    check.close();
    return issues.find(({ path }) => path === 'other.mdx')?.message;
  });
  const found = await Promise.all(jobs);
  assert.deepEqual(
    found.filter((message, index) => !message?.includes(`/gone-${index}`)),
    [],
    'each job got the result of its change',
  );
  assert.equal(count.most, 2);
  await renderer.close();
  assert.equal(count.alive, 0);
});

test('only jobs on the same files of the same site share a process', async () => {
  const { pool: roomy, count } = createCountingPool(4);
  const renderer = createSandboxedRenderer(roomy);
  const commit = { ...folder };
  const open = (siteId: string, of = commit) => renderer.openCheck({ folder: of, siteId, organizationId: 'org' });
  await Promise.all([open('one'), open('one')].map((check) => check.check(new Map(), signal())));
  assert.equal(count.started, 1);
  await open('two').check(new Map(), signal());
  assert.equal(count.started, 2, 'another project');
  await open('one', { ...folder }).check(new Map(), signal());
  assert.equal(count.started, 3, 'another commit');
  await renderer.close();
});

test('a waiting or running check can be canceled, and another check still gets its answer', async () => {
  const { pool: single, count } = createCountingPool(1);
  const renderer = createSandboxedRenderer(single);
  const open = (siteId: string) => renderer.openCheck({ folder: { ...folder }, siteId, organizationId: siteId });
  const underWay = new AbortController();
  const busy = open('busy').check(new Map(), underWay.signal);
  const cancelled = new AbortController();
  const waiting = open('waiting').check(new Map(), cancelled.signal);
  const patient = open('patient').check(new Map(), signal());
  cancelled.abort(new Error('canceled by a person'));
  await assert.rejects(waiting, /canceled by a person/);
  underWay.abort(new Error('taken over'));
  await assert.rejects(busy, /taken over/);
  assert.equal((await patient).length, 1);
  assert.equal(count.started, 2, 'none was started for the one that was canceled while it waited');
  assert.equal(count.most, 1);
  await renderer.close();
});

test('a job that is canceled during a check doesn’t end the check of another job', async () => {
  const { pool: single } = createCountingPool(1);
  const renderer = createSandboxedRenderer(single);
  const site = { folder: { ...folder }, siteId: 'shared', organizationId: 'org' };
  const cancelled = new AbortController();
  const first = renderer.openCheck(site).check(new Map(), cancelled.signal);
  const second = renderer.openCheck(site).check(new Map([['other.mdx', 'Text.']]), signal());
  cancelled.abort(new Error('canceled by a person'));
  await assert.rejects(first, /canceled by a person/);
  assert.equal((await second).filter(({ code }) => code === 'broken-link').length, 1);
  await renderer.close();
});
