import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createBundleWriter, signBundle, verifyBundle, type BundleFile, type BundleWriterOptions } from '../index.ts';
import { rawTar, testMeta } from '../testing/make-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'docwright-sign-'));
after(() => rmSync(folder, { recursive: true }));

const ours = generateKeyPairSync('ed25519');
const theirs = generateKeyPairSync('ed25519');

/** The last files are images, whose positions aren't in the manifest. */
const files: readonly BundleFile[] = [
  { path: 'index.html', bytes: '<h1>Home</h1>'.repeat(500) },
  { path: 'empty.txt', bytes: '' },
  { path: 'logo.png', bytes: Buffer.alloc(200_000, 'picture') },
  { path: 'last.png', bytes: 'x' },
];

async function pack(list: readonly BundleFile[], options: Partial<BundleWriterOptions> = {}): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const writer = createBundleWriter({ output: async (chunk) => void chunks.push(Uint8Array.from(chunk)), ...options });
  for (const file of list) await writer.add(file);
  await writer.finish(testMeta);
  return Buffer.concat(chunks);
}

async function sign(archive: Buffer, { privateKey } = ours) {
  const path = join(folder, 'site.tar.gz');
  writeFileSync(path, archive);
  const chunks: Uint8Array[] = [];
  const signed = await signBundle({
    path,
    privateKey,
    output: async (chunk) => void chunks.push(Uint8Array.from(chunk)),
  });
  return { ...signed, bytes: Buffer.concat(chunks) };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

test('a bundle that is signed later is byte for byte the same as one that was signed during its export', async () => {
  for (const list of [files, files.slice(0, 1), [], files.toReversed()]) {
    const signed = await sign(await pack(list));
    assert.deepEqual(signed.bytes, await pack(list, { privateKey: ours.privateKey }));
    assert.equal(signed.wasSigned, false);
    const verdict = await verifyBundle({
      stream: once(signed.bytes),
      publicKey: ours.publicKey,
      sha256: signed.sha256,
    });
    assert.ok(verdict.ok && verdict.bundle.isSigned);
    assert.equal(verdict.bundle.sizeBytes, signed.sizeBytes);
  }
});

test('an existing signature is replaced', async () => {
  const signed = await sign(await pack(files, { privateKey: theirs.privateKey }));
  assert.equal(signed.wasSigned, true);
  assert.deepEqual(signed.bytes, await pack(files, { privateKey: ours.privateKey }));
});

test('a bundle that a deployment would reject is not signed', async () => {
  const archive = await pack(files);
  await assert.rejects(sign(archive.subarray(0, -100)), { code: 'archive-truncated' });
  const changed = Buffer.from(archive);
  changed[changed.length - 40]! ^= 1;
  await assert.rejects(sign(changed), { name: 'BundleError' });
});

test('an archive that Docwright didn’t pack is rejected', async () => {
  const manifest = JSON.stringify({ ...testMeta, formatVersion: 1, files: [] });
  const tar = rawTar([{ name: 'manifest.json', content: manifest }]);
  await assert.rejects(sign(gzipSync(tar)), { code: 'archive-corrupt', message: /export the site again/ });
});
