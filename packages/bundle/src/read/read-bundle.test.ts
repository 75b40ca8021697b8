import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { BundleError, createBundleWriter, unpackBundle, verifyBundle } from '../index.ts';
import type { BundleWriterOptions } from '../index.ts';
import { hostileArchives } from '../testing/hostile-archives.ts';
import { rawBundle, testMeta } from '../testing/make-archive.ts';

async function* inChunks(bytes: Buffer, size = 65_536): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function pack(
  files: Readonly<Record<string, string>>,
  options: Partial<BundleWriterOptions> = {},
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const writer = createBundleWriter({ output: async (chunk) => void chunks.push(chunk), ...options });
  for (const [path, bytes] of Object.entries(files)) await writer.add({ path, bytes });
  await writer.finish(testMeta);
  return Buffer.concat(chunks);
}

const site = {
  'index.html': '<h1>Home</h1>'.repeat(40),
  'guides/start.html': '<p>Start</p>',
  'empty.txt': '',
  'a/é.png': '\u0001',
};

test('a bundle from the writer is accepted in chunks of one byte, several sizes, and as a whole', async () => {
  const bytes = await pack(site);
  for (const size of [1, 7, 511, 4096, bytes.length]) {
    const verdict = await verifyBundle({ stream: inChunks(bytes, size) });
    assert.equal(verdict.ok, true, `chunks of ${size}`);
  }
});

for (const { name, expected, bytes } of hostileArchives()) {
  test(`a hostile archive is rejected as ${expected}: ${name}`, async () => {
    const verdict = await verifyBundle({ stream: inChunks(bytes), policy: { maxEntries: 40_000 } });
    assert.equal(verdict.ok ? 'accepted' : verdict.code, expected);
  });
}

test('the limit on entries applies to the site’s files', async () => {
  const files = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`${'long/'.repeat(30)}${index}.txt`, 'x']));
  const bytes = await pack(files);
  for (const [maxEntries, isAccepted] of [
    [5, true],
    [4, false],
  ] as const)
    assert.equal((await verifyBundle({ stream: inChunks(bytes), policy: { maxEntries } })).ok, isAccepted);
});

test('a rejected archive leaves no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  try {
    // A small limit, so that the test doesn't need 120,000 files.
    const policy = { maxEntries: 100 };
    for (const { name, bytes, expected } of hostileArchives()) {
      const directory = join(folder, 'site');
      await assert.rejects(unpackBundle({ stream: inChunks(bytes), directory, policy }), { code: expected }, name);
      assert.deepEqual(await readdir(folder), [], name);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('each of 1,000 flipped bits is rejected with a named reason', async () => {
  const bytes = await pack({ ...site, 'noise.bin': 'x'.repeat(3000) });
  let seed = 42;
  const reasons = new Map<string, number>();
  for (let round = 0; round < 1000; round += 1) {
    // A linear congruential generator: the same 1,000 bits in every run.
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const bit = seed % (bytes.length * 8);
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    const verdict = await verifyBundle({ stream: inChunks(flipped) });
    assert.equal(verdict.ok, false, `bit ${bit} of ${bytes.length * 8}`);
    if (!verdict.ok) reasons.set(verdict.code, (reasons.get(verdict.code) ?? 0) + 1);
  }
  assert.equal(
    [...reasons.values()].reduce((a, b) => a + b),
    1000,
  );
});

test('every proper prefix of a bundle is rejected', async () => {
  const bytes = await pack({ 'index.html': 'x' });
  for (let length = 0; length < bytes.length; length += 1) {
    const verdict = await verifyBundle({ stream: inChunks(bytes.subarray(0, length)) });
    assert.equal(verdict.ok, false, `${length} of ${bytes.length} bytes`);
  }
});

test('an unsealed archive with a correct manifest, which any tar tool can create, is accepted', async () => {
  const verdict = await verifyBundle({ stream: inChunks(rawBundle([{ name: 'index.html', content: 'x' }])) });
  assert.equal(verdict.ok, true);
});

test('if a digest is pinned, an archive with another digest is rejected', async () => {
  const bytes = await pack(site);
  const verdict = await verifyBundle({ stream: inChunks(bytes), sha256: '0'.repeat(64) });
  assert.equal(verdict.ok ? 'accepted' : verdict.code, 'digest-mismatch');
});

test('with a public key, a bundle is rejected if it is unsigned or signed with a different key', async () => {
  const [ours, theirs] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
  const { publicKey } = ours;
  const verdicts = await Promise.all([
    verifyBundle({ stream: inChunks(await pack(site)), publicKey }),
    verifyBundle({ stream: inChunks(await pack(site, { privateKey: theirs.privateKey })), publicKey }),
    verifyBundle({ stream: inChunks(await pack(site, { privateKey: ours.privateKey })), publicKey }),
  ]);
  assert.deepEqual(
    verdicts.map((verdict) => (verdict.ok ? verdict.bundle.isSigned : verdict.code)),
    ['signature-missing', 'signature-invalid', true],
  );
});

test('unpacking writes exactly the files of the manifest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  try {
    const directory = join(folder, 'site');
    const { manifest } = await unpackBundle({ stream: inChunks(await pack(site)), directory });
    assert.deepEqual(
      manifest.files.map((file) => file.path),
      Object.keys(site).sort(),
    );
    for (const [path, text] of Object.entries(site)) assert.equal(await readFile(join(directory, path), 'utf8'), text);
    assert.deepEqual(await readdir(folder), ['site']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a stream’s error is rethrown, not reported as a problem with the bundle', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield (await pack(site)).subarray(0, 50);
    throw new Error('connection reset');
  }
  await assert.rejects(verifyBundle({ stream: broken() }), (error) => !(error instanceof BundleError));
});
