import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import {
  BodyCache,
  openAnswerSlots,
  FairSlots,
  openBundleSource,
  PlaygroundProxy,
  PreparedBudget,
  ServedSite,
  SharedReads,
  SiteAnswers,
} from '../index.ts';
import type { BundleSourceOptions } from './bundle-source.ts';
import { makeBlob, noise, type TestBlob } from '../testing/make-blob.ts';
import { serveSites } from '../testing/serve-sites.ts';

const proxy = new PlaygroundProxy({
  enabled: false,
  allowedPrivateHosts: [],
  timeoutMs: 0,
  maxRequestBytes: 0,
  maxResponseBytes: 0,
  maxConcurrent: 0,
});

const page = `<script>one()</script>${'<p>text</p>'.repeat(100)}`;
const search = noise(1_500_000).toString('hex');
const film = noise(3_000_001);
const files = {
  'index.html': page,
  'guide.html': '<h1>guide</h1>',
  'guide.md': '# guide',
  '404.html': '<h1>missing</h1>',
  'picture.png': noise(70_000),
  'film.mp4': film,
  'search.json': search,
  'empty.txt': '',
};

function serve(blob: Pick<TestBlob, 'index'> & Pick<BundleSourceOptions, 'readRange'>, slots = openAnswerSlots()) {
  const site = new ServedSite('one', proxy);
  const source = openBundleSource({
    site: 'one',
    index: blob.index,
    readRange: blob.readRange,
    cache: new SharedReads(),
  });
  const settings = {
    policyMode: 'enforce',
    allowedSources: [],
    prepared: new PreparedBudget(100),
    site: 'one',
    slots,
  } as const;
  site.show([new SiteAnswers(source, new BodyCache(16 * 1024 * 1024), settings)]);
  return serveSites({ find: () => site });
}

test('every file is served unchanged to clients with and without Accept-Encoding', async () => {
  await using sites = await serve(await makeBlob(files));
  for (const [path, content] of Object.entries(files)) {
    // A page is served at its clean address, and its file's address redirects there.
    const address = `/${path.replace(/(?:^|(?<=\/))index\.html$|\.html$/, '')}`;
    const plain = await sites.get(address);
    assert.equal(plain.status, 200, path);
    assert.equal(plain.headers['content-encoding'], undefined, path);
    assert.ok(plain.body.equals(Buffer.from(content)), path);
    const { headers, body } = await sites.get(address, { 'accept-encoding': 'gzip, br' });
    assert.ok((headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).equals(Buffer.from(content)), path);
  }
  assert.deepEqual(sites.errors, []);
});

test('a compressed file is served as stored in the archive', async () => {
  const blob = await makeBlob(files);
  await using sites = await serve(blob);
  for (const path of ['/', '/search.json']) {
    const { headers, body } = await sites.get(path, { 'accept-encoding': 'gzip' });
    assert.equal(headers['content-encoding'], 'gzip');
    assert.ok(blob.bytes.includes(body), path);
  }
});

test('a range of a video is read in pieces of at most one mebibyte, and only the pieces that contain it', async () => {
  const blob = await makeBlob(files);
  await using sites = await serve(blob);
  for (const [start, end] of [
    [0, 0],
    [65_530, 65_540],
    [1_048_000, 1_049_000],
    [2_900_000, 3_000_000],
  ] as const) {
    const { status, headers, body } = await sites.get('/film.mp4', { range: `bytes=${start}-${end}` });
    assert.deepEqual([status, headers['content-range']], [206, `bytes ${start}-${end}/3000001`]);
    assert.ok(body.equals(film.subarray(start, end + 1)), `${start}-${end}`);
  }
  const sizes = blob.reads.map((read) => Number(read.split('+')[1]));
  assert.equal(sizes.length, 5);
  assert.ok(
    sizes.every((size) => size <= 1_048_576),
    String(sizes),
  );
});

test('a range of a compressed file is answered with the whole file, in a form that the client accepts', async () => {
  await using sites = await serve(await makeBlob(files));
  for (const range of ['bytes=0-0', 'bytes=2000000-2000009', 'bytes=-1', 'bytes=9000000-']) {
    const plain = await sites.get('/search.json', { range });
    assert.deepEqual([plain.status, plain.headers['accept-ranges']], [200, 'none'], range);
    assert.equal(plain.body.toString(), search);
    const zipped = await sites.get('/search.json', { range, 'accept-encoding': 'gzip' });
    assert.deepEqual([zipped.status, zipped.headers['content-encoding']], [200, 'gzip']);
    assert.equal(gunzipSync(zipped.body).toString(), search);
  }
});

test('a 304 response reads nothing from the bundle, and a page’s policy has the hash of its script', async () => {
  const blob = await makeBlob(files);
  await using sites = await serve(blob);
  const first = await sites.get('/', { 'if-none-match': '*' });
  assert.deepEqual([first.status, blob.reads], [304, []]);
  const policy = String((await sites.get('/')).headers['content-security-policy']);
  assert.match(policy, /script-src 'self' 'sha256-/);
});

test('Markdown, the 404 page, and redirects are served from a bundle', async () => {
  await using sites = await serve(await makeBlob(files, [{ source: '/old', destination: '/guide' }]));
  assert.equal((await sites.get('/guide', { accept: 'text/markdown' })).body.toString(), '# guide');
  const missing = await sites.get('/nothing');
  assert.deepEqual([missing.status, missing.body.toString()], [404, '<h1>missing</h1>']);
  assert.equal((await sites.get('/old')).headers.location, '/guide');
});

test('no content is sent if its bytes don’t match the index', async () => {
  for (const path of ['/', '/picture.png', '/film.mp4']) {
    const blob = await makeBlob(files);
    blob.bytes = Buffer.from(blob.bytes.map((byte) => byte ^ 1));
    await using sites = await serve(blob);
    const answer = await sites.get(path).catch(() => undefined);
    const sent = answer?.status === 500 ? Buffer.alloc(0) : (answer?.body ?? Buffer.alloc(0));
    assert.equal(sent.length, 0, path);
    assert.match(String(sites.errors[0]), /differs from its index/, path);
  }
});

test('a hundred requests for a cold file cause one read', async () => {
  const blob = await makeBlob(files);
  await using sites = await serve(blob);
  const headers = { 'accept-encoding': 'gzip' };
  const answers = await Promise.all(Array.from({ length: 100 }, () => sites.get('/', headers)));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.equal(blob.reads.length, 1);
});

test('requests beyond a site’s slots are refused with Retry-After, and earlier requests are answered', async () => {
  const blob = await makeBlob(files);
  const { promise, resolve } = Promise.withResolvers<void>();
  const readRange: TestBlob['readRange'] = async (offset, size) => {
    await promise;
    return blob.readRange(offset, size);
  };
  await using sites = await serve({ ...blob, readRange }, new FairSlots(2, 1));
  const asked = Array.from({ length: 10 }, () => sites.get('/picture.png'));
  const refused = await Promise.race(asked);
  assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '1']);
  resolve();
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 3);
  assert.equal((await sites.get('/picture.png')).status, 200);
});

test('a client is limited to its share of a site’s slots, and another client is served while the share is used up', async () => {
  const blob = await makeBlob(files);
  const { promise, resolve } = Promise.withResolvers<void>();
  const readRange: TestBlob['readRange'] = async (offset, size) => {
    await promise;
    return blob.readRange(offset, size);
  };
  await using sites = await serve({ ...blob, readRange }, new FairSlots(8, 0));
  const ask = (client: string) => sites.get('/picture.png', { 'x-client': client });
  const greedy = Array.from({ length: 10 }, () => ask('greedy'));
  assert.equal((await Promise.race(greedy)).status, 503);
  const other = ask('other');
  resolve();
  assert.equal((await other).status, 200);
  assert.equal((await Promise.all(greedy)).filter(({ status }) => status === 200).length, 4);
});

test('requireReadable rejects a missing, empty or different bundle', async () => {
  const blob = await makeBlob(files);
  const open = (readRange: TestBlob['readRange']) =>
    openBundleSource({ site: 'one', index: blob.index, readRange, cache: new SharedReads() });
  await open(blob.readRange).requireReadable();
  const other = await makeBlob({ 'index.html': 'another' });
  await assert.rejects(open(other.readRange).requireReadable(), /differs from its index/);
  await assert.rejects(open(async () => Buffer.alloc(0)).requireReadable(), /differs from its index/);
  await assert.rejects(open(() => Promise.reject(new Error('gone'))).requireReadable(), /gone/);
});

test('a read is not shared with another site or another client', async () => {
  const reads = new SharedReads();
  const busy = reads.read('key', 'hot', () => Promise.reject(new Error('busy')), 'greedy');
  const content = async (): Promise<Buffer> => Buffer.from('content');
  const others = [reads.read('key', 'quiet', content, 'greedy'), reads.read('key', 'hot', content, 'other')];
  await assert.rejects(busy, /busy/);
  assert.deepEqual((await Promise.all(others)).map(String), ['content', 'content']);
});

test('readRange receives the network of the waiting client', async () => {
  const blob = await makeBlob(files);
  const networks = new Set<string>();
  const readRange: BundleSourceOptions['readRange'] = async (offset, size, network) => {
    networks.add(network);
    return blob.readRange(offset, size);
  };
  await using sites = await serve({ ...blob, readRange });
  for (const path of Object.keys(files))
    for (const encoding of ['identity', 'gzip'])
      await sites.get(`/${path}`, { 'x-client': 'reader', 'accept-encoding': encoding });
  await sites.get('/film.mp4', { 'x-client': 'reader', range: 'bytes=1000000-2000000' });
  assert.deepEqual([...networks], ['reader']);
});
