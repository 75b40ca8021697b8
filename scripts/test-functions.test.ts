import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = dirname(import.meta.dirname);

const files = globSync('{packages,e2e,scripts,bench}/**/*.test.ts', {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
});
const findFiles = (pattern: RegExp): string[] =>
  files.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')));

test('tests are declared with `test`, never with `it`', () => {
  assert.ok(files.length > 500);
  assert.deepEqual(findFiles(/import \{[^}]*\bit\b[^}]*\} from 'node:test'/), []);
});

test('no test or suite has its own time limit, which a busy machine could exceed', () => {
  assert.deepEqual(
    findFiles(/^ *(?:await )?(?:t\.)?(?:describe|suite|test)\((?:[^{}]|\$\{[^}]*\})*\{[^{}]*\btimeout: /m),
    [],
  );
  assert.deepEqual(findFiles(/deadline = (?:performance|Date)\.now\(\) \+ [\d_]+/), []);
});
