import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { findAffectedTests, listChangedFiles, readAllImports } from './affected-tests.ts';
import { findTestFiles } from './test-files.ts';
import type { Import } from './read-imports.ts';

const edge = (from: string, to: string, isTypeOnly = false): Import => ({
  from,
  to,
  isTypeOnly,
  isByName: false,
  isMissing: false,
});

describe('the tests that a change affects', () => {
  const tests = ['packages/a/src/x.test.ts', 'packages/b/src/y.test.ts', 'e2e/z.test.ts'];
  const imports = [
    edge('packages/a/src/x.test.ts', 'packages/a/src/x.ts'),
    edge('packages/b/src/y.test.ts', 'packages/b/src/y.ts'),
    edge('packages/b/src/y.ts', 'packages/a/src/index.ts'),
    edge('packages/a/src/index.ts', 'packages/a/src/x.ts'),
    edge('packages/a/src/x.ts', 'packages/a/src/index.ts'),
    edge('packages/b/src/y.ts', 'packages/c/src/types.ts', true),
    edge('e2e/z.test.ts', 'packages/a/src/index.ts'),
    edge('e2e/z.test.ts', 'e2e/start.ts'),
  ];

  test('are those that import a changed file, directly or indirectly', () => {
    assert.deepEqual(findAffectedTests(tests, ['packages/a/src/x.ts'], imports), tests.slice(0, 2));
    assert.deepEqual(findAffectedTests(tests, ['packages/b/src/y.ts'], imports), tests.slice(1, 2));
  });

  test('include changed tests themselves, and whole-system tests whose own helpers changed', () => {
    assert.deepEqual(findAffectedTests(tests, ['packages/b/src/y.test.ts'], imports), tests.slice(1, 2));
    assert.deepEqual(findAffectedTests(tests, ['e2e/start.ts'], imports), tests.slice(2));
  });

  test('exclude tests that import only types, and are empty for a file that no module imports', () => {
    assert.deepEqual(findAffectedTests(tests, ['packages/c/src/types.ts', 'docs/index.mdx'], imports), []);
  });

  test('include the test of a source file of this repository', () => {
    const root = dirname(import.meta.dirname);
    const { unit } = findTestFiles(root);
    const found = findAffectedTests(unit, ['scripts/sample-rows.ts'], readAllImports(root));
    assert.ok(found.includes('scripts/sample-rows.test.ts'), found.join('\n'));
    assert.ok(found.length < 20, found.join('\n'));
  });
});

describe('changes since a commit', () => {
  test('include committed, uncommitted and new files; the error for a missing commit contains its name', () => {
    const root = mkdtempSync(join(tmpdir(), 'docwright-changes-'));
    try {
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: root });
      git('init', '--quiet', '--initial-branch=main');
      for (const name of ['one', 'two', 'three']) writeFileSync(join(root, name), 'a');
      git('add', '.');
      git('commit', '--quiet', '--message=First');
      git('checkout', '--quiet', '-b', 'next');
      writeFileSync(join(root, 'one'), 'b');
      git('commit', '--quiet', '--all', '--message=Second');
      writeFileSync(join(root, 'two'), 'b');
      writeFileSync(join(root, 'n\u00e9w'), '');
      assert.deepEqual(listChangedFiles(root, 'main'), ['one', 'two', 'n\u00e9w']);
      assert.throws(() => listChangedFiles(root, 'nowhere'), /nowhere/);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
