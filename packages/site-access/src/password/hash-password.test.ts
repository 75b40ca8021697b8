import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, verifyPassword } from './hash-password.ts';

const password = 'a meadow behind 7 hills';

test('a hash contains its parameters, and matches its password but not similar ones', async () => {
  const hash = await hashPassword(password);
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.ok(!hash.includes(password));
  assert.equal(await verifyPassword({ hash, password }), true);
  for (const other of ['', `${password} `, password.toUpperCase(), `${password}\0`])
    assert.equal(await verifyPassword({ hash, password: other }), false, JSON.stringify(other));
});

test('two hashes of one password differ in salt and digest', async () => {
  const [one, other] = await Promise.all([hashPassword(password), hashPassword(password)]);
  const [salts, hashes] = [3, 4].map((at) => [one, other].map((hash) => hash?.split('$')[at + 1]));
  assert.notEqual(salts?.[0], salts?.[1]);
  assert.notEqual(hashes?.[0], hashes?.[1]);
});

test('the same characters in another encoding are the same password, and look-alike characters are not', async () => {
  const hash = await hashPassword('caf\u00e9 \ufb01ve');
  assert.equal(await verifyPassword({ hash, password: 'cafe\u0301 five' }), true);
  assert.equal(await verifyPassword({ hash, password: 'c\u0430f\u00e9 five' }), false);
});

test('a hash with a lower cost still matches because it contains its parameters', async () => {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const { argon2 } = await import('node:crypto');
  const nonce = Buffer.alloc(16, 1);
  const figures = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
  argon2('argon2id', { message: Buffer.from(password), nonce, ...figures }, (error, made) =>
    error === null ? resolve(made) : reject(error),
  );
  const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  const hash = `$argon2id$v=19$m=64,t=1,p=1$${encode(nonce)}$${encode(await promise)}`;
  assert.equal(await verifyPassword({ hash, password }), true);
});

for (const hash of [
  '',
  password,
  '$2b$10$abcdefghijklmnopqrstuv',
  '$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA',
  '$argon2id$v=16$m=64,t=1,p=1$AAAA$AAAA',
  '$argon2id$v=19$m=99999999,t=1,p=1$AAAA$AAAA',
  '$argon2id$v=19$m=64,t=1,p=1$$',
])
  test(`${JSON.stringify(hash.slice(0, 40))} matches nothing`, async () => {
    assert.equal(await verifyPassword({ hash, password }), false);
    assert.equal(await verifyPassword({ hash, password: '' }), false);
  });
