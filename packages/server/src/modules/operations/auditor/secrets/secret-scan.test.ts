import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecretScan, findKeys, keyName } from './secret-scan.ts';

// Valid in format, but from no installation.
const key = 'dw_000000000000000000000000000000002vykr2';
const scan = (chunks: readonly string[], secrets: Parameters<typeof createSecretScan>[0] = []) => {
  const one = createSecretScan(secrets);
  for (const chunk of chunks) one.write(Buffer.from(chunk));
  return one.found();
};

test('a key is recognized by its format and checksum, even across chunks of a stream', () => {
  assert.deepEqual(findKeys(`use ${key}.`), [key]);
  for (let cut = 1; cut < key.length; cut += 1) {
    assert.deepEqual(scan([`.${key.slice(0, cut)}`, `${key.slice(cut)}.`]), [keyName], String(cut));
  }
  assert.deepEqual(scan(`in single ${key} bytes`.split('')), [keyName]);
});

test('text that only looks like a key is ignored', () => {
  const mistyped = `${key.slice(0, 12)}1${key.slice(13)}`;
  for (const text of [mistyped, key.slice(0, -1), 'dw_example', key.replace('dw_', 'dx_')]) {
    assert.deepEqual(scan([text]), [], text);
  }
});

test('other secrets are found by their bytes, including multibyte letters, and reported by name only', () => {
  const secrets = [
    { name: 'the token', text: 'tokën-4f8a "quoted"' },
    { name: 'the password', text: 'a much longer password than any key is, so that chunks overlap by more' },
  ];
  const bytes = Buffer.from(`… ${secrets[0]?.text ?? ''} …`);
  for (let cut = 1; cut < bytes.length; cut += 1) {
    const one = createSecretScan(secrets);
    one.write(bytes.subarray(0, cut));
    one.write(bytes.subarray(cut));
    assert.deepEqual(one.found(), ['the token'], String(cut));
  }
  const long = secrets[1]?.text ?? '';
  assert.deepEqual(scan([long.slice(0, 3), long.slice(3, 60), long.slice(60)], secrets), ['the password']);
});
