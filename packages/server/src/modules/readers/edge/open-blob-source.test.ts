import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { createBundleWriter, featuresByKind } from '@docwright/bundle';
import { SharedReads, type PieceCache, type SiteSource } from '@docwright/site-server';
import { BlobStoreError, FileSystemStore, type BlobStore } from '../../../platform/blob-store/index.ts';
import { indexKeyOf } from '../../building/site-bundles/index.ts';
import { openBlobReads, openBlobSource } from './open-blob-source.ts';

async function pack(text: string): Promise<{ readonly archive: Buffer; readonly index: Buffer }> {
  const chunks: Uint8Array[] = [];
  const writer = createBundleWriter({ output: async (chunk) => void chunks.push(chunk) });
  await writer.add({ path: 'index.html', bytes: text });
  await writer.add({ path: 'a/b.html', bytes: `${text} below` });
  const createdFrom = { repository: '', branch: 'main', directory: '', domain: '' };
  const { index } = await writer.finish({
    generator: 'docwright test',
    deploymentKind: 'cloud',
    version: 'v1',
    commit: 'c0ffee',
    createdFrom,
    basePath: '',
    features: featuresByKind({}),
    redirects: [],
  });
  return { archive: Buffer.concat(chunks), index };
}

/** A cache that stores nothing, so that each reader reads from the store. */
class NoSharing implements PieceCache {
  read(_key: string, _site: string, load: () => Promise<Buffer>): Promise<Buffer> {
    return load();
  }
}

describe('a bundle in the blob store', () => {
  let folder: string;
  let blobs: BlobStore;
  let opened: string[];
  let openProblem: Error | undefined;
  let bundles = 0;
  let key: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-source-'));
    blobs = await FileSystemStore.open({ folder, linkBaseUrl: 'https://docs.example', linkSecrets: ['a secret'] });
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(() => {
    opened = [];
    openProblem = undefined;
    key = `bundles/org/${(bundles += 1)}.tar.gz`;
  });

  const put = (name: string, bytes: Uint8Array) => blobs.put(name, bytes, { contentType: 'application/gzip' });
  const counted = (): BlobStore =>
    new Proxy(blobs, {
      get: (target, name) =>
        name === 'open'
          ? (...args: Parameters<BlobStore['open']>) => {
              opened.push(args[0].endsWith('.tar.gz') ? 'archive' : 'index');
              return openProblem === undefined ? target.open(...args) : Promise.reject(openProblem);
            }
          : Reflect.get(target, name, target),
    });
  const open = async (sizeBytes: number): Promise<SiteSource> => {
    const deps = { blobs: counted(), cache: new SharedReads() };
    return (await openBlobSource(deps, { site: 'acme', blobKey: key, sizeBytes })).source;
  };
  async function read(source: SiteSource, path: string): Promise<string> {
    const file = source.look(path);
    assert.ok(file, `${path} is not there`);
    await source.inspect(file);
    return gunzipSync(await source.read(file, 'gzip')).toString();
  }

  test('is read by its index: until a file is requested, the archive is read at most once, to check that it exists', async () => {
    const { archive, index } = await pack('Hello');
    await put(key, archive);
    await put(indexKeyOf(key), index);
    const source = await open(archive.length);
    assert.ok(opened.filter((what) => what === 'archive').length <= 1, opened.join());
    assert.deepEqual([await read(source, 'index.html'), await read(source, 'a/b.html')], ['Hello', 'Hello below']);
    assert.equal(source.look('manifest.json/../index.html'), undefined);
    assert.equal(source.look('nowhere.html'), undefined);
  });

  test('is read from the archive if it has no index', async () => {
    const { archive } = await pack('Without');
    await put(key, archive);
    assert.equal(await read(await open(archive.length), 'index.html'), 'Without');
  });

  for (const [what, damage] of [
    ['empty', () => Buffer.alloc(0)],
    ['cut', (index: Buffer) => index.subarray(0, index.length / 2)],
    ['an HTML page', () => Buffer.from('<html>not an index</html>')],
    [
      'changed in one byte',
      (index: Buffer) => Buffer.from(index.map((byte, at) => (at === index.length - 3 ? byte ^ 1 : byte))),
    ],
  ] as const)
    test(`is read from the archive if its index is ${what}`, async () => {
      const { archive, index } = await pack('Mended');
      await put(key, archive);
      await put(indexKeyOf(key), damage(index));
      assert.equal(await read(await open(archive.length), 'index.html'), 'Mended');
    });

  test('can’t be opened if it is missing, even if its index exists', async () => {
    const { archive, index } = await pack('Gone');
    await put(indexKeyOf(key), index);
    await assert.rejects(open(archive.length));
  });

  test('is read from the archive if its index belongs to another bundle', async () => {
    const { archive } = await pack('Mine');
    await put(key, archive);
    await put(indexKeyOf(key), (await pack('Else')).index);
    assert.equal(await read(await open(archive.length), 'index.html'), 'Mine');
  });

  for (const [what, problem] of [
    ['is unavailable', new BlobStoreError('blob-store-unavailable', 'no answer')],
    ['is interrupted', new Error('socket hang up')],
  ] as const)
    test(`fails with a retryable error if its store ${what}, and with a final one if it is missing`, async () => {
      const { archive, index } = await pack('Away');
      await put(key, archive);
      await put(indexKeyOf(key), index);
      const source = await open(archive.length);
      openProblem = problem;
      await assert.rejects(read(source, 'a/b.html'), { name: 'SiteError', code: 'version-unreachable' });
      await assert.rejects(open(archive.length), { name: 'SiteError', code: 'version-unreachable' });
      openProblem = undefined;
      await blobs.delete(key);
      await assert.rejects(read(source, 'a/b.html'), { name: 'BlobStoreError', code: 'blob-not-found' });
    });

  test('fails quickly for all readers if its store accepts requests but doesn’t respond, and is read when the store responds again', async () => {
    const { archive, index } = await pack('Silent');
    await put(key, archive);
    await put(indexKeyOf(key), index);
    let isSilent = false;
    let asked = 0;
    const silent: BlobStore = new Proxy(blobs, {
      get: (target, name) =>
        name === 'open'
          ? (...args: Parameters<BlobStore['open']>) => {
              asked += 1;
              return isSilent ? new Promise(() => undefined) : target.open(...args);
            }
          : Reflect.get(target, name, target),
    });
    const deps = { blobs: silent, cache: new NoSharing(), patienceMs: 1_000 };
    const stored = { site: 'acme', blobKey: key, sizeBytes: archive.length };
    const { source } = await openBlobSource(deps, stored);
    isSilent = true;
    asked = 0;
    const startedAt = performance.now();
    // Far more reads than run at the same time.
    const readers = await Promise.allSettled(Array.from({ length: 200 }, () => read(source, 'a/b.html')));
    const codes = new Set(readers.map((one) => (one.status === 'rejected' ? one.reason.code : 'read')));
    assert.deepEqual([...codes], ['version-unreachable']);
    assert.ok(asked < 200, `${asked} requests to a store that does not respond`);
    await assert.rejects(openBlobSource(deps, stored), { code: 'version-unreachable' });
    // One after another, they would wait for 200 s.
    assert.ok(performance.now() - startedAt < 100_000);
    isSilent = false;
    assert.equal(await read(source, 'a/b.html'), 'Silent below');
  });

  test('is read for a client even if another client uses its whole share of reads on many sites', async () => {
    const { archive, index } = await pack('Shared');
    await put(key, archive);
    await put(indexKeyOf(key), index);
    const release = Promise.withResolvers<void>();
    let isSlow = false;
    let waiting = 0;
    const slow: BlobStore = new Proxy(blobs, {
      get: (target, name) =>
        name === 'open'
          ? async (...args: Parameters<BlobStore['open']>) => {
              waiting += 1;
              if (isSlow) await release.promise;
              return target.open(...args);
            }
          : Reflect.get(target, name, target),
    });
    const reads = openBlobReads();
    const openSite = async (site: string) => {
      const deps = { blobs: slow, cache: new SharedReads(), reads, patienceMs: 60_000 };
      return (await openBlobSource(deps, { site, blobKey: key, sizeBytes: archive.length })).source;
    };
    const sources = await Promise.all(Array.from({ length: 200 }, (_, site) => openSite(`site-${site}`)));
    const ask = (source: SiteSource | undefined, network: string) => {
      const file = source?.look('a/b.html') ?? assert.fail();
      return source?.read(file, 'identity', network) ?? assert.fail();
    };
    isSlow = true;
    waiting = 0;
    const greedy = sources.map((source) => ask(source, 'greedy'));
    await setImmediate();
    assert.equal(waiting, 64, 'one client has half of the reads');
    // Another client reads the same file of a site for which the first one waits.
    const other = ask(sources.at(-1), 'other');
    await setImmediate();
    assert.equal(waiting, 65);
    release.resolve();
    assert.equal(String(await other), 'Shared below');
    await Promise.all(greedy);
  });

  test('is read from the store once if twenty clients request the same file at the same time', async () => {
    const { archive, index } = await pack('Hot');
    await put(key, archive);
    await put(indexKeyOf(key), index);
    const source = await open(archive.length);
    const file = source.look('a/b.html') ?? assert.fail();
    opened.length = 0;
    await Promise.all(Array.from({ length: 20 }, (_, client) => source.read(file, 'identity', `client ${client}`)));
    assert.deepEqual(opened, ['archive']);
  });

  test('fails if its store stops responding in the middle of a response', async () => {
    const { archive, index } = await pack('Half');
    await put(key, archive);
    await put(indexKeyOf(key), index);
    const bodies: Readable[] = [];
    const half: BlobStore = new Proxy(blobs, {
      get: (target, name) =>
        name === 'open'
          ? async (...args: Parameters<BlobStore['open']>) => {
              const found = await target.open(...args);
              found.body.destroy();
              const body = new Readable({ read: () => undefined });
              bodies.push(body);
              return { ...found, body };
            }
          : Reflect.get(target, name, target),
    });
    const deps = { blobs: half, cache: new SharedReads(), patienceMs: 1_000 };
    const stored = { site: 'acme', blobKey: key, sizeBytes: archive.length };
    await assert.rejects(openBlobSource(deps, stored), { code: 'version-unreachable' });
    assert.deepEqual(
      bodies.map(({ destroyed }) => destroyed),
      [true],
    );
  });

  test('can’t be opened if it is truncated', async () => {
    const { archive } = await pack('Cut');
    await put(key, archive.subarray(0, archive.length - 40));
    await assert.rejects(open(archive.length));
  });
});
