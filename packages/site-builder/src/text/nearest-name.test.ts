import assert from 'node:assert/strict';
import { test } from 'node:test';

import { nearestName } from './nearest-name.ts';

const names = ['navigation', 'navbar', 'favicon', 'colors', 'og:image', 'seo'];

for (const [written, meant] of [
  ['colours', 'colors'],
  ['favIcon', 'favicon'],
  ['navgiation', 'navigation'],
  ['nav-bar', 'navbar'],
  ['sso', 'seo'],
  ['analytics', undefined],
  ['', undefined],
  ['x'.repeat(100_000), undefined],
] as const)
  test(`"${written.slice(0, 20)}" is most similar to ${meant ?? 'no name'}`, () =>
    assert.equal(nearestName(written, names), meant));
