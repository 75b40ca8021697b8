import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { run } from 'node:test';
import { spec, type TestEvent } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { HangWatch } from './hang-watch.ts';
import { measureIdleCores, runAll, type TestProcess } from './test-schedule.ts';

const watchEveryMs = 10_000;

type TestEnd = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

export interface TestResults {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Files in which no test ran, which Node's runner counts as passed. */
  readonly silent: readonly string[];
  /** Suites whose own code or hooks failed. Such a failure isn't reported as a failed test. */
  readonly broken: readonly string[];
  /** The running tests of each process that was stopped, outermost first: `suite → test`. */
  readonly hung: readonly string[];
  readonly times: readonly Timed[];
}

export interface Timed {
  readonly path: string;
  readonly seconds: number;
}

export interface RunOptions {
  readonly root: string;
  /** The folder for generated files that load several test files. */
  readonly runFolder: string;
  readonly execArgv: readonly string[];
  /** Runs in parallel with the processes. Until it ends, one process fewer runs. */
  readonly staticChecks?: { readonly seconds: number; run(): Promise<void> };
}

/** Runs processes in parallel, prints the results of each process when it ends, and all failures at the end. */
export async function runTestProcesses(processes: readonly TestProcess[], options: RunOptions): Promise<TestResults> {
  const startedAt = performance.now();
  const results: TestResults[] = [];
  const events = new PassThrough({ objectMode: true });
  const report = events.compose(spec);
  report.pipe(process.stdout, { end: false });
  const ended = once(report, 'end');
  // The events of parallel processes must not be mixed; those of a single process are printed immediately.
  const isSingle = processes.length === 1;
  const { staticChecks } = options;
  const checks: TestProcess = { paths: [], isWholeSystem: false, seconds: staticChecks?.seconds ?? 0 };
  const all = staticChecks === undefined ? processes : [...processes, checks];
  const runOne = async (testProcess: TestProcess): Promise<void> => {
    if (testProcess === checks) return staticChecks?.run();
    const kept: TestEvent[] = [];
    results.push(
      await runProcess(testProcess, options, (event) => (isSingle ? events.write(event) : kept.push(event))),
    );
    for (const event of kept) events.write(event);
  };
  await runAll(all, availableParallelism(), runOne, measureIdleCores);
  const sum = addResults(results);
  events.end(toSummary(sum, performance.now() - startedAt));
  await ended;
  return sum;
}

/** Passes on all events except those about the whole run, which would be repeated for each process. */
async function runProcess(
  { paths }: TestProcess,
  options: RunOptions,
  pass: (event: TestEvent) => void,
): Promise<TestResults> {
  const file = toProcessFile(paths, options);
  const silent = new Set(paths);
  const broken: string[] = [];
  const times: Timed[] = [];
  let counts = { passed: 0, failed: 0, skipped: 0 };
  // A suite's tests are reported before the suite itself.
  let tests = 0;
  let skippedSuites = 0;
  const count = ({ name, nesting, details, skip }: TestEnd['data']) => {
    // A suite that is skipped for a stated reason reports no tests, but its file counts as run.
    const isSkippedSuite = details.type === 'suite' && typeof skip === 'string';
    if (isSkippedSuite) skippedSuites += 1;
    if ((details.type !== 'suite' && name !== file) || isSkippedSuite) tests += 1;
    else if (details.type === 'suite' && 'error' in details && !isOfTests(details.error)) broken.push(name);
    if (nesting > 0) return;
    const path = paths.length === 1 ? paths[0] : paths.find((path) => path === name);
    if (path === undefined) return;
    if (tests > 0) silent.delete(path);
    if (paths.length > 1) times.push({ path, seconds: details.duration_ms / 1000 });
    tests = 0;
  };
  const { root, execArgv } = options;
  const watch = new HangWatch(performance.now());
  const stop = new AbortController();
  let hung: readonly string[] = [];
  const watching = setInterval(() => {
    hung = watch.findHung(performance.now()) ?? [];
    if (hung.length > 0) stop.abort();
  }, watchEveryMs);
  const stream = run({ cwd: root, files: [file], concurrency: 1, execArgv: [...execArgv], signal: stop.signal });
  for await (const event of stream as AsyncIterable<TestEvent>) {
    watch.see(event, performance.now());
    if (event.type === 'test:pass' || event.type === 'test:fail') count(event.data);
    if (event.type === 'test:summary' && event.data.file === undefined) {
      const { counts: of, duration_ms: ms } = event.data;
      const skipped = of.skipped + of.todo;
      counts = { passed: of.passed, failed: of.tests - of.passed - skipped, skipped: skipped + skippedSuites };
      const [path = ''] = paths;
      if (paths.length === 1) times.push({ path, seconds: ms / 1000 });
    } else if (event.type !== 'test:diagnostic' || event.data.file !== undefined) pass(event);
  }
  clearInterval(watching);
  if (hung.length === 0) return { ...counts, silent: [...silent], broken, hung: [], times };
  // Only the file itself is running if something keeps the process from ending after its tests.
  const names = hung.length === 1 ? paths : hung.filter((name) => name !== file);
  return { ...counts, silent: [], broken, hung: [names.join(' → ')], times };
}

function isOfTests(error: object): boolean {
  return 'failureType' in error && error.failureType === 'subtestsFailed';
}

/**
 * Returns the file itself, or a generated file with a suite for each of several files, because hooks at the top of a
 * file belong to its suite.
 */
function toProcessFile(paths: readonly string[], { root, runFolder }: RunOptions): string {
  const [first = ''] = paths;
  if (paths.length === 1) return join(root, first);
  const suites = paths.map(
    (path) =>
      `describe(${JSON.stringify(path)}, () => import(${JSON.stringify(pathToFileURL(join(root, path)).href)}));\n`,
  );
  const file = join(runFolder, `${first.replaceAll('/', '.').replace(/\.ts$/, '')}.mjs`);
  writeFileSync(file, `import { describe } from 'node:test';\n${suites.join('')}`);
  return file;
}

function addResults(results: readonly TestResults[]): TestResults {
  const sum = (of: (results: TestResults) => number) => results.reduce((total, each) => total + of(each), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    silent: results.flatMap(({ silent }) => silent),
    broken: results.flatMap(({ broken }) => broken),
    hung: results.flatMap(({ hung }) => hung),
    times: results.flatMap(({ times }) => times),
  };
}

/** Returns the last event of a run: the reporter then prints the failures. */
function toSummary({ passed, failed, skipped }: TestResults, ms: number): TestEvent {
  const tests = passed + failed + skipped;
  const counts = { tests, passed, failed, skipped, cancelled: 0, todo: 0, topLevel: tests, suites: 0 };
  return { type: 'test:summary', data: { success: failed === 0, counts, duration_ms: ms, file: undefined } };
}
