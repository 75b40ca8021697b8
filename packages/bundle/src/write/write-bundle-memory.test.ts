/** The memory of a writer and its cache must depend on their limits, not on the size of the site. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BundleCache } from './bundle-cache.ts';
import { testMeta } from '../testing/make-archive.ts';
import { createBundleWriter, type BundleWriter } from './write-bundle.ts';

/** Creates a page of 600 KB, as in a site with a large navigation on each page. */
const makePage = (page: number, extra = 0): Buffer =>
  Buffer.from(
    Array.from(
      { length: 9_500 + extra * 500 },
      (_, line) => `<li>${page}/${(line * 7919) % 60_000} of a navigation as long as this one</li>`,
    ).join('\n'),
  );

const nowhere = async (): Promise<void> => undefined;

async function addPages(writer: BundleWriter, count: number): Promise<WeakRef<Buffer>[]> {
  const pages: WeakRef<Buffer>[] = [];
  for (let page = 0; page < count; page += 1) {
    const bytes = makePage(page);
    pages.push(new WeakRef(bytes));
    await writer.add({ path: `pages/${page}.html`, bytes });
  }
  return pages;
}

function countAlive(pages: readonly WeakRef<Buffer>[]): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return pages.filter((page) => page.deref() !== undefined).length;
}

test('large files are released once they are written, except those for which the cache has space', async () => {
  for (const [cache, mostAlive] of [
    [undefined, 18],
    [new BundleCache({ heldBytes: 3_000_000 }), 22],
  ] as const) {
    const writer = createBundleWriter({ output: nowhere, gzipLevel: 1, ...(cache && { cache }) });
    const pages = await addPages(writer, 32);
    // A weak reference keeps its target alive until the end of the turn in which it was created.
    await new Promise((resolve) => setImmediate(resolve));
    const alive = countAlive(pages);
    assert.ok(alive <= mostAlive, `${alive} of 32 pages are in memory`);
    await writer.finish(testMeta);
    if (cache !== undefined) assert.ok(cache.sizeBytes < 6_500_000, `${cache.sizeBytes} bytes stay`);
  }
});

test('files that wait for a slow receiver are limited by their total size', async () => {
  const release = Promise.withResolvers<void>();
  const writer = createBundleWriter({ output: () => release.promise, gzipLevel: 1 });
  const bytes = randomBytes(10 * 1024 ** 2);
  const third = Promise.withResolvers<void>();
  let taken = 0;
  const adding = (async () => {
    for (let file = 0; file < 8; file += 1) {
      await writer.add({ path: `${file}.png`, bytes });
      taken += 1;
      if (taken === 3) third.resolve();
    }
  })();
  await third.promise;
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(taken <= 4, `${taken} files of 10 MB were taken`);
  release.resolve();
  await adding;
  await writer.finish(testMeta);
});

test('the largest files are cached for the next archive, which has the same bytes as without a cache', async () => {
  const cache = new BundleCache({ heldBytes: 1_600_000 });
  const pack = async (edit: string, used?: BundleCache) => {
    const chunks: Uint8Array[] = [];
    const output = async (chunk: Uint8Array): Promise<void> => void chunks.push(chunk);
    const writer = createBundleWriter({ output, gzipLevel: 1, ...(used && { cache: used }) });
    for (const [page, extra] of [0, 8, 0, 0].entries()) {
      await writer.add({ path: `${page}.html`, bytes: Buffer.concat([makePage(page, extra), Buffer.from(edit)]) });
    }
    return { ...(await writer.finish(testMeta)), bytes: Buffer.concat(chunks) };
  };
  await pack('', cache);
  const kept = cache.archive?.files.filter(({ content }) => content.pieces !== undefined).map(({ path }) => path);
  assert.deepEqual(kept, ['1.html']);
  const [edited, fresh] = [await pack('an edit', cache), await pack('an edit')];
  assert.equal(edited.sha256, fresh.sha256);
  assert.ok(edited.bytes.equals(fresh.bytes));
});

test('the data that remains of a released file doesn’t retain larger buffers', async () => {
  const cache = new BundleCache({ heldBytes: 0 });
  const writer = createBundleWriter({ output: nowhere, gzipLevel: 1, cache });
  await addPages(writer, 8);
  await writer.finish(testMeta);
  const stays = (cache.archive?.files ?? []).flatMap(({ header, content }) => [
    ...(header.bytes === undefined ? [] : [header.bytes]),
    ...content.pieceDigests,
  ]);
  assert.ok(stays.length >= 8);
  for (const bytes of stays) assert.ok(bytes.buffer.byteLength <= 1024, `${bytes.buffer.byteLength} bytes are pinned`);
});
