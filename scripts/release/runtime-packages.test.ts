import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { otherLookups, runtimePackages } from './runtime-packages.ts';

const root = dirname(dirname(import.meta.dirname));

test('every source that calls createRequire or import.meta.resolve is listed', () => {
  const sources = globSync('packages/*/src/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts', '**/testing/**', '**/client/**', '**/probe/**', 'packages/dashboard/**'],
  });
  const found = sources
    // Creates the scripts of sites, and is not part of the command.
    .filter((path) => path !== 'packages/site-builder/src/main/bundle-clients.ts')
    .filter((path) => /\bcreateRequire\(|\bimport\.meta\.resolve\(/.test(readFileSync(join(root, path), 'utf8')));
  const listed = Object.values(runtimePackages).flatMap(({ usedBy }) => usedBy);
  assert.deepEqual(found.sort(), [...new Set([...listed, ...otherLookups])].sort());
});
