import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOrigins } from './read-origins.ts';

test('origins are stored as browsers send them, without duplicates', () => {
  assert.deepEqual(readOrigins(['HTTPS://Www.Example.com:443/', 'https://www.example.com', 'http://localhost:3000']), [
    'https://www.example.com',
    'http://localhost:3000',
  ]);
});

for (const text of [
  '*',
  'null',
  'www.example.com',
  'https://*.example.com',
  'https://a.example/path',
  'ftp://a.example',
  'https://u@a.example',
])
  test(`${text} is refused as an origin`, () => {
    assert.throws(() => readOrigins(['https://a.example', text]), {
      code: 'invalid_request',
      message: /is not an origin/,
    });
  });
