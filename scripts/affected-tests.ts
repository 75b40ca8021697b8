import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { readImports, type Import } from './read-imports.ts';

/**
 * Lists the files that differ from a commit, including uncommitted and new files.
 *
 * @throws {Error} if git can't compare them
 */
export function listChangedFiles(root: string, commit: string): string[] {
  return [
    ...git(root, 'diff', '--name-only', '--relative', '--merge-base', commit, '--'),
    ...git(root, 'ls-files', '--others', '--exclude-standard'),
  ];
}

function git(root: string, ...args: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', ['-c', 'core.quotePath=false', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`);
  return stdout.split('\n').filter((line) => line !== '');
}

/** Reads the imports of every source file that a test can reach. */
export function readAllImports(root: string): Import[] {
  const sources = globSync(
    ['packages/*/{src,bin,migrations}/**/*.{ts,tsx,mjs,js}', '{scripts,e2e,bench}/**/*.{ts,mjs}'],
    {
      cwd: root,
      exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**', '**/vendor/**'],
    },
  ).filter((path) => !path.endsWith('.generated.js'));
  return sources.flatMap((path) => readImports(root, path));
}

/**
 * Finds the test files that a change can affect: changed tests, and tests that import a changed file, even indirectly.
 *
 * Whole-system tests import almost the whole service, so changes in `packages/` don't select them. Types have no effect
 * at run time. A file that no module imports, such as a style sheet or a page of the manual, selects nothing.
 */
export function findAffectedTests(
  tests: readonly string[],
  changed: readonly string[],
  imports: readonly Import[],
): string[] {
  const effective = imports.filter(
    ({ from, to, isTypeOnly }) => !isTypeOnly && !(from.startsWith('e2e/') && to.startsWith('packages/')),
  );
  const affected = findImporters(changed, effective);
  return tests.filter((path) => affected.has(path));
}

/** Returns the given files, and those that import one of them, even indirectly. */
export function findImporters(paths: readonly string[], imports: readonly Import[]): ReadonlySet<string> {
  const importers = Map.groupBy(imports, ({ to }) => to);
  const found = new Set(paths);
  // The set grows during the iteration, which also visits each added file.
  for (const path of found) for (const { from } of importers.get(path) ?? []) found.add(from);
  return found;
}
