import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { spawnSync } from 'node:child_process';
import { stopWithParent } from '../packages/cli/bin/run-pinned-node.mjs';
import { installDebianPackages } from './debian-packages.ts';
import { findTestFiles, findUntestedPackages } from './test-files.ts';

/** A single test that takes longer hangs. */
const TEST_TIMEOUT_MS = 300_000;
/**
 * Each has services, databases or browsers of its own, which mostly wait for each other: two at a time leave a third of
 * two cores idle.
 */
const wholeSystemAtOnce = 3;

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Files in which no test ran: node's runner counts such a file as one that passed. */
  readonly silent: readonly string[];
  readonly slowest: readonly Timed[];
}

interface Timed {
  readonly path: string;
  readonly seconds: number;
}

/** How many of the slowest files a whole run names: what to look at when it takes too long. */
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

const files = findTestFiles(root);
const isAsked = (path: string) => only.length === 0 || only.some((part) => path.includes(part));
const unit = await runFiles(files.unit.filter(isAsked), availableParallelism());
const wholeSystem = await runFiles(files.wholeSystem.filter(isAsked), wholeSystemAtOnce);

const faults = [
  ...(verified ? [] : ['the static checks failed; see the top']),
  ...[...unit.silent, ...wholeSystem.silent].map((path) => `${path}: no test ran in it`),
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

async function runFiles(paths: readonly string[], concurrency: number): Promise<Counts> {
  const silent = new Set(paths.map((path) => join(root, path)));
  let counts: Counts = { passed: 0, failed: 0, skipped: 0, silent: [], slowest: [] };
  const timed: Timed[] = [];
  if (paths.length === 0) return counts;
  const stream = run({ files: [...silent], concurrency, timeout: TEST_TIMEOUT_MS });
  stream.on('test:summary', ({ file, counts: of, duration_ms: ms }) => {
    if (file !== undefined) {
      silent.delete(file);
      timed.push({ path: toPath(file), seconds: Math.round(ms / 1000) });
    } else
      counts = {
        ...counts,
        passed: of.passed,
        failed: of.tests - of.passed - of.skipped - of.todo,
        skipped: of.skipped + of.todo,
      };
  });
  const report = stream.compose(spec);
  report.pipe(process.stdout, { end: false });
  await once(report, 'end');
  const names = [...silent].map(toPath);
  const slowest = timed.sort((a, b) => b.seconds - a.seconds).slice(0, slowestNamed);
  // A silent file was counted as one passed test.
  return { ...counts, passed: Math.max(0, counts.passed - names.length), silent: names, slowest };
}

function toPath(file: string): string {
  return file.slice(root.length + 1);
}
