import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareManifests } from './compare-exports.ts';

const site = (digests: Readonly<Record<string, string>>) => ({
  files: Object.entries(digests).map(([path, sha256]) => ({ path, sha256, size: 1, contentType: 'x' })),
});

test('a page is changed if its Markdown is different, and restyled if only its HTML is', () => {
  const before = site({
    'a.html': '1',
    'a.md': '1',
    'b.html': '1',
    'b.md': '1',
    'c.html': '1',
    'c.md': '1',
    'x.css': '1',
  });
  const now = site({
    'a.html': '2',
    'a.md': '2',
    'b.html': '2',
    'b.md': '1',
    'd.html': '1',
    'x.css': '2',
    'y.svg': '1',
  });
  assert.deepEqual(compareManifests(now, before), {
    added: ['d'],
    removed: ['c'],
    changed: ['a'],
    restyledCount: 1,
    unchangedCount: 0,
    otherFiles: { added: 1, removed: 0, changed: 1 },
  });
});

test('a page without Markdown is compared by its HTML, and the 404 page isn’t compared', () => {
  const compared = compareManifests(site({ 'a.html': '2', '404.html': '2' }), site({ 'a.html': '1', '404.html': '1' }));
  assert.deepEqual(compared.changed, ['a']);
});
