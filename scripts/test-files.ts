import { globSync } from 'node:fs';
import { dirname } from 'node:path';

/** Test files of the repository, in the order in which they start: the longest first, so that none is waited for alone. */
export interface TestFiles {
  readonly unit: readonly string[];
  /** Each starts services, databases or browsers of its own. */
  readonly wholeSystem: readonly string[];
}

/** What takes more than a minute on two cores, as a whole run prints at its end. */
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
 * Files that share a process, in the order of their first: to read the server's modules takes a process a second. Those of a
 * module's folder do; what drives a browser, or measures time, has a process of its own.
 */
export function groupByProcess(paths: readonly string[]): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const isAlone = !path.startsWith('packages/') || path.endsWith('-browser.test.ts');
    const key = isAlone ? path : dirname(path).split('/').slice(0, 5).join('/');
    groups.set(key, [...(groups.get(key) ?? []), path]);
  }
  return [...groups.values()];
}

/** Packages with sources and without a test file: a whole package that is never run would go unnoticed. */
export function findUntestedPackages(root: string, { unit }: TestFiles): string[] {
  return globSync('packages/*/package.json', { cwd: root })
    .map((path) => path.split('/').slice(0, 2).join('/'))
    .filter((folder) => !unit.some((path) => path.startsWith(`${folder}/`)));
}
