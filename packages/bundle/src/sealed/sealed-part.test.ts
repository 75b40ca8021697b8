import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { AccessRule } from '@docwright/site-access/rules';
import {
  createBundleWriter,
  indexArchive,
  openBundleIndex,
  parseEditList,
  signBundle,
  unpackBundle,
  verifyBundle,
  type BundleWriterOptions,
  type FinishedBundle,
  type IndexedFile,
  type SealedFile,
} from '../index.ts';
import { testMeta } from '../testing/make-archive.ts';

async function* inChunks(bytes: Buffer, size = 65_536): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const group = (name: string): AccessRule => ({ groupSets: [{ includes: [name], excludes: [] }] });
const text = (content: string): Buffer => Buffer.from(content);
const publicFiles: Readonly<Record<string, string>> = {
  'index.html': '<h1>Home</h1><nav></nav>',
  'guide.html': '<h1>Guide</h1><nav></nav>',
};
const entry = { when: [group('partners')], insert: text('<a href="/secret">Secret plans</a>') };
const large = Buffer.from(Uint32Array.from({ length: 600_000 }, (_, index) => Math.imul(index, 2_654_435_761)).buffer);
const sealedFiles: readonly SealedFile[] = [
  { path: 'secret.html', when: [group('partners')], bytes: text('<h1>Secret plans</h1>'), edits: [] },
  { path: 'film.mp4', when: [group('staff')], bytes: large, edits: [] },
  { path: 'empty.txt', when: [group('staff')], bytes: text(''), edits: [] },
  { path: 'index.html', when: undefined, bytes: undefined, edits: [{ at: 18, remove: 0, choices: [entry] }] },
  {
    path: 'guide.html',
    when: undefined,
    bytes: undefined,
    edits: [
      { at: 4, remove: 5, choices: [{ when: [group('staff')], insert: text('Staff guide') }, entry] },
      { at: 19, remove: 0, choices: [entry] },
    ],
  },
];

async function pack(
  sealed: readonly SealedFile[] = sealedFiles,
  options: Partial<BundleWriterOptions> = {},
): Promise<FinishedBundle & { readonly bytes: Buffer }> {
  const chunks: Uint8Array[] = [];
  const writer = createBundleWriter({ output: async (chunk) => void chunks.push(chunk), ...options });
  for (const [path, bytes] of Object.entries(publicFiles)) await writer.add({ path, bytes });
  for (const file of sealed) await writer.addSealed(file);
  return { ...(await writer.finish(testMeta)), bytes: Buffer.concat(chunks) };
}

const contentOf = (bytes: Buffer, file: IndexedFile | undefined): Buffer =>
  file === undefined || file.memberBytes === 0
    ? Buffer.alloc(0)
    : gunzipSync(bytes.subarray(file.offset, file.offset + file.memberBytes));

test('the index finds sealed files, edits and segments by their positions in the archive', async () => {
  const { bytes, index } = await pack();
  const opened = openBundleIndex(index);
  const { sealed } = opened;
  assert.ok(sealed);
  assert.equal(contentOf(bytes, sealed.look('secret.html')).toString(), '<h1>Secret plans</h1>');
  assert.ok(contentOf(bytes, sealed.look('film.mp4')).equals(large));
  assert.equal(contentOf(bytes, sealed.look('empty.txt')).length, 0);
  assert.deepEqual(sealed.conditions[sealed.look('secret.html')?.when ?? -1], [group('partners')]);
  const place = sealed.edits('guide.html');
  assert.ok(place);
  const block = contentOf(bytes, sealed.block(place.block));
  const bounds = { size: 24, conditions: sealed.conditions.length, segments: sealed.segmentCount };
  const edits = parseEditList(block.subarray(place.offset, place.offset + place.length), bounds);
  assert.deepEqual(
    edits.map(({ at, remove }) => [at, remove]),
    [
      [4, 5],
      [19, 0],
    ],
  );
  const inserted = edits[0]?.choices.map(({ segment }) => {
    const found = sealed.segment(segment);
    return contentOf(bytes, sealed.block(found?.block ?? -1))
      .subarray(found?.offset, (found?.offset ?? 0) + (found?.length ?? 0))
      .toString();
  });
  assert.deepEqual(inserted, ['Staff guide', entry.insert.toString()]);
  // The entry is the same on both pages.
  assert.equal(sealed.segmentCount, 2);
  assert.equal(opened.look('secret.html'), undefined);
});

test('pieces of large sealed members have digests', async () => {
  const opened = openBundleIndex((await pack()).index);
  const film = opened.sealed?.look('film.mp4');
  assert.ok(film?.firstPiece !== undefined);
  assert.equal(opened.pieceDigest(film.firstPiece, 2).length, 32);
});

test('tar, unpacking and the manifest show only the public site', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-'));
  try {
    const { bytes, manifest } = await pack();
    const [directory, archive] = [join(folder, 'site'), join(folder, 'site.tar.gz')];
    await unpackBundle({ stream: inChunks(bytes), directory });
    await writeFile(archive, bytes);
    const listed = spawnSync('tar', ['-tzf', archive], { encoding: 'utf8' });
    assert.deepEqual([listed.status, listed.stderr], [0, '']);
    assert.deepEqual(listed.stdout.trim().split('\n').sort(), ['guide.html', 'index.html', 'manifest.json']);
    assert.deepEqual(
      manifest.files.map(({ path }) => path),
      ['guide.html', 'index.html'],
    );
    const manifestText = gunzipSync(bytes).toString('latin1').slice(0, 20_000).split('"files"')[0] ?? '';
    assert.doesNotMatch(manifestText, /partners|secret/i);
    assert.equal(await readFile(join(directory, 'index.html'), 'utf8'), publicFiles['index.html']);
    // The archive itself has no sealed content in plain text.
    assert.ok(manifest.restricted !== undefined && manifest.restricted.memberBytes > 0);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the archive’s bytes don’t depend on the order of sealed files', async () => {
  const [one, other] = [await pack(), await pack(sealedFiles.toReversed())];
  assert.equal(one.sha256, other.sha256);
  assert.ok(one.index.equals(other.index));
});

test('a lost index is recreated from the archive, with its sealed part', async () => {
  const { bytes, index } = await pack();
  const readRange = async (offset: number, size: number) => bytes.subarray(offset, offset + size);
  assert.ok((await indexArchive({ readRange, sizeBytes: bytes.length })).equals(index));
});

test('a bundle with a sealed part is accepted in chunks of one byte, several sizes, and as a whole', async () => {
  const { bytes } = await pack(sealedFiles.filter(({ path }) => path !== 'film.mp4'));
  for (const size of [1, 7, 511, bytes.length]) {
    const verdict = await verifyBundle({ stream: inChunks(bytes, size) });
    assert.ok(verdict.ok, JSON.stringify(verdict));
    assert.equal(verdict.bundle.sealed?.table.files.length, 2);
  }
});

test('signing keeps the sealed part', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-'));
  try {
    const path = join(folder, 'site.tar.gz');
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    await writeFile(path, (await pack()).bytes);
    const chunks: Uint8Array[] = [];
    await signBundle({ path, privateKey, output: async (chunk) => void chunks.push(chunk) });
    const signed = Buffer.concat(chunks);
    const verdict = await verifyBundle({ stream: inChunks(signed), publicKey });
    assert.ok(verdict.ok && verdict.bundle.isSigned);
    assert.equal(verdict.bundle.sealed?.table.files.length, 3);
    assert.ok(signed.equals((await pack(sealedFiles, { privateKey })).bytes));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('each of 500 flipped bits in a bundle with a sealed part is rejected', async () => {
  const { bytes } = await pack(sealedFiles.filter(({ path }) => path !== 'film.mp4'));
  let seed = 7;
  for (let round = 0; round < 500; round += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const bit = seed % (bytes.length * 8);
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.equal((await verifyBundle({ stream: inChunks(flipped) })).ok, false, `bit ${bit}`);
  }
});

test('sealed files with a duplicate or invalid path, or without content, are rejected when they are added', async () => {
  const edit = { at: 0, remove: 0, choices: [entry] };
  const file = { path: 'index.html', when: [group('a')], bytes: text('x'), edits: [] };
  await assert.rejects(pack([file]), { code: 'entry-duplicate' });
  await assert.rejects(pack([{ ...file, path: 'INDEX.html' }]), { code: 'entry-collision' });
  await assert.rejects(pack([{ ...file, path: '../x.html' }]), { code: 'entry-name-traversal' });
  await assert.rejects(pack([{ path: 'no.html', when: undefined, bytes: undefined, edits: [edit] }]), TypeError);
  await assert.rejects(pack([{ ...file, path: 'x.html', bytes: undefined }]), TypeError);
});
