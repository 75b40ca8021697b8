import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareSettings } from './compare-settings.ts';
import { readRequest } from './read-request.ts';

const request = readRequest('Fix the spelling.');

test('a setting can have the same name as a property of every JavaScript object', () => {
  for (const key of ['constructor', '__proto__', 'toString']) {
    const after = `{"${key}": "b"}`;
    assert.deepEqual(compareSettings({ path: 'docs.json', change: 'modified', before: '{}', after }, request), [
      { key, value: 'b', line: 1 },
    ]);
  }
});

test('a page’s setting is reported at the line of its key', () => {
  const after = '---\ntitle: A\n"og:image": b\ncanonical : https://evil.io\nnoindex: true\n---\n';
  assert.deepEqual(
    compareSettings({ path: 'a.mdx', change: 'modified', before: '', after }, request).map(({ key, line }) => [
      key,
      line,
    ]),
    [
      ['og:image', 3],
      ['canonical', 4],
      ['noindex', 5],
    ],
  );
});
