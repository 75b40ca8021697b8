import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = dirname(import.meta.dirname);

test('a test is declared with `test`, nowhere with `it`', () => {
  const files = globSync('{packages,e2e,scripts,bench}/**/*.test.ts', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  });
  assert.ok(files.length > 500);
  const found = files.filter((path) =>
    /import \{[^}]*\bit\b[^}]*\} from 'node:test'/.test(readFileSync(join(root, path), 'utf8')),
  );
  assert.deepEqual(found, []);
});
