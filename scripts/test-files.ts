import { globSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Test files of the repository, in the order in which they start: the longest first, so that no file runs last alone.
 */
export interface TestFiles {
  readonly unit: readonly string[];
  /** Each starts its own services, databases or browsers. */
  readonly wholeSystem: readonly string[];
}

/** Files that take more than a minute on two cores, as printed at the end of a whole run. */
const longest = [
  'packages/site-builder/src/theme/theme-browser.test.ts',
  'scripts/regular-expressions.test.ts',
  'scripts/linear-time.test.ts',
  'e2e/accounts/authority-table.test.ts',
  'e2e/faults/faults.test.ts',
  'e2e/manual/snippets.test.ts',
  'e2e/dashboard/pages.test.ts',
  'e2e/api/fuzz.test.ts',
  'e2e/cluster/live-site.test.ts',
  'e2e/live/edge.test.ts',
  'e2e/dashboard/journey.test.ts',
  'e2e/backup/backup.test.ts',
  'e2e/cluster/cluster.test.ts',
  'e2e/cli/start.test.ts',
  'e2e/dashboard/faults.test.ts',
];

export function findTestFiles(root: string): TestFiles {
  const find = (...patterns: readonly string[]) => {
    const found = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).sort();
    return [...longest.filter((path) => found.includes(path)), ...found.filter((path) => !longest.includes(path))];
  };
  return {
    unit: find('scripts/**/*.test.ts', 'packages/*/{src,migrations}/**/*.test.ts'),
    wholeSystem: find('e2e/**/*.test.ts'),
  };
}

/**
 * Files that share a process, in the order of their first: loading the server's modules takes a process a second. The
 * files of a module's folder share one; a file that drives a browser or measures time has its own process.
 */
export function groupByProcess(paths: readonly string[]): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const isAlone = !path.startsWith('packages/') || path.endsWith('-browser.test.ts');
    const depth = path.startsWith('packages/server/src/modules/') ? 6 : 5;
    const key = isAlone ? path : dirname(path).split('/').slice(0, depth).join('/');
    groups.set(key, [...(groups.get(key) ?? []), path]);
  }
  return [...groups.values()];
}

/** Packages with sources and without a test file: otherwise, a package that is never tested would go unnoticed. */
export function findUntestedPackages(root: string, { unit }: TestFiles): string[] {
  return globSync('packages/*/package.json', { cwd: root })
    .map((path) => path.split('/').slice(0, 2).join('/'))
    .filter((folder) => !unit.some((path) => path.startsWith(`${folder}/`)));
}
