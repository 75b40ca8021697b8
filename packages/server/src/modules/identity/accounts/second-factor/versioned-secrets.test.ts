import assert from 'node:assert/strict';
import { test } from 'node:test';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { toVersionedSecrets } from './versioned-secrets.ts';

/** Derives the key from the options, as better-auth does. */
function toKey(secrets: readonly string[]) {
  const { secret: legacySecret, secrets: versioned } = toVersionedSecrets(secrets);
  const keys = new Map(versioned.map(({ version, value }) => [version, value]));
  return { keys, currentVersion: versioned[0]!.version, legacySecret };
}

const [first, second] = ['first-secret-of-32-characters-0000', 'second-secret-of-32-characters-000'];

test('data encrypted with one secret, numbered or not, can be read after a new secret was added before it', async () => {
  const numbered = await symmetricEncrypt({ key: toKey([first]), data: 'a second factor' });
  const before = await symmetricEncrypt({ key: first, data: 'of an earlier version' });
  const rotated = toKey([second, first]);
  assert.equal(await symmetricDecrypt({ key: rotated, data: numbered }), 'a second factor');
  assert.equal(await symmetricDecrypt({ key: rotated, data: before }), 'of an earlier version');
  const fresh = await symmetricEncrypt({ key: rotated, data: 'new' });
  assert.equal(
    await symmetricDecrypt({ key: toKey([second]), data: fresh }),
    'new',
    'the old one is not needed for it',
  );
  await assert.rejects(symmetricDecrypt({ key: toKey([second]), data: numbered }));
});
