import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { BundleError, createBundleWriter, indexArchive, openBundleIndex } from '../index.ts';
import type { BundleFile, BundleCache, FinishedBundle } from '../index.ts';
import { BundleCache as Cache } from '../index.ts';
import { contentOfStored, toStoredPosition, storedMember, storedMemberBytes } from '../archive/stored-member.ts';
import { testMeta } from '../testing/make-archive.ts';

async function pack(files: readonly BundleFile[], cache?: BundleCache): Promise<FinishedBundle & { bytes: Buffer }> {
  const chunks: Uint8Array[] = [];
  const output = async (chunk: Uint8Array): Promise<void> => void chunks.push(chunk);
  const writer = createBundleWriter(cache === undefined ? { output } : { output, cache });
  for (const file of files) await writer.add(file);
  return { ...(await writer.finish(testMeta)), bytes: Buffer.concat(chunks) };
}

const rangesOf = (bytes: Buffer) => async (offset: number, size: number) => bytes.subarray(offset, offset + size);

const noise = (size: number): Buffer =>
  Buffer.from(
    Uint32Array.from({ length: Math.ceil(size / 4) }, (_, index) => Math.imul(index, 2_654_435_761)).buffer,
  ).subarray(0, size);

const page = `<script>one()</script><img src="https://pictures.example/1.png">${'<p>text</p>'.repeat(50)}`;
const files: BundleFile[] = [
  { path: 'index.html', bytes: page },
  { path: 'empty.txt', bytes: '' },
  { path: 'empty.png', bytes: '' },
  { path: 'film.mp4', bytes: noise(3_000_001) },
  { path: 'all.json', bytes: noise(1_500_000).toString('hex') },
  { path: 'guías/日本語.md', bytes: '# Unicode' },
  ...Array.from({ length: 60 }, (_, index) => ({ path: `guides/page-${index}.html`, bytes: `<h1>${index}</h1>` })),
];
const packed = await pack(files);

function contentOf(bytes: Buffer, file: { offset: number; memberBytes: number }): Buffer {
  return file.memberBytes === 0
    ? Buffer.alloc(0)
    : gunzipSync(bytes.subarray(file.offset, file.offset + file.memberBytes));
}

test('the index finds exactly the files of a bundle and their bytes', () => {
  const index = openBundleIndex(packed.index);
  assert.equal(index.fileCount, files.length);
  for (const { path, bytes } of files) {
    const file = index.look(path);
    assert.ok(file, path);
    assert.deepEqual(contentOf(packed.bytes, file), Buffer.from(bytes), path);
    const manifest = packed.manifest.files.find((entry) => entry.path === path);
    assert.deepEqual([file.contentType, file.size], [manifest?.contentType, manifest?.size]);
    assert.deepEqual(manifest?.gzip ?? manifest?.stored, { offset: file.offset, size: file.memberBytes }, path);
    assert.ok(manifest?.sha256.startsWith(file.sha256));
  }
  for (const path of [
    '',
    'a',
    'zzz',
    'guides/page-',
    'guides/page-1',
    'index.htm',
    'index.htmlx',
    'guides/page-61.html',
  ])
    assert.equal(index.look(path), undefined, path);
  assert.deepEqual([...index.files()].map(({ path }) => path).toSorted(), files.map(({ path }) => path).toSorted());
});

test('the index lists the resources that a page loads, and none for a video', () => {
  const index = openBundleIndex(packed.index);
  const sources = index.look('index.html')?.sources;
  assert.ok(typeof sources === 'object');
  assert.deepEqual(sources.media, ['https://pictures.example']);
  assert.equal(sources.scripts.length, 1);
  assert.equal(index.look('film.mp4')?.sources, undefined);
});

test('each mebibyte of a large member has a digest in the index', () => {
  const index = openBundleIndex(packed.index);
  for (const path of ['film.mp4', 'all.json']) {
    const file = index.look(path);
    assert.ok(file?.firstPiece !== undefined, path);
    const member = packed.bytes.subarray(file.offset, file.offset + file.memberBytes);
    for (let piece = 0; piece * 1_048_576 < member.length; piece += 1) {
      const digest = createHash('sha256')
        .update(member.subarray(piece * 1_048_576, (piece + 1) * 1_048_576))
        .digest();
      assert.deepEqual(index.pieceDigest(file.firstPiece, piece), digest);
    }
  }
});

test('a lost index is recreated from the archive, byte for byte', async () => {
  const again = await indexArchive({ readRange: rangesOf(packed.bytes), sizeBytes: packed.bytes.length });
  assert.ok(again.equals(packed.index));
});

test('an index doesn’t depend on the cached parts of a previous archive', async () => {
  const cache = new Cache();
  await pack(files.slice(0, 30), cache);
  const withCache = await pack(files, cache);
  assert.ok(withCache.index.equals(packed.index));
});

test('an index of 4,000 files has at most sixty bytes per file', async () => {
  const many = await pack(
    Array.from({ length: 4000 }, (_, index) => ({
      path: `reference/group-${index % 40}/operation-number-${index}.${index % 2 ? 'md' : 'html'}`,
      bytes: `text ${index}`,
    })),
  );
  assert.ok(openBundleIndex(many.index).sizeBytes / 4000 <= 60, `${many.index.length / 4000} bytes a file`);
});

test('a stored member is gzip, and any range of its content is a range of the member', () => {
  for (const size of [1, 65_534, 65_535, 65_536, 131_070, 200_000]) {
    const content = noise(size);
    const member = storedMember(content);
    assert.equal(member.length, storedMemberBytes(size));
    assert.deepEqual(gunzipSync(member), content);
    for (const [start, end] of [
      [0, size],
      [0, 1],
      [size - 1, size],
      [Math.min(65_530, size - 1), Math.min(65_540, size)],
    ] as const) {
      const from = toStoredPosition(start);
      const piece = member.subarray(from, toStoredPosition(end - 1) + 1);
      assert.deepEqual(
        Buffer.concat(contentOfStored(piece, from, size)),
        content.subarray(start, end),
        `${start}-${end} of ${size}`,
      );
    }
  }
});

function sealed(body: Buffer): Buffer {
  return Buffer.concat([body, createHash('sha256').update(body).digest()]);
}

test('an index with changed bytes is rejected, or refers only to positions inside its archive', () => {
  const { index, bytes } = packed;
  const body = index.subarray(0, -32);
  const change = fc.record({ at: fc.nat(body.length - 1), byte: fc.nat(255) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), fc.nat(40), (changes, cut) => {
      const changed = Buffer.from(body.subarray(0, body.length - (cut > 30 ? cut : 0)));
      for (const { at, byte } of changes) changed[at % changed.length] = byte;
      try {
        const opened = openBundleIndex(sealed(changed));
        for (const file of opened.files()) {
          assert.ok(file.offset + file.memberBytes <= opened.head.archive.sizeBytes);
          assert.deepEqual(opened.look(file.path), file);
        }
      } catch (error) {
        assert.ok(error instanceof BundleError, String(error));
      }
    }),
    { numRuns: 400 },
  );
  assert.throws(() => openBundleIndex(Buffer.from(index).fill(1, 100, 101)), BundleError);
  assert.throws(() => openBundleIndex(bytes), BundleError);
});

test('unsorted, duplicate or invalid paths are rejected', async () => {
  const { index } = await pack(['ab.txt', 'ac.txt', 'b.txt'].map((path) => ({ path, bytes: path })));
  const body = index.subarray(0, index.length - 32);
  const withPaths = (...wanted: readonly string[]) => {
    const rests = ['ab.txt', 'c.txt', 'b.txt'];
    const changed = Buffer.from(body);
    for (const [place, rest] of rests.entries()) changed.write(wanted[place] ?? rest, body.lastIndexOf(rest));
    return () => openBundleIndex(sealed(changed));
  };
  assert.equal(withPaths()().fileCount, 3);
  for (const paths of [
    ['ab.txt', 'b.txt'],
    ['ab.txt', 'a.txt'],
    ['ab.txt', 'c.txt', 'a.txt'],
  ])
    assert.throws(withPaths(...paths), /paths are not sorted/, String(paths));
  for (const paths of [['.b.txt'], ['a\\.txt'], ['a/.txt'], ['a\0.txt']])
    assert.throws(withPaths(...paths), /not allowed in a bundle/, String(paths));
});

test('bytes that aren’t an index are rejected', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      for (const start of [Buffer.alloc(0), packed.index.subarray(0, 8)])
        assert.throws(() => openBundleIndex(sealed(Buffer.concat([start, bytes]))), BundleError);
    }),
  );
});
