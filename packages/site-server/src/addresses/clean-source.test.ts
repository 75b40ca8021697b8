import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { SealedFile, SiteRedirect } from '@docwright/bundle';
import type { AccessRule } from '@docwright/site-access/rules';
import {
  BodyCache,
  openAnswerSlots,
  openBundleSource,
  PlaygroundProxy,
  PreparedBudget,
  ProtectedExchange,
  ServedSite,
  SharedReads,
  SiteAnswers,
  type PieceCache,
} from '../index.ts';
import { makeBlob } from '../testing/make-blob.ts';
import { serveSites, type TestSites } from '../testing/serve-sites.ts';

const partners: readonly AccessRule[] = [{ groupSets: [{ includes: ['partners'], excludes: [] }] }];
const link = (href: string): string => `<a href="${href}">text</a>`;
const menu = [
  '/index.html',
  '/guides/start.html?x=1#one',
  '/guides/index.html',
  '/demo.html',
  '/old.html',
  '/none.html',
];
const page = (title: string): string => `<html><h1>${title}</h1>${menu.map(link).join('')}<nav></nav></html>`;
const cleaned = (title: string, suffix = ''): string =>
  page(title)
    .replace('<html>', `<html data-page-suffix="${suffix}">`)
    .replace('/index.html"', '/"')
    .replace('/guides/start.html', `/guides/start${suffix}`)
    .replace('/guides/index.html', `/guides${suffix}`);

const files = {
  'index.html': page('Home'),
  'index.md': '# Home',
  'guides/index.html': page('Guides'),
  'guides/index.md': '# Guides',
  'guides/start.html': page('Start'),
  'guides/start.md': '# Start',
  'demo.html': page('Demo'),
  '404.html': page('Missing'),
  '_docwright/sidebars/s1.json': JSON.stringify({ one: link('/guides/start.html'), two: '<b>é</b>' }),
  'data.json': JSON.stringify({ one: link('/guides/start.html') }),
};

interface Stage {
  readonly files: Readonly<Record<string, string>>;
  readonly redirects?: readonly SiteRedirect[];
  readonly sealed?: readonly SealedFile[];
  readonly cache?: PieceCache;
  readonly hidesSignIn?: boolean;
}

async function serve(stage: Stage): Promise<TestSites> {
  const blob = await makeBlob(stage.files, stage.redirects, { sealed: stage.sealed ?? [] });
  const { index, readRange } = blob;
  const source = openBundleSource({ site: 'one', index, readRange, cache: stage.cache ?? new SharedReads() });
  const off = { allowedPrivateHosts: [], timeoutMs: 0, maxRequestBytes: 0, maxResponseBytes: 0, maxConcurrent: 0 };
  const site = new ServedSite('one', new PlaygroundProxy({ enabled: false, ...off }));
  const settings = { policyMode: 'enforce', allowedSources: [], site: 'one', slots: openAnswerSlots() } as const;
  const prepared = new PreparedBudget(100);
  const hidesSignIn = stage.hidesSignIn ?? false;
  site.show([new SiteAnswers(source, new BodyCache(32 * 1024 ** 2), { ...settings, prepared, hidesSignIn })]);
  return serveSites({
    find: () => site,
    admit: (_site, exchange) => {
      const shown = ProtectedExchange.of(exchange);
      if (exchange.request.headers['x-partner'] !== undefined)
        shown.audience = { isSignedIn: true, groups: new Set(['partners']) };
      return shown;
    },
  });
}

const textOf = async (sites: TestSites, path: string, headers = {}): Promise<string> =>
  (await sites.get(path, headers)).body.toString();

test('pages, the 404 page and the parts of large sidebars link to addresses', async () => {
  await using sites = await serve({ files });
  assert.equal(await textOf(sites, '/'), cleaned('Home'));
  assert.equal(await textOf(sites, '/guides'), cleaned('Guides'));
  assert.equal(await textOf(sites, '/guides/start'), cleaned('Start'));
  assert.equal(await textOf(sites, '/nothing'), cleaned('Missing'));
  assert.deepEqual(JSON.parse(await textOf(sites, '/_docwright/sidebars/s1.json')), {
    one: link('/guides/start'),
    two: '<b>é</b>',
  });
});

test('the author’s HTML and JSON files that aren’t pages are sent unchanged', async () => {
  await using sites = await serve({ files });
  assert.equal(await textOf(sites, '/demo.html'), files['demo.html']);
  assert.equal(await textOf(sites, '/data.json'), files['data.json']);
});

test('length, ETag, compression, HEAD, conditional requests and ranges match the rewritten content', async () => {
  await using sites = await serve({ files });
  const plain = await sites.get('/guides/start');
  assert.equal(plain.headers['content-length'], String(plain.body.length));
  const zipped = await sites.get('/guides/start', { 'accept-encoding': 'gzip' });
  assert.equal(zipped.headers['content-encoding'], 'gzip');
  assert.deepEqual(gunzipSync(zipped.body), plain.body);
  const head = await sites.get('/guides/start', {}, 'HEAD');
  assert.deepEqual(
    [head.headers.etag, head.headers['content-length']],
    [plain.headers.etag, String(plain.body.length)],
  );
  for (const { headers } of [plain, zipped]) {
    const known = await sites.get('/guides/start', {
      'if-none-match': String(headers.etag),
      'accept-encoding': headers['content-encoding'] ?? 'identity',
    });
    assert.equal(known.status, 304);
  }
  // Range requests for compressed files receive the whole file.
  const part = await sites.get('/guides/start', { range: 'bytes=0-9' });
  assert.deepEqual([part.status, part.body], [200, plain.body]);
});

test('the ETag of an unchanged page changes if more of its links become addresses', async () => {
  await using one = await serve({ files });
  await using two = await serve({ files: { ...files, 'demo.md': '# Demo' } });
  const [before, after] = [await one.get('/'), await two.get('/')];
  assert.ok(after.body.toString().includes(link('/demo')));
  assert.notEqual(before.headers.etag, after.headers.etag);
});

test('addresses end with a slash if the sitemap’s addresses do', async () => {
  const entry = (path: string): string => `<url><loc>https://docs.example${path}</loc></url>`;
  const withSlash = { ...files, 'sitemap.xml': `<urlset>${entry('/')}${entry('/guides/')}</urlset>` };
  await using sites = await serve({ files: withSlash });
  assert.equal(await textOf(sites, '/guides/start/'), cleaned('Start', '/'));
  const without = { ...files, 'sitemap.xml': `<urlset>${entry('/')}${entry('/guides')}</urlset>` };
  await using others = await serve({ files: without });
  assert.equal(await textOf(others, '/guides/start'), cleaned('Start'));
});

test('a site without a start page links to its first page', async () => {
  const { 'index.md': _, ...others } = files;
  await using sites = await serve({ files: others, redirects: [{ source: '/', destination: '/guides/start' }] });
  assert.ok((await textOf(sites, '/guides/start')).includes(link('/guides/start')));
});

test('readers with access see clean links in edited and sealed pages', async () => {
  const at = Buffer.from(files['guides/start.html']).indexOf('</nav>');
  const edit = { at, remove: 0, choices: [{ when: partners, insert: Buffer.from(link('/plans.html')) }] };
  const sealed: readonly SealedFile[] = [
    { path: 'guides/start.html', when: undefined, bytes: undefined, edits: [edit] },
    { path: 'plans.html', when: partners, bytes: Buffer.from(page('Plans')), edits: [] },
    { path: 'plans.md', when: partners, bytes: Buffer.from('# Plans'), edits: [] },
  ];
  await using sites = await serve({ files, sealed });
  const partner = { 'x-partner': '1' };
  const expected = cleaned('Start').replace('</nav>', `${link('/plans')}</nav>`);
  assert.equal(await textOf(sites, '/guides/start', partner), expected);
  assert.equal(await textOf(sites, '/plans', partner), cleaned('Plans'));
  assert.equal(await textOf(sites, '/guides', partner), cleaned('Guides'));
  assert.equal(await textOf(sites, '/guides/start'), cleaned('Start'));
  assert.deepEqual(sites.errors, []);
});

test('a page is created once, and then read from the source’s cache', async () => {
  const kept = new Map<string, Buffer>();
  const made: string[] = [];
  const cache: PieceCache = {
    read: async (key, _site, load) => {
      const known = kept.get(key);
      if (known !== undefined) return known;
      const content = await load();
      if (key.includes('clean-links')) made.push(key);
      kept.set(key, content);
      return content;
    },
  };
  for (let turn = 0; turn < 2; turn += 1) {
    await using sites = await serve({ files, cache });
    assert.equal(await textOf(sites, '/guides/start'), cleaned('Start'));
  }
  assert.equal(made.length, 1);
  await using preview = await serve({ files, cache, hidesSignIn: true });
  assert.equal(await textOf(preview, '/guides/start'), cleaned('Start'));
  assert.equal(made.length, 2);
});
