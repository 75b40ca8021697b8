import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  makeChart,
  makeImage,
  makeRelease,
  makeSbom,
  makeTar,
  sampleImage,
  writeFiles,
  type Files,
} from '../../testing/make-release.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'docwright-airgap-'));
const at = (name: string): string => join(folder, name);
const ours = generateKeyPairSync('ed25519');
const theirs = generateKeyPairSync('ed25519');
const run = (...args: string[]) => runJson(['airgap', ...args], { cwd: folder });
after(() => rmSync(folder, { recursive: true }));

let signed: Files = new Map();
before(async () => {
  for (const [name, { publicKey }] of Object.entries({ ours, theirs }))
    writeFileSync(at(`${name}.pem`), publicKey.export({ type: 'spki', format: 'pem' }));
  signed = await makeRelease({ privateKey: ours.privateKey });
  writeFiles(at('signed'), signed);
  const packed = await run('pack', 'signed');
  assert.equal(packed.code, 0, JSON.stringify(packed.json));
});
const packedBytes = (): Buffer => readFileSync(at('docwright-airgap-1.2.3.tar'));

/** Returns the code and the message with which a pack is rejected; the message must name the pack. */
async function rejectionOf(bytes: Buffer, ...args: string[]): Promise<readonly [string, string]> {
  writeFileSync(at('hostile.tar'), bytes);
  const { code, json } = await run('verify', 'hostile.tar', '--extract', 'never', ...args);
  const message = String(json['error']);
  assert.equal(code, 1, message);
  assert.match(message, /hostile\.tar/);
  assert.match(message, /; (?:transfer|create|don't install|check|set) /, 'a remedy');
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('never')),
    [],
    'nothing is extracted',
  );
  return [String(json['code']), message];
}

test('packing the same release again produces the same bytes, which contain exactly its files', async () => {
  assert.equal((await run('pack', 'signed', '--out', 'again.tar')).code, 0);
  assert.deepEqual(readFileSync(at('again.tar')), packedBytes());
  assert.deepEqual(packedBytes(), makeTar(signed));
});

test('an existing pack is replaced only with --force', async () => {
  writeFileSync(at('mine.tar'), 'mine');
  const { code, json } = await run('pack', 'signed', '--out', 'mine.tar');
  assert.deepEqual([code, json['code']], [6, 'file_exists']);
  assert.equal(readFileSync(at('mine.tar'), 'utf8'), 'mine');
  assert.equal((await run('pack', 'signed', '--out', 'mine.tar', '--force')).code, 0);
});

test('verifying prints files, images, digest and signer', async () => {
  const { code, stdout } = await runCommand(['airgap', 'verify', 'again.tar', '--key', 'ours.pem'], { cwd: folder });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /Docwright 1\.2\.3, 7 files/);
  assert.match(stdout, /^Signed by [0-9a-f]{64}$/m);
  assert.match(stdout, new RegExp(`^docwright +${makeImage().digest}$`, 'm'));
  for (const name of [...signed.keys()].slice(3)) assert.ok(stdout.includes(`${name} `), name);
});

test('without --key, a signature is reported as unverified, and a pack without a signature as unsigned', async () => {
  const unchecked = await runCommand(['airgap', 'verify', 'again.tar'], { cwd: folder });
  assert.match(unchecked.stdout, /according to the key in the pack itself/);
  writeFileSync(at('unsigned.tar'), makeTar(await makeRelease({ withImages: false })));
  const unsigned = await runCommand(['airgap', 'verify', 'unsigned.tar'], { cwd: folder });
  assert.equal(unsigned.code, 0, unsigned.stderr);
  assert.match(unsigned.stdout, /^Not signed: .*anyone could have created this pack/m);
  assert.match(unsigned.stdout, /No container images/);
  const [code] = await rejectionOf(readFileSync(at('unsigned.tar')), '--key', 'ours.pem');
  assert.equal(code, 'signature-missing');
});

test('--extract writes exactly the release’s files', async () => {
  assert.equal((await run('verify', 'again.tar', '--extract', 'out')).code, 0);
  assert.deepEqual(readdirSync(at('out')).toSorted(), [...signed.keys()].toSorted());
  for (const [name, bytes] of signed) assert.deepEqual(readFileSync(join(at('out'), name)), bytes);
  const again = await run('verify', 'again.tar', '--extract', 'out');
  assert.deepEqual([again.code, again.json['code']], [6, 'file_exists']);
  mkdirSync(at('other'));
  symlinkSync(at('other'), at('link'));
  assert.equal((await run('verify', 'again.tar', '--extract', 'link')).code, 6);
  assert.deepEqual(readdirSync(at('other')), [], 'a link is not followed');
});

describe('a release that is incomplete or inconsistent is not packed', () => {
  const rejects = async (files: Files, code: string, message: RegExp): Promise<void> => {
    rmSync(at('broken'), { recursive: true, force: true });
    writeFiles(at('broken'), files);
    const { code: exit, json } = await run('pack', 'broken', '--out', 'broken.tar');
    assert.deepEqual([exit, json['code']], [1, code], String(json['error']));
    assert.match(String(json['error']), message);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('broken.tar')),
      [],
    );
  };

  test('if a listed file is missing', async () => {
    const files = new Map(signed);
    files.delete('images.json');
    await rejects(
      files,
      'pack-release-incomplete',
      /broken\/images\.json doesn't exist; specify the folder of a complete/,
    );
  });

  test('if a listed file is a link', async () => {
    await rejects(new Map(), 'pack-release-incomplete', /SHA256SUMS doesn't exist/);
    writeFiles(at('broken'), signed);
    rmSync(join(at('broken'), sampleImage));
    symlinkSync('/etc/passwd', join(at('broken'), sampleImage));
    const { json } = await run('pack', 'broken', '--out', 'broken.tar');
    assert.match(String(json['error']), /is not a file/);
    assert.equal(existsSync(at('broken.tar')), false);
  });

  test('if a file was changed after the release', async () => {
    const files = new Map(signed).set('docwright-1.2.3.tgz', Buffer.from('changed'));
    await rejects(
      files,
      'pack-digest-mismatch',
      /docwright-1\.2\.3\.tgz in .*broken doesn't match SHA256SUMS; create the release again/,
    );
  });

  test('if its signature was changed', async () => {
    const files = new Map(signed).set('SHA256SUMS.sig', Buffer.alloc(64));
    await rejects(
      files,
      'signature-invalid',
      /SHA256SUMS\.sig in .*broken was not created .*; create the release again/,
    );
  });
});

describe('a pack is rejected', () => {
  test('if a byte is changed', async () => {
    const bytes = packedBytes();
    for (let position = 0; position < bytes.length; position += 331) {
      const changed = Buffer.from(bytes);
      changed[position] = (changed[position] ?? 0) ^ 0x20;
      await rejectionOf(changed);
    }
  });

  test('if it is truncated', async () => {
    const bytes = packedBytes();
    for (let length = 0; length < bytes.length; length += 1531) {
      const [code] = await rejectionOf(bytes.subarray(0, length));
      assert.equal(code, 'pack-truncated');
    }
    assert.equal((await rejectionOf(bytes.subarray(0, -1)))[0], 'pack-truncated');
    assert.equal((await rejectionOf(Buffer.concat([bytes, Buffer.from('x')])))[0], 'pack-corrupt');
  });

  test('if a file is missing, additional or duplicated', async () => {
    const without = (name: string): Buffer => makeTar([...signed].filter(([other]) => other !== name));
    assert.match((await rejectionOf(without('docwright-chart-1.2.3.tgz')))[1], /has no docwright-chart-1\.2\.3\.tgz/);
    assert.equal((await rejectionOf(without('SHA256SUMS')))[0], 'pack-file-missing');
    assert.equal((await rejectionOf(without('release-key.pem')))[0], 'pack-file-missing');
    assert.equal((await rejectionOf(without('SHA256SUMS.sig')))[0], 'pack-file-extra');
    const [code, message] = await rejectionOf(makeTar([...signed, ['install.sh', 'rm']]));
    assert.equal(code, 'pack-file-extra');
    assert.match(message, /install\.sh .*is not listed in SHA256SUMS; don't install anything from it/);
    assert.equal((await rejectionOf(makeTar([...signed, ...signed])))[0], 'pack-entry-name');
  });

  for (const name of ['../evil', '/etc/evil', 'a/../../evil', 'a/evil', 'a\\evil', '.evil'])
    test(`if it has an entry with the name ${name}`, async () => {
      assert.equal((await rejectionOf(makeTar([...signed, [name, 'evil']])))[0], 'pack-entry-name');
    });

  test('if it has a link, a device or an extended header', async () => {
    for (const type of ['1', '2', '3', 'x', 'L']) {
      const bytes = makeTar([...signed, ['evil', '']]);
      const header = bytes.length - 3 * 512;
      bytes.write(type, header + 156);
      // The checksum is the sum of all bytes.
      const sum = Number.parseInt(bytes.toString('latin1', header + 148, header + 154), 8);
      const changed = sum + type.charCodeAt(0) - '0'.charCodeAt(0);
      bytes.write(changed.toString(8).padStart(6, '0'), header + 148);
      assert.equal((await rejectionOf(bytes))[0], 'pack-entry-type', type);
    }
  });

  test('if it is signed with another key, or its signature belongs to another list', async () => {
    const [code, message] = await rejectionOf(packedBytes(), '--key', 'theirs.pem');
    assert.equal(code, 'signature-invalid');
    assert.match(message, /is signed with another key, [0-9a-f]{64}; check that --key is the publisher's key/);
    const other = await makeRelease({ privateKey: theirs.privateKey });
    const mixed = makeTar(new Map(signed).set('SHA256SUMS.sig', other.get('SHA256SUMS.sig') ?? Buffer.alloc(0)));
    assert.equal((await rejectionOf(mixed, '--key', 'ours.pem'))[0], 'signature-invalid');
  });

  test('if it has too many entries, even in an archive inside it', async () => {
    const many = (count: number, prefix: string): [string, string][] =>
      Array.from({ length: count }, (_, index) => [`${prefix}${index}`, '']);
    const tooMany = makeTar([...signed, ...many(1001, 'x')]);
    assert.match((await rejectionOf(tooMany))[1], /has more than 1000 entries; create the pack again/);
    const image = makeTar(many(1001, 'blobs/sha256/'));
    const inImage = await makeRelease({ change: (files) => replaceImage(files, image, makeImage().digest) });
    assert.match((await rejectionOf(makeTar(inImage)))[1], /oci\.tar in .* has more than 1000 entries/);
    const chart = await makeRelease({ change: (files) => void files.set('docwright-chart-1.2.3.tgz', bombChart()) });
    assert.match((await rejectionOf(makeTar(chart)))[1], /can't be unpacked to at most 16777216 bytes/);
  });
});

describe('a pack is rejected, even if all digests match,', () => {
  const rejects = async (change: (files: Files) => void, code: string, message: RegExp): Promise<void> => {
    const [found, text] = await rejectionOf(makeTar(await makeRelease({ privateKey: ours.privateKey, change })));
    assert.equal(found, code, text);
    assert.match(text, message);
  };
  const { bytes, digest } = makeImage();

  test('if a bill of materials is missing, has another version, or describes a file that isn’t in the pack', async () => {
    const sbom = 'docwright-1.2.3.tgz.cdx.json';
    await rejects(
      (files) => files.set(sbom, makeSbom('1.2.2')),
      'pack-sbom-mismatch',
      /version 1\.2\.2; the release is/,
    );
    await rejects((files) => files.set(sbom, Buffer.from('{')), 'pack-sbom-mismatch', /is not valid JSON/);
    await rejects((files) => files.delete(sbom), 'pack-file-missing', /has no docwright-1\.2\.3\.tgz\.cdx\.json/);
    await rejects((files) => files.set('a.tgz.cdx.json', makeSbom('1.2.3')), 'pack-file-missing', /has no a\.tgz/);
  });

  test('if the images differ from the list of images', async () => {
    const other = makeImage((parts) => parts.set('index.json', '{"manifests":[]}')).bytes;
    const mismatch = 'pack-image-mismatch';
    await rejects((files) => replaceImage(files, other, digest), mismatch, /doesn't contain exactly one image/);
    await rejects(
      (files) => replaceImage(files, bytes, `sha256:${'0'.repeat(64)}`),
      mismatch,
      /the list of images has/,
    );
    await rejects((files) => files.set('extra.oci.tar', bytes), mismatch, /extra\.oci\.tar .* is not in images\.json/);
    await rejects((files) => files.delete(sampleImage), 'pack-file-missing', /has no docwright-image/);
    await rejects((files) => files.delete('images.json'), 'pack-file-missing', /has no images\.json/);
  });

  test('if part of an image is changed, missing or unknown', async () => {
    const mismatch = 'pack-image-mismatch';
    const withParts = (change: (parts: Map<string, string>) => void) => (files: Files) =>
      replaceImage(files, makeImage(change).bytes, digest);
    const blobs: string[] = [];
    makeImage((parts) => blobs.push(...[...parts.keys()].filter((name) => name.startsWith('blobs/'))));
    for (const blob of blobs) {
      await rejects(
        withParts((parts) => parts.set(blob, 'changed')),
        mismatch,
        /doesn't match the digest/,
      );
      await rejects(
        withParts((parts) => parts.delete(blob)),
        mismatch,
        new RegExp(`has no ${blob}`),
      );
    }
    await rejects(
      withParts((parts) => parts.set('evil', '')),
      mismatch,
      /evil in .* is not part of an image/,
    );
  });

  test('if a chart references another image or has another version', async () => {
    const chart = 'docwright-chart-1.2.3.tgz';
    const mismatch = 'pack-chart-mismatch';
    await rejects((files) => files.set(chart, makeChart({ digest: '' })), mismatch, /names the image without a digest/);
    const other = `sha256:${'1'.repeat(64)}`;
    await rejects((files) => files.set(chart, makeChart({ digest: other })), mismatch, /names the image sha256:1111/);
    const old = makeChart({ digest, version: '1.0.0' });
    await rejects((files) => files.set(chart, old), mismatch, /has version 1\.0\.0, not 1\.2\.3/);
    await rejects((files) => files.set(chart, Buffer.from('no')), mismatch, /can't be unpacked/);
  });

  test('if the manual is not a bundle', async () => {
    const manual = 'docwright-manual-1.2.3.tar.gz';
    await rejects((files) => files.set(manual, Buffer.from('no')), 'pack-manual-invalid', /is not a valid bundle/);
  });
});

function replaceImage(files: Files, image: Buffer, digest: string): void {
  const images = [{ name: 'docwright', file: sampleImage, digest, sizeBytes: image.length }];
  files.set(sampleImage, image);
  files.set('images.json', Buffer.from(JSON.stringify({ formatVersion: 1, version: '1.2.3', images })));
  files.set('docwright-chart-1.2.3.tgz', makeChart({ digest }));
}

/** Creates a chart with 20 MB of empty entries in 30 kB. */
const bombChart = (): Buffer =>
  gzipSync(makeTar(Array.from({ length: 40_000 }, (_, index) => [`docwright/${index}`, ''] as const)), { level: 1 });
