import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { test } from 'node:test';

const root = dirname(import.meta.dirname);
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const contributing = read('CONTRIBUTING.md');

test('CONTRIBUTING.md lists every generated file', () => {
  const [, table = ''] = contributing.split('| Files | Source |');
  const [cells = ''] = table.split('\n\n');
  const listed = Array.from(cells.matchAll(/`([^`]+)`/g), ([, path = '']) => path);
  const files = execFileSync('git', ['ls-files', '*.generated.*'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  assert.ok(files.length > 10);
  assert.deepEqual(
    files.filter((file) => !listed.some((path) => matchesGlob(file, path))),
    [],
  );
});

test('every path in inline code of CONTRIBUTING.md exists', () => {
  const paths = contributing.matchAll(/`(?:npx node )?((?:bench|docs|e2e|examples|packages|scripts)\/[\w./-]+)/g);
  const missing = Array.from(paths, ([, path = '']) => path).filter((path) => !existsSync(join(root, path)));
  assert.deepEqual(missing, []);
});

test('every folder in the table of changes of ARCHITECTURE.md exists', () => {
  const rows = read('ARCHITECTURE.md').split('| Change | Folder |')[1]?.split('\n\n')[0] ?? '';
  const folders = Array.from(rows.matchAll(/`([a-z-]+\/[\w/-]+(?:\.ts)?)\/?`/g), ([, path = '']) => path);
  assert.ok(folders.length > 10);
  assert.deepEqual(
    folders.filter((path) => !existsSync(join(root, 'packages', path))),
    [],
  );
});
