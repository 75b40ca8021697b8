import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { spawnSync } from 'node:child_process';
import { stopWithParent } from '../packages/cli/bin/run-pinned-node.mjs';
import { installDebianPackages } from './debian-packages.ts';
import { prepareEntryPoints } from './prepare-entry-points.mjs';
import { findTestFiles, findUntestedPackages, groupByProcess } from './test-files.ts';

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

/** How many of the slowest files a whole run lists: the ones to check when it takes too long. */
const slowestNamed = 12;

stopWithParent();
const root = dirname(import.meta.dirname);
process.chdir(root);
const only = process.argv.slice(2);
const verified =
  only.length > 0 || spawnSync(process.execPath, ['scripts/run-verify.ts'], { stdio: 'inherit' }).status === 0;
installDebianPackages();

// Modules are compiled once for all files, as for the command: reading the server takes a process 1.2 s instead of 2.5 s.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/docwright');

/** Used by this run alone: two may run at the same time. */
const groupFolder = join(root, `node_modules/.cache/docwright-tests/${String(process.pid)}`);
mkdirSync(groupFolder, { recursive: true });
process.once('exit', () => rmSync(groupFolder, { recursive: true }));

const files = findTestFiles(root);
const isAsked = (path: string) => only.length === 0 || only.some((part) => path.includes(part));
// Whole systems start hundreds of processes, each of which takes a second longer from its source.
if (files.wholeSystem.some(isAsked)) prepareEntryPoints(root, process.execPath);
const unit = await runFiles(files.unit.filter(isAsked), availableParallelism());
const wholeSystem = await runFiles(files.wholeSystem.filter(isAsked), wholeSystemAtOnce, [
  '--import',
  pathToFileURL(join(import.meta.dirname, 'use-compiled-server.mjs')).href,
]);

const faults = [
  ...(verified ? [] : ['the static checks failed; see the top']),
  ...[...unit.silent, ...wholeSystem.silent].map((path) => `${path}: no test ran in it`),
  ...[...unit.broken, ...wholeSystem.broken].map((name) => `${name}: failed outside its tests`),
  ...(only.length > 0 ? [] : findUntestedPackages(root, files).map((folder) => `${folder}: has no test file`)),
  ...(unit.passed + wholeSystem.passed === 0 ? ['no test ran'] : []),
];
for (const fault of faults) console.log(`✖ ${fault}`);
const failed = unit.failed + wholeSystem.failed + faults.length;
const skipped = unit.skipped + wholeSystem.skipped;
if (only.length === 0)
  for (const { path, seconds } of [...unit.slowest, ...wholeSystem.slowest]) console.log(`${seconds} s ${path}`);
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${unit.passed + wholeSystem.passed} passed, ${failed} failed, ${skipped} skipped`);

async function runFiles(paths: readonly string[], concurrency: number, execArgv: string[] = []): Promise<Counts> {
  const silent = new Set(paths.map((path) => join(root, path)));
  let counts: Counts = { passed: 0, failed: 0, skipped: 0, silent: [], broken: [], slowest: [] };
  const timed: Timed[] = [];
  const broken: string[] = [];
  if (paths.length === 0) return counts;
  const files = groupByProcess(paths).map(toProcessFile);
  const stream = run({ files, concurrency, execArgv, timeout: TEST_TIMEOUT_MS });
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
  const slowest = timed.sort((one, other) => other.seconds - one.seconds).slice(0, slowestNamed);
  return { ...counts, silent: names, broken, slowest };
}

function isOfTests(error: object): boolean {
  return 'failureType' in error && error.failureType === 'subtestsFailed';
}

function toTimed(path: string, ms: number): Timed {
  return { path, seconds: Math.round(ms / 1000) };
}

/** The file itself, or one with a suite for each of several files: hooks at the top of a file belong to its suite. */
function toProcessFile(group: readonly string[]): string {
  const [first = ''] = group;
  if (group.length === 1) return join(root, first);
  const suites = group.map(
    (path) =>
      `describe(${JSON.stringify(path)}, () => import(${JSON.stringify(pathToFileURL(join(root, path)).href)}));\n`,
  );
  const file = join(groupFolder, `${dirname(first).replaceAll('/', '.')}.test.mjs`);
  writeFileSync(file, `import { describe } from 'node:test';\n${suites.join('')}`);
  return file;
}
