import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNearPages, redirectScore } from './find-near-pages.ts';

const pages = ['/guides/import', '/guides/export', '/api/keys/rotate', '/', '/quickstart', '/guides/import-users'].map(
  (path) => ({ path, title: path }),
);

for (const [asked, nearest, mayRedirect] of [
  ['/import', '/guides/import', true],
  ['/docs/quickstart.html', '/quickstart', true],
  ['/guides/users-import', '/guides/import-users', true],
  ['/reference/rotate-keys', '/api/keys/rotate', false],
  ['/guides', '/guides/export', false],
  ['/wp-login.php', undefined, false],
  ['/', undefined, false],
  ['/..//%00', undefined, false],
] as const)
  test(`${nearest ?? 'no page'} is near ${asked}`, () => {
    const [first] = findNearPages(asked, pages);
    assert.equal(first?.page.path, nearest);
    if (first !== undefined) assert.equal(first.score >= redirectScore, mayRedirect, String(first.score));
  });
