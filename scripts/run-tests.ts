import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { spawnSync } from 'node:child_process';
import { fail, stopWithParent } from '../packages/cli/bin/run-pinned-node.mjs';
import { findAffectedTests, listChangedFiles, readAllImports } from './affected-tests.ts';
import { installDebianPackages } from './debian-packages.ts';
import { prepareEntryPoints } from './prepare-entry-points.mjs';
import { testSeed } from './sample-rows.ts';
import {
  findStaleEntries,
  findTestFiles,
  findUntestedPackages,
  groupByProcess,
  selectTestFiles,
} from './test-files.ts';
import { readTestOptions, usage, type TestOptions } from './test-options.ts';

/** A process that takes longer is hanging. */
const TEST_TIMEOUT_MS = 600_000;
/**
 * Each has its own services, databases or browsers, which mostly wait for each other: two at a time leave a third of
 * two cores idle. A fourth makes browsers wait longer than their tests do.
 */
const wholeSystemAtOnce = 3;

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Files in which no test ran: node's runner counts such a file as passed. */
  readonly silent: readonly string[];
  /** Suites whose own code or hooks failed, which isn't a failed test. */
  readonly broken: readonly string[];
  readonly slowest: readonly Timed[];
}

interface Timed {
  readonly path: string;
  readonly seconds: number;
}

/** How many of the slowest files a run without words lists: the ones to check when it takes too long. */
const slowestNamed = 12;

stopWithParent();
const root = dirname(import.meta.dirname);
process.chdir(root);
const options = readOptions();
const isSelection = options.words.length > 0 || options.since !== undefined;
const startedAt = performance.now();

const samples = `samples and random requests have the seed ${testSeed} (repeat with DOCWRIGHT_TEST_SEED=${testSeed})`;
console.log(samples);
process.env['DOCWRIGHT_TEST_SEED'] = String(testSeed);
if (options.isFull) process.env['DOCWRIGHT_TEST_FULL'] = '1';
const verified =
  isSelection || spawnSync(process.execPath, ['scripts/run-verify.ts'], { stdio: 'inherit' }).status === 0;
installDebianPackages();

// Modules are compiled once for all files, as for the command: reading the server takes a process 1.2 s instead of 2.5 s.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/docwright');

/** Used by this run alone: two may run at the same time. */
const runFolder = join(root, `node_modules/.cache/docwright-tests/${process.pid}`);
mkdirSync(runFolder, { recursive: true });
process.once('exit', () => rmSync(runFolder, { recursive: true }));
const timesFile = (process.env['DOCWRIGHT_TEST_TIMES'] = join(runFolder, 'times'));

const files = findTestFiles(root);
const selected = selectTestFiles(files, options.words, options.isFull);
const { unit: unitFiles, wholeSystem: systemFiles } = options.since === undefined ? selected : affected(options.since);
// Whole systems start hundreds of processes, each of which takes a second longer from its source.
if (systemFiles.length > 0) prepareEntryPoints(root, process.execPath);
const useCompiled = ['--import', pathToFileURL(join(import.meta.dirname, 'use-compiled-server.mjs')).href];
if (options.isWatch) watch([...unitFiles, ...systemFiles]);
const unit = await runFiles(unitFiles, availableParallelism());
const wholeSystem = await runFiles(systemFiles, wholeSystemAtOnce, useCompiled);

const nothingRan = options.since === undefined && unit.passed + wholeSystem.passed === 0;
const faults = [
  ...(verified ? [] : ['the static checks failed; see the top']),
  ...[...unit.silent, ...wholeSystem.silent].map((path) => `${path}: no test ran in it`),
  ...[...unit.broken, ...wholeSystem.broken].map((name) => `${name}: failed outside its tests`),
  ...(isSelection ? [] : findUntestedPackages(root, files).map((folder) => `${folder}: has no test file`)),
  ...findStaleEntries(files).map((path) => `${path}: doesn't exist, but scripts/test-files.ts lists it`),
  ...(nothingRan ? ['no test ran'] : []),
];
for (const fault of faults) console.log(`✖ ${fault}`);
const failed = unit.failed + wholeSystem.failed + faults.length;
const skipped = unit.skipped + wholeSystem.skipped;
if (!isSelection) printTimes([...unit.slowest, ...wholeSystem.slowest]);
process.exitCode = failed === 0 ? 0 : 1;
console.log(samples);
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
console.log(`${unit.passed + wholeSystem.passed} passed, ${failed} failed, ${skipped} skipped in ${minutes} min`);

function readOptions(): TestOptions {
  try {
    return readTestOptions(process.argv.slice(2));
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

/** The selected files that changes since a commit affect. */
function affected(commit: string): typeof selected {
  const changed = listChangedFiles(root, commit);
  const tests = findAffectedTests([...files.unit, ...files.wholeSystem], changed, readAllImports(root));
  console.log(`${changed.length} files changed since ${commit}; they affect ${tests.length} test files`);
  const all = selectTestFiles(files, options.words, true);
  return {
    unit: all.unit.filter((path) => tests.includes(path)),
    wholeSystem: all.wholeSystem.filter((path) => tests.includes(path)),
  };
}

/** Node's own watch mode, with a process for each file. Doesn't return. */
function watch(paths: readonly string[]): never {
  if (paths.length === 0) fail(`no test file contains ${options.words.join(' or ')} in its path`);
  const args = ['--test', '--watch', ...useCompiled, ...paths];
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
}

async function runFiles(paths: readonly string[], concurrency: number, execArgv: string[] = []): Promise<Counts> {
  const silent = new Set(paths.map((path) => join(root, path)));
  let counts: Counts = { passed: 0, failed: 0, skipped: 0, silent: [], broken: [], slowest: [] };
  const timed: Timed[] = [];
  const broken: string[] = [];
  if (paths.length === 0) return counts;
  const files = groupByProcess(paths).map(toProcessFile);
  const measuring = ['--import', pathToFileURL(join(import.meta.dirname, 'report-processor-time.mjs')).href];
  const stream = run({ files, concurrency, execArgv: [...execArgv, ...measuring], timeout: TEST_TIMEOUT_MS });
  // For a suite, its tests are reported first, then the suite itself; for a process, all at once.
  let tests = 0;
  let skippedSuites = 0;
  for (const end of ['test:pass', 'test:fail'] as const)
    stream.on(end, ({ name, nesting, details, skip }) => {
      // A suite that is skipped for a stated reason reports no tests, but its file is not silent.
      if (details.type === 'suite' && typeof skip === 'string') skippedSuites += 1;
      if (details.type !== 'suite' || typeof skip === 'string') tests += 1;
      else if ('error' in details && !isOfTests(details.error)) broken.push(name);
      if (nesting > 0) return;
      if (paths.includes(name)) {
        timed.push(toTimed(name, details.duration_ms));
        if (tests > 0) silent.delete(join(root, name));
      }
      tests = 0;
    });
  stream.on('test:summary', ({ file, counts: of, duration_ms: ms }) => {
    if (file !== undefined) {
      silent.delete(file);
      const path = file.slice(root.length + 1);
      if (paths.includes(path)) timed.push(toTimed(path, ms));
    } else
      counts = {
        ...counts,
        passed: of.passed,
        failed: of.tests - of.passed - of.skipped - of.todo,
        skipped: of.skipped + of.todo + skippedSuites,
      };
  });
  const report = stream.compose(spec);
  report.pipe(process.stdout, { end: false });
  await once(report, 'end');
  const names = [...silent].map((file) => file.slice(root.length + 1));
  return { ...counts, silent: names, broken, slowest: slowestOf(timed) };
}

function isOfTests(error: object): boolean {
  return 'failureType' in error && error.failureType === 'subtestsFailed';
}

function toTimed(path: string, ms: number): Timed {
  return { path, seconds: Math.round(ms / 1000) };
}

function slowestOf(timed: readonly Timed[]): readonly Timed[] {
  return timed.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowestNamed);
}

/** By the clock, and by processor time, which depends less on what else the machine does. */
function printTimes(slowest: readonly Timed[]): void {
  for (const { path, seconds } of slowest) console.log(`${seconds} s ${path}`);
  if (!existsSync(timesFile)) return;
  const lines = readFileSync(timesFile, 'utf8').trimEnd().split('\n');
  const times = lines.map((line) => {
    const [ms = '', path = ''] = line.split('\t');
    return toTimed(path.replace(`${runFolder}/`, '').replace(`${root}/`, ''), Number(ms));
  });
  const sum = times.reduce((seconds, time) => seconds + time.seconds, 0);
  console.log(`processor time: ${sum} s in ${times.length} test processes, most in`);
  for (const { path, seconds } of slowestOf(times)) console.log(`${seconds} s ${path}`);
}

/** The file itself, or one with a suite for each of several files: hooks at the top of a file belong to its suite. */
function toProcessFile(group: readonly string[]): string {
  const [first = ''] = group;
  if (group.length === 1) return join(root, first);
  const suites = group.map(
    (path) =>
      `describe(${JSON.stringify(path)}, () => import(${JSON.stringify(pathToFileURL(join(root, path)).href)}));\n`,
  );
  const file = join(runFolder, `${dirname(first).replaceAll('/', '.')}.test.mjs`);
  writeFileSync(file, `import { describe } from 'node:test';\n${suites.join('')}`);
  return file;
}
