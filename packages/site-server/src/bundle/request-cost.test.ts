/**
 * The maximum cost of a request, counted in bytes so that the limit is the same on every machine. CPU time:
 * `bench/edge/cost-of-requests.ts`.
 */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { createGunzip } from 'node:zlib';
import {
  BodyCache,
  openAnswerSlots,
  openBundleSource,
  PlaygroundProxy,
  PreparedBudget,
  ServedSite,
  SharedReads,
  SiteAnswers,
} from '../index.ts';
import { makeBlob, noise } from '../testing/make-blob.ts';
import { serveSites } from '../testing/serve-sites.ts';

const MiB = 1024 * 1024;

/**
 * Bytes that a request may read and unpack for each byte of its response: read once, unpacked once to compare and once
 * to send.
 */
const perByte = 3.5;
/**
 * Bytes for the request itself: a stored file is read in pieces of one mebibyte, and a range may overlap two of them.
 */
const fixed = 2 * MiB + 64 * 1024;

const text = noise(1.5 * MiB).toString('hex');
const files = {
  'index.html': `<script>one()</script>${'<p>text</p>'.repeat(1_000)}`,
  'index.md': '# text',
  '404.html': '<h1>missing</h1>',
  'llms-full.txt': text,
  'small.txt': text.slice(0, 300_000),
  'zeros.txt': Buffer.alloc(6 * MiB),
  'film.mp4': noise(5 * MiB),
  'empty.txt': '',
};

const requests: readonly (readonly [path: string, headers?: Readonly<Record<string, string>>, method?: string])[] = [
  ...Object.keys(files).flatMap((path) =>
    [{}, { 'accept-encoding': 'gzip' }, { 'if-none-match': '*' }, { 'if-none-match': '"other"' }].map(
      (headers) => [`/${path}`, headers] as const,
    ),
  ),
  ...Object.keys(files).flatMap((path) =>
    ['bytes=0-0', 'bytes=-1', 'bytes=3000000-3000001', 'bytes=99999999-', 'bytes=0-0,5-5'].flatMap((range) => [
      [`/${path}`, { range }] as const,
      [`/${path}`, { range, 'accept-encoding': 'gzip' }] as const,
      [`/${path}`, { range, 'if-range': '"other"' }] as const,
      [`/${path}`, { range }, 'HEAD'] as const,
    ]),
  ),
  ...Object.keys(files).map((path) => [`/${path}`, {}, 'HEAD'] as const),
  ['/nothing'],
  ['/nothing', { range: 'bytes=0-0' }],
  ['/old'],
  ['/', { accept: 'text/markdown' }],
  ['/llms-full.txt', {}, 'POST'],
];

test('a request reads and unpacks at most 3.5 bytes per byte of its response, plus a fixed amount', async () => {
  const blob = await makeBlob(files, [{ source: '/old', destination: '/index' }]);
  const work = { read: 0, unpacked: 0 };
  using _unpacking = countUnpacked((bytes) => (work.unpacked += bytes));
  const readRange: typeof blob.readRange = async (offset, size) => {
    work.read += size;
    return blob.readRange(offset, size);
  };
  const source = openBundleSource({ site: 'one', index: blob.index, readRange, cache: new SharedReads() });
  const off = { allowedPrivateHosts: [], timeoutMs: 0, maxRequestBytes: 0, maxResponseBytes: 0, maxConcurrent: 0 };
  const site = new ServedSite('one', new PlaygroundProxy({ enabled: false, ...off }));
  const prepared = new PreparedBudget(100);
  const settings = {
    policyMode: 'enforce',
    allowedSources: [],
    prepared,
    site: 'one',
    slots: openAnswerSlots(),
  } as const;
  site.show([new SiteAnswers(source, new BodyCache(32 * MiB), settings)]);
  await using sites = await serveSites({ find: () => site });
  // The first response from a compressed file unpacks all of it once, to compare it with its digest.
  for (const path of Object.keys(files)) await sites.get(`/${path}`, { 'accept-encoding': 'gzip' });
  for (const [path, headers = {}, method = 'GET'] of requests) {
    Object.assign(work, { read: 0, unpacked: 0 });
    const { status, body } = await sites.get(path, headers, method);
    const most = perByte * body.length + fixed;
    const shown = `${method} ${path} ${JSON.stringify(headers)}: ${status}, ${body.length} bytes, ${JSON.stringify(work)}`;
    assert.ok(work.read + work.unpacked <= most, shown);
    if (status === 304 || status === 404 || method !== 'GET') assert.ok(work.read + work.unpacked <= 64 * 1024, shown);
  }
  assert.deepEqual(sites.errors, []);
});

/** Counts all bytes that this process decompresses. */
function countUnpacked(count: (bytes: number) => void): Disposable {
  const prototype = Object.getPrototypeOf(createGunzip()) as { push?: (chunk: Buffer | null) => boolean };
  prototype.push = function (this: Readable, chunk) {
    count(chunk?.length ?? 0);
    return Readable.prototype.push.call(this, chunk);
  };
  return { [Symbol.dispose]: () => void delete prototype.push };
}
