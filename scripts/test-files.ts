import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TestProcess } from './test-schedule.ts';

/** Test files of the repository, sorted. */
export interface TestFiles {
  readonly unit: readonly string[];
  /** Each starts its own services, databases or browsers. */
  readonly wholeSystem: readonly string[];
}

/** How long the longest files take, in seconds, as printed at the end of a full run: they start first. */
const knownSeconds: Readonly<Record<string, number>> = {
  'packages/site-builder/src/theme/theme-browser.test.ts': 63,
  'packages/server/src/platform/job-engine/job-engine.test.ts': 40,
  'packages/highlight/src/highlight.test.ts': 38,
  'packages/server/src/modules/publishing/deployments/run-deployment.test.ts': 20,
  'packages/server/src/modules/building/site-rendering/hostile-builder.test.ts': 25,
  'scripts/linear-time.test.ts': 50,
  'e2e/accounts/authority-table.test.ts': 215,
  'e2e/faults/faults.test.ts': 211,
  'e2e/manual/snippets.test.ts': 235,
  'e2e/dashboard/pages.test.ts': 200,
  'e2e/api/fuzz.test.ts': 92,
  'e2e/live/edge.test.ts': 110,
  'e2e/cli/start.test.ts': 95,
  'e2e/dashboard/journey.test.ts': 98,
  'e2e/backup/backup.test.ts': 76,
  'e2e/faults/full-disk.test.ts': 60,
  'e2e/audit/healthy-ends.test.ts': 64,
  'e2e/dashboard/notifications.test.ts': 40,
  'e2e/dashboard/faults.test.ts': 50,
  'e2e/cluster/live-site.test.ts': 107,
  'e2e/cluster/cluster.test.ts': 73,
};
/** How long other files take. */
const usualSeconds = { unit: 2, wholeSystem: 30 };

/**
 * Whole-system files that every run includes: one story for each system, each with what no unit test can show. The
 * large tables among them run on a sample.
 */
const stories = [
  // The service as a process, with an agent job, an export, restarts and kills.
  'e2e/cli/start.test.ts',
  // A live site, with previews and rollback.
  'e2e/live/deployments.test.ts',
  // An export on another host, in a browser.
  'e2e/host/chain.test.ts',
  // Sign-in, and the dashboard from the set-up link to an export.
  'e2e/accounts/sign-in.test.ts',
  'e2e/dashboard/journey.test.ts',
  // Samples: permissions, hostile requests, commands of the manual, kills.
  'e2e/accounts/authority-table.test.ts',
  'e2e/api/fuzz.test.ts',
  'e2e/manual/snippets.test.ts',
  'e2e/faults/faults.test.ts',
  // These take a second.
  'e2e/agent/tool-words.test.ts',
  'e2e/api/contract.test.ts',
  'e2e/dashboard/first-load.test.ts',
  'e2e/deploy/charts.test.ts',
  'e2e/manual/read-snippets.test.ts',
];

export function findTestFiles(root: string): TestFiles {
  const find = (...patterns: readonly string[]) =>
    globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).sort();
  return {
    unit: find('scripts/**/*.test.ts', 'packages/*/{src,migrations}/**/*.test.ts'),
    wholeSystem: find('e2e/**/*.test.ts'),
  };
}

/** The files of a run: all of them in a full run, those that words select, otherwise unit tests and stories. */
export function selectTestFiles(files: TestFiles, words: readonly string[], isFull: boolean): TestFiles {
  const isWanted = (path: string) => words.length === 0 || words.some((word) => path.includes(word));
  const isInRun = (path: string) => isFull || words.length > 0 || stories.includes(path);
  return {
    unit: files.unit.filter(isWanted),
    wholeSystem: files.wholeSystem.filter((path) => isWanted(path) && isInRun(path)),
  };
}

/** Lines of the lists above that name no test file. */
export function findStaleEntries({ unit, wholeSystem }: TestFiles): string[] {
  return [...Object.keys(knownSeconds), ...stories].filter(
    (path) => !unit.includes(path) && !wholeSystem.includes(path),
  );
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

/** The processes of a run. */
export function planProcesses({ unit, wholeSystem }: TestFiles): readonly TestProcess[] {
  return [
    ...groupByProcess(unit).map((paths) => ({
      paths,
      isWholeSystem: false,
      seconds: expect(paths, usualSeconds.unit),
    })),
    ...wholeSystem.map((path) => ({
      paths: [path],
      isWholeSystem: true,
      seconds: expect([path], usualSeconds.wholeSystem),
    })),
  ];
}

function expect(paths: readonly string[], usual: number): number {
  return paths.reduce((sum, path) => sum + (knownSeconds[path] ?? usual), 0);
}

/** Packages with sources and without a test file: otherwise, a package that is never tested would go unnoticed. */
export function findUntestedPackages(root: string, { unit }: TestFiles): string[] {
  return globSync('packages/*/package.json', { cwd: root })
    .map((path) => path.split('/').slice(0, 2).join('/'))
    .filter((folder) => !unit.some((path) => path.startsWith(`${folder}/`)));
}
