import { globSync } from 'node:fs';
import { knownSeconds } from './test-durations.ts';
import type { TestProcess } from './test-schedule.ts';

/** Test files of the repository, sorted. */
export interface TestFiles {
  readonly unit: readonly string[];
  /** Each starts its own services, databases or browsers. */
  readonly wholeSystem: readonly string[];
}

/** Assumed duration in seconds of a file with an unknown duration. */
const usualSeconds = { unit: 0.4, wholeSystem: 30 };
/**
 * Files that together take longer are divided into several processes, so that a run doesn't end with one long process.
 */
const longestProcess = { unit: 90, wholeSystem: 100 };

/** Unit tests that run only in full runs, because the stories use the same code. */
const fullRunOnly = [
  // Starts, kills and repairs PostgreSQL servers.
  'packages/server/src/platform/database/embedded/embedded-postgres.test.ts',
  // Simulates a year to measure what an installation stores.
  'packages/server/src/main/simulated-year.test.ts',
];

/** Files that measure memory or time, or change their process. */
const alone = [
  'e2e/agent/five-steps.test.ts',
  'e2e/agent/hostile-names.test.ts',
  'e2e/api/request-cost.test.ts',
  'e2e/ci/integrations.test.ts',
  'e2e/escape/escape.test.ts',
  'e2e/neighbors/noisy-neighbors.test.ts',
  'packages/bundle/src/write/write-bundle-memory.test.ts',
  'packages/server/src/platform/http-client/slow-answers.test.ts',
  'scripts/linear-time.test.ts',
  'scripts/regular-expressions.test.ts',
  'scripts/measure-growth.test.ts',
];

/**
 * Whole-system files that every run includes: one story for each system, with behavior that unit tests can't show.
 * Large tables run on a sample.
 */
const stories = [
  // The service as a process, with an agent job, an export, restarts and kills.
  'e2e/cli/start.test.ts',
  // A live site, with previews and rollback.
  'e2e/live/deployments.test.ts',
  // An export on another host, in a browser.
  'e2e/host/chain.test.ts',
  // Sign-in, and the dashboard from the setup link to an export.
  'e2e/accounts/sign-in.test.ts',
  'e2e/dashboard/journey.test.ts',
  // The editor, from *Edit this page* to a merged pull request.
  'e2e/dashboard/first-edit.test.ts',
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
    unit: find('scripts/**/*.test.ts', 'packages/*/{src,migrations}/**/*.test.ts', 'bench/**/*.test.ts'),
    wholeSystem: find('e2e/**/*.test.ts'),
  };
}

/**
 * Selects the files of a run: all of them in a full run, those that words select, otherwise most unit tests and the
 * stories.
 */
export function selectTestFiles(files: TestFiles, words: readonly string[], isFull: boolean): TestFiles {
  const isWanted = (path: string) => words.length === 0 || words.some((word) => path.includes(word));
  const isSelected = isFull || words.length > 0;
  return {
    unit: files.unit.filter((path) => isWanted(path) && (isSelected || !fullRunOnly.includes(path))),
    wholeSystem: files.wholeSystem.filter((path) => isWanted(path) && (isSelected || stories.includes(path))),
  };
}

/** Finds lines of the lists above that don't name a test file. */
export function findStaleEntries({ unit, wholeSystem }: TestFiles): string[] {
  return [...Object.keys(knownSeconds), ...alone, ...fullRunOnly, ...stories].filter(
    (path) => !unit.includes(path) && !wholeSystem.includes(path),
  );
}

/**
 * Groups the files that share a process, in the order of their first file, because loading the server's modules takes 1
 * to 3 s of processor time per process. The files of a package share a process; in the server, the files of an area do,
 * and in `e2e`, those of a folder. Unit tests that use a browser have their own process, and so does each file that
 * measures time or memory.
 */
export function groupByProcess(
  paths: readonly string[],
  longest: number = longestProcess.unit,
): readonly (readonly string[])[] {
  const groups = new Map<string, string[][]>();
  for (const path of paths) {
    const kind = path.endsWith('-browser.test.ts') ? ' with a browser' : '';
    const key = alone.includes(path) ? path : `${folderOf(path)}${kind}`;
    const started = groups.get(key) ?? [];
    const last = started.at(-1);
    if (last !== undefined && expect([...last, path]) <= longest) last.push(path);
    else groups.set(key, [...started, [path]]);
  }
  return [...groups.values()].flat();
}

/** Returns an area of the server's modules, its platform, a package, a folder of whole-system tests, or the scripts. */
function folderOf(path: string): string {
  const [depth] = [
    ['packages/server/src/modules/', 5] as const,
    ['packages/server/src/', 4] as const,
    ['packages/', 2] as const,
    ['e2e/', 2] as const,
  ].flatMap(([start, parts]) => (path.startsWith(start) ? parts : []));
  return path
    .split('/')
    .slice(0, depth ?? 1)
    .join('/');
}

/** Plans the processes of a run. */
export function planProcesses({ unit, wholeSystem }: TestFiles): readonly TestProcess[] {
  return [
    ...groupByProcess(unit).map((paths) => ({ paths, isWholeSystem: false, seconds: expect(paths) })),
    ...groupByProcess(wholeSystem, longestProcess.wholeSystem).map((paths) => ({
      paths,
      isWholeSystem: true,
      seconds: expect(paths),
    })),
  ];
}

function expect(paths: readonly string[]): number {
  const seconds = (path: string) =>
    knownSeconds[path] ?? (path.startsWith('e2e/') ? usualSeconds.wholeSystem : usualSeconds.unit);
  return paths.reduce((sum, path) => sum + seconds(path), 0);
}

/** Finds packages with sources but without a test file, which no one would notice otherwise. */
export function findUntestedPackages(root: string, { unit }: TestFiles): string[] {
  return globSync('packages/*/package.json', { cwd: root })
    .map((path) => path.split('/').slice(0, 2).join('/'))
    .filter((folder) => !unit.some((path) => path.startsWith(`${folder}/`)));
}
