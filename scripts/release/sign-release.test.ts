import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { findDamage } from './check-sums.ts';
import { digestFile, signRelease, writeSums } from './sign-release.ts';

describe("a release's list of digests", () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'docwright-sign-'));
    writeFileSync(join(folder, 'a.tgz'), 'a');
    writeSums(folder, [digestFile(folder, 'a.tgz')]);
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const writeKey = (type: 'ed25519' | 'x25519'): string => {
    const options = { privateKeyEncoding: { type: 'pkcs8', format: 'pem' } } as const;
    const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
    // The overloads have one signature for each type.
    const { privateKey } =
      type === 'ed25519'
        ? generateKeyPairSync('ed25519', { ...options, publicKeyEncoding })
        : generateKeyPairSync('x25519', { ...options, publicKeyEncoding });
    const file = join(folder, '..', `${type}-${process.pid}.pem`);
    writeFileSync(file, privateKey);
    return file;
  };

  test('has the form that sha256sum reads', () => {
    assert.equal(
      readFileSync(join(folder, 'SHA256SUMS'), 'utf8'),
      'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  a.tgz\n',
    );
  });

  test('is signed with an Ed25519 key, and a changed list or file is found', (context) => {
    const key = writeKey('ed25519');
    context.after(() => rmSync(key));
    signRelease(folder, key);
    assert.deepEqual(findDamage(folder), []);
    writeFileSync(join(folder, 'a.tgz'), 'b');
    assert.deepEqual(findDamage(folder), ["a.tgz doesn't match SHA256SUMS"]);
    writeSums(folder, [digestFile(folder, 'a.tgz')]);
    assert.deepEqual(findDamage(folder), ["SHA256SUMS.sig doesn't match SHA256SUMS"]);
  });

  test('states that it is not signed, until it is', (context) => {
    signRelease(folder, undefined);
    assert.match(readFileSync(join(folder, 'UNSIGNED.txt'), 'utf8'), /not signed: DOCWRIGHT_RELEASE_KEY was not set/);
    const key = writeKey('ed25519');
    context.after(() => rmSync(key));
    signRelease(folder, key);
    assert.equal(existsSync(join(folder, 'UNSIGNED.txt')), false);
  });

  test('can’t be signed with a key of another type', (context) => {
    const key = writeKey('x25519');
    context.after(() => rmSync(key));
    assert.throws(() => signRelease(folder, key), /contains an x25519 key; a release needs an Ed25519 key/);
  });
});
