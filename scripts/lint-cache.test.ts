import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { ambientMark, type Declarations } from './declarations.ts';
import {
  digestSettings,
  findFilesToLint,
  readLintState,
  readPassedState,
  writePassedState,
  type LintState,
} from './lint-cache.ts';
import type { Import } from './read-imports.ts';

const edge = (from: string, to: string, isTypeOnly = false): Import => ({
  from,
  to,
  isTypeOnly,
  isByName: false,
  isMissing: false,
});

describe('the files to lint', () => {
  const imports = [
    edge('a.ts', 'b.ts'),
    edge('b.ts', 'c.ts', true),
    edge('b.ts', 'd.json'),
    edge('x.ts', 'y.generated.ts'),
  ];
  const files = { 'a.ts': '1', 'b.ts': '1', 'c.ts': '1', 'd.json': '1', 'x.ts': '1', 'y.generated.ts': '1' };
  const passed: LintState = { settings: '1', files };
  const change = (changes: Record<string, string>): LintState => ({ settings: '1', files: { ...files, ...changes } });

  test('are changed files and files that import them, even if they import only types', () => {
    assert.deepEqual(findFilesToLint(passed, { state: passed, imports }), []);
    assert.deepEqual(findFilesToLint(passed, { state: change({ 'a.ts': '2' }), imports }), ['a.ts']);
    assert.deepEqual(findFilesToLint(passed, { state: change({ 'c.ts': '2' }), imports }), ['a.ts', 'b.ts', 'c.ts']);
    assert.deepEqual(findFilesToLint(passed, { state: change({ 'new.ts': '1' }), imports }), ['new.ts']);
  });

  test('include importers of generated files and JSON, which are not linted themselves', () => {
    assert.deepEqual(findFilesToLint(passed, { state: change({ 'd.json': '2' }), imports }), ['a.ts', 'b.ts']);
    assert.deepEqual(findFilesToLint(passed, { state: change({ 'y.generated.ts': '2' }), imports }), ['x.ts']);
  });

  test('include importers of a deleted file', () => {
    const { 'c.ts': _, ...left } = files;
    assert.deepEqual(findFilesToLint(passed, { state: { settings: '1', files: left }, imports }), ['a.ts', 'b.ts']);
  });

  test('are all files after a change to the rules, or without an earlier state', () => {
    const all = ['a.ts', 'b.ts', 'c.ts', 'x.ts'];
    assert.deepEqual(findFilesToLint({ settings: '0', files }, { state: passed, imports }), all);
    assert.deepEqual(findFilesToLint(undefined, { state: passed, imports }), all);
  });

  test('are found with the sources and imports of this repository', () => {
    const { state, imports: found } = readLintState(dirname(import.meta.dirname));
    for (const path of ['scripts/lint-cache.ts', 'packages/cli/bin/docwright.mjs', 'packages/dashboard/vite.config.ts'])
      assert.ok(path in state.files, path);
    assert.equal(digestSettings(dirname(import.meta.dirname)), state.settings);
    const changed = { ...state, files: { ...state.files, 'scripts/read-imports.ts': '' } };
    const paths = findFilesToLint(state, { state: changed, imports: found });
    assert.ok(paths.includes('scripts/lint-cache.test.ts') && paths.length < 60, paths.join('\n'));
  });
});

describe('the files to lint, if the compiler has checked both states', () => {
  // `a` uses `b`, and the types of `b` use those of `c`. The types of `m`, which also uses `b`, are unknown.
  const imports = [edge('a.ts', 'b.ts'), edge('b.ts', 'c.ts'), edge('m.js', 'b.ts'), edge('n.ts', 'm.js')];
  const files = { 'a.ts': '1', 'b.ts': '1', 'c.ts': '1', 'm.js': '1', 'n.ts': '1' };
  const digests = { 'a.ts': '1', 'b.ts': '1', 'c.ts': '1', 'n.ts': '1' };
  const passed = { settings: '1', files, declarations: digests };
  const lint = (
    texts: Readonly<Record<string, string>>,
    types: Readonly<Record<string, string>> = {},
    declared: Declarations['imports'] = [],
  ) =>
    findFilesToLint(passed, {
      state: { settings: '1', files: { ...files, ...texts } },
      imports,
      declarations: { digests: { ...digests, ...types }, imports: declared },
    });

  test('exclude importers of a file with unchanged types', () => {
    assert.deepEqual(lint({ 'b.ts': '2' }), ['b.ts']);
  });

  test('include importers of changed types, and of types that are derived from them', () => {
    assert.deepEqual(lint({ 'c.ts': '2' }, { 'c.ts': '2' }), ['b.ts', 'c.ts']);
    assert.deepEqual(lint({ 'c.ts': '2' }, { 'c.ts': '2', 'b.ts': '2' }), ['a.ts', 'b.ts', 'c.ts', 'm.js', 'n.ts']);
  });

  test('include importers of a file whose unchanged declarations import changed types', () => {
    const all = ['a.ts', 'b.ts', 'c.ts', 'm.js', 'n.ts'];
    assert.deepEqual(lint({ 'c.ts': '2' }, { 'c.ts': '2' }, [edge('b.ts', 'c.ts', true)]), all);
  });

  test('include all importers of a file without declarations', () => {
    assert.deepEqual(lint({ 'm.js': '2' }), ['m.js', 'n.ts']);
    assert.deepEqual(lint({ 'b.ts': '2' }, { 'b.ts': '2' }), ['a.ts', 'b.ts', 'm.js', 'n.ts']);
  });

  test('are all files if ambient types change', () => {
    assert.equal(lint({ 'a.ts': '2' }, { 'a.ts': `${ambientMark}2` }).length, 5);
  });
});

test('a state without findings is stored, and a damaged one is ignored', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-lint-'));
  try {
    const file = join(folder, 'cache/passed.json');
    assert.equal(readPassedState(file), undefined);
    writePassedState(file, { settings: '1', files: { 'a.ts': '1' } });
    assert.deepEqual(readPassedState(file), { settings: '1', files: { 'a.ts': '1' } });
    writeFileSync(file, '{');
    assert.equal(readPassedState(file), undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
