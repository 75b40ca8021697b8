import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { readSigningKey } from './read-signing-key.ts';

test('bundles can be signed with an Ed25519 key in PEM format or with its seed; the error for an invalid key doesn’t contain it', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const seed = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url').toString('base64');
  for (const text of [pem, seed]) assert.ok(readSigningKey({ bundleSigningKey: text })?.equals(privateKey));
  assert.equal(readSigningKey({ bundleSigningKey: undefined }), undefined);
  for (const text of ['canary', `-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----`]) {
    assert.throws(
      () => readSigningKey({ bundleSigningKey: text }),
      ({ message }: Error) => message.includes('DOCWRIGHT_BUNDLE_SIGNING_KEY') && !message.includes('canary'),
    );
  }
});
