import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPrincipal, readKey } from './read-credential.ts';

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

for (const header of [
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Bearer two words',
  'Digest key',
  ' Bearer key',
  basic(''),
  basic(':'),
  `Bearer ${'x'.repeat(1_000)}`,
]) {
  test(`${JSON.stringify(header?.slice(0, 30))} contains no key`, () => {
    assert.equal(readKey(header), undefined);
  });
}

test('a key is accepted as a bearer token, as any user’s password, or alone as the user name', () => {
  for (const header of ['Bearer key', 'bearer  key ', basic('git:key'), basic(':key'), basic('key:'), basic('key')]) {
    assert.equal(readKey(header), 'key', header);
  }
  assert.equal(readKey(basic('user:k:e:y')), 'k:e:y');
});

test('nothing is looked up without a key, or for text that is longer than a key can be', async () => {
  const asked: string[] = [];
  const authenticate = (key: string) => {
    asked.push(key);
    return Promise.resolve(undefined);
  };
  for (const key of [undefined, '', 'x'.repeat(1_001)]) await findPrincipal(authenticate, key);
  assert.deepEqual(asked, []);
  await findPrincipal(authenticate, 'key');
  assert.deepEqual(asked, ['key']);
});
