import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execFile, spawnSync } from 'node:child_process';
import { fail, stopWithParent } from '../packages/cli/bin/run-pinned-node.mjs';
import { findAffectedTests, listChangedFiles, readAllImports } from './affected-tests.ts';
import { installDebianPackages } from './debian-packages.ts';
import { prepareEntryPoints } from './prepare-entry-points.mjs';
import { runTestProcesses, type Timed } from './run-test-files.ts';
import { testSeed } from './sample-rows.ts';
import { findStaleEntries, findTestFiles, findUntestedPackages, planProcesses, selectTestFiles } from './test-files.ts';
import { readTestOptions, usage, type TestOptions } from './test-options.ts';
import { measureUse, type TestProcess } from './test-schedule.ts';

/** Expected duration of the static checks if nothing has been checked before. */
const checksSeconds = 180;

/** Number of slowest files that a run without words lists, as candidates for optimization. */
const slowestNamed = 12;

stopWithParent();
const root = dirname(import.meta.dirname);
process.chdir(root);
const options = readOptions();
const isSelection = options.words.length > 0 || options.since !== undefined;
const startedAt = performance.now();
const readUse = measureUse();

const samples = `samples, properties and random requests have the seed ${testSeed} (repeat with DOCWRIGHT_TEST_SEED=${testSeed})`;
console.log(samples);
process.env['DOCWRIGHT_TEST_SEED'] = String(testSeed);
if (options.isFull) process.env['DOCWRIGHT_TEST_FULL'] = '1';
if (isSelection) process.env['DOCWRIGHT_TEST_SELECTION'] = '1';
let verified = true;
installDebianPackages();

// Modules are compiled once for all files, as for the command, so that a process loads the server in 1.2 s instead of
// 2.5 s.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/docwright');

/** This run has its own folder, because two runs may be active at the same time. */
const runFolder = join(root, `node_modules/.cache/docwright-tests/${process.pid}`);
mkdirSync(runFolder, { recursive: true });
process.once('exit', () => rmSync(runFolder, { recursive: true }));
const timesFile = (process.env['DOCWRIGHT_TEST_TIMES'] = join(runFolder, 'times'));

const files = findTestFiles(root);
const selected = selectTestFiles(files, options.words, options.isFull);
const { unit: unitFiles, wholeSystem: systemFiles } = options.since === undefined ? selected : affected(options.since);
// Whole systems start hundreds of processes, each of which starts a second slower from source.
if (systemFiles.length > 0) prepareEntryPoints(root, process.execPath);
const useCompiled = ['--import', pathToFileURL(join(import.meta.dirname, 'use-compiled-server.mjs')).href];
const testContext = ['--import', pathToFileURL(join(import.meta.dirname, 'test-context.mjs')).href];
if (options.isWatch) watch([...unitFiles, ...systemFiles]);
const seedProperties = ['--import', pathToFileURL(join(import.meta.dirname, 'seed-properties.mjs')).href];
const measure = ['--import', pathToFileURL(join(import.meta.dirname, 'report-processor-time.mjs')).href];
// New objects have more space, so the garbage collector copies fewer of them: 7 to 15% less processor time.
const young = '--max-semi-space-size=32';
const processes = planProcesses({ unit: unitFiles, wholeSystem: systemFiles });
const releaseDatabase = await holdTestDatabase(processes);
const results = await runTestProcesses(processes, {
  root,
  runFolder,
  execArgv: [young, ...testContext, ...useCompiled, ...seedProperties, ...measure],
  // If nothing has been checked before, the checks use one core for minutes, and the tests use the other core.
  ...(!isSelection && { staticChecks: { seconds: checksSeconds, run: runStaticChecks } }),
});
await releaseDatabase();

const nothingRan = options.since === undefined && results.passed + results.failed === 0;
const faults = [
  ...(verified ? [] : ['the static checks failed; see their results above']),
  ...results.silent.map((path) => `${path}: no test ran in it`),
  ...results.broken.map((name) => `${name}: failed outside its tests`),
  ...results.hung.map((names) => `${names}: stopped, because no test ended for ten minutes`),
  ...(isSelection ? [] : findUntestedPackages(root, files).map((folder) => `${folder}: has no test file`)),
  ...findStaleEntries(files).map((path) => `${path}: doesn't exist, but scripts/test-files.ts lists it`),
  ...(nothingRan ? ['no test ran'] : []),
];
for (const fault of faults) console.log(`✖ ${fault}`);
const failed = results.failed + faults.length;
if (!isSelection) printTimes(slowestOf(results.times));
process.exitCode = failed === 0 ? 0 : 1;
console.log(samples);
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
console.log(`${results.passed} passed, ${failed} failed, ${results.skipped} skipped in ${minutes} min`);

/** Prints the results together at the end, because tests run at the same time. */
async function runStaticChecks(): Promise<void> {
  const ended = Promise.withResolvers<string>();
  const options = { maxBuffer: Number.POSITIVE_INFINITY };
  execFile(process.execPath, ['scripts/run-verify.ts', '--serial'], options, (error, stdout, stderr) => {
    verified = error === null;
    ended.resolve(`${stdout}${stderr}`);
  });
  console.log((await ended.promise).trimEnd());
}

function readOptions(): TestOptions {
  try {
    return readTestOptions(process.argv.slice(2));
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

/** Returns the selected files that are affected by changes since a commit. */
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

/**
 * Keeps the embedded PostgreSQL until the end of a run with several processes that use it. Otherwise, the last process
 * that uses it stops it.
 */
async function holdTestDatabase(processes: readonly TestProcess[]): Promise<() => Promise<void>> {
  const using = processes.filter(({ paths: [first = ''] }) => /^(?:e2e|packages\/server)\//.test(first));
  if (using.length < 2) return () => Promise.resolve();
  const { holdTestServer } = await import('../packages/server/src/testing/template-database.ts');
  return holdTestServer();
}

/** Runs Node's own watch mode, with a process for each file. Doesn't return. */
function watch(paths: readonly string[]): never {
  if (paths.length === 0) fail(`no test file contains ${options.words.join(' or ')} in its path`);
  const args = ['--test', '--watch', ...testContext, ...useCompiled, ...paths];
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
}

function slowestOf(timed: readonly Timed[]): readonly Timed[] {
  return timed.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowestNamed);
}

/** Prints the slowest files by wall-clock time, and by processor time, which depends less on the machine's load. */
function printTimes(slowest: readonly Timed[]): void {
  for (const time of slowest) printTime(time);
  console.log(`the cores of the machine were in use for ${Math.round(100 * readUse())}% of the time`);
  if (!existsSync(timesFile)) return;
  const lines = readFileSync(timesFile, 'utf8').trimEnd().split('\n');
  const times = lines.map((line) => {
    const [ms = '', path = ''] = line.split('\t');
    return { path: path.replace(`${runFolder}/`, '').replace(`${root}/`, ''), seconds: Number(ms) / 1000 };
  });
  const sum = times.reduce((seconds, time) => seconds + time.seconds, 0);
  console.log(`processor time: ${Math.round(sum)} s in ${times.length} test processes, most in`);
  for (const time of slowestOf(times)) printTime(time);
}

function printTime({ path, seconds }: Timed): void {
  console.log(`${Math.round(seconds)} s ${path}`);
}
