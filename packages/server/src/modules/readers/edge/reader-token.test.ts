import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeReaderToken, readerSeconds, readReaderToken } from './reader-token.ts';

const nowMs = Date.UTC(2026, 0, 1);
const token = makeReaderToken(['new', 'old'], 'env_a', { kind: 'password', of: 'pp_1', nowMs });
const read = (secrets: readonly string[], environment: string, token: string, atMs = nowMs) =>
  readReaderToken(secrets, environment, { token, nowMs: atMs });

test('a reader’s cookie names the sign-in until it expires, even after the secret has changed', () => {
  const pass = { kind: 'password', of: 'pp_1' };
  assert.deepEqual(read(['new'], 'env_a', token), pass);
  assert.deepEqual(read(['newer', 'new'], 'env_a', token), pass);
  assert.deepEqual(read(['new'], 'env_a', token, nowMs + (readerSeconds - 1) * 1000), pass);
  assert.equal(read(['new'], 'env_a', token, nowMs + readerSeconds * 1000), undefined);
});

test('another preview, another secret, or a changed part is refused', () => {
  assert.equal(read(['new'], 'env_b', token), undefined);
  assert.equal(read(['other'], 'env_a', token), undefined);
  const [, of = '', expires = '', signature = ''] = token.split('.');
  for (const forged of [
    `m.${of}.${expires}.${signature}`,
    `p.pp_2.${expires}.${signature}`,
    `p.${of}.${expires}z.${signature}`,
    `p.${of}.${expires}.${'A'.repeat(43)}`,
    `p.${of}.${expires}`,
    `${token}.`,
    '',
  ])
    assert.equal(read(['new'], 'env_a', forged), undefined, forged);
});
