/**
 * `npm run faults [part of a name …] [--json] [--minutes=25] [--lanes=2]`: runs faults on two installations at the
 * same time, because starting processes takes most of the time. On each installation, they run one after another. Exit
 * code 1: a guarantee was violated, or the time ran out before every fault was run.
 */
import { Installation } from './installation.ts';
import { runFault, type FaultResult } from './fault.ts';
import { listFaults } from './list-faults.ts';

const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'));
/** Parts of names; if empty, every fault. */
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const isJson = options.includes('--json');
const numberOf = (name: string, otherwise: number): number =>
  Number(options.find((option) => option.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
const minutes = numberOf('minutes', 25);
const faults = listFaults().filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
const print = (line: string): void => {
  if (!isJson) console.log(line);
};
const nameWidth = Math.max(0, ...faults.map(({ name }) => name.length));

const startedMs = performance.now();
const stopped = new AbortController();
const isTimeOver = (): boolean => stopped.signal.aborted || performance.now() - startedMs > minutes * 60_000;
const results: FaultResult[] = [];
const notRun: string[] = [];
const waiting = [...faults];
const installations = new Set<Installation>();
// A runner that receives a signal cleans up after itself. The guard cleans up after a killed runner.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopped.abort();
    const closed = [...installations].map((installation) => installation.close());
    void Promise.allSettled(closed).finally(() => process.exit(1));
  });
}
print(['fault'.padEnd(nameWidth), 'times', 'jobs', 'recovery', 'result'].join('  '));
await Promise.all(Array.from({ length: Math.min(numberOf('lanes', 2), waiting.length) }, runLane));
const sum = (of: (result: FaultResult) => number): number => results.reduce((total, result) => total + of(result), 0);
const totals = {
  runs: sum(({ times }) => times),
  lost: sum(({ lost }) => lost.length),
  duplicated: sum(({ duplicated }) => duplicated.length),
  violations: sum(({ violations }) => violations.length),
  unfinished: sum(({ unfinished }) => (unfinished === undefined ? 0 : 1)),
};
const { runs, lost, duplicated, violations, unfinished } = totals;
// On stderr, so that stdout has a single object with `--json`.
for (const result of results.filter(isBroken)) console.error(report(result));
if (notRun.length > 0) {
  console.error(`not run in ${minutes} minutes: ${notRun.join(', ')}. Set a longer time with --minutes=…`);
}
console.log(
  isJson
    ? JSON.stringify(totals)
    : `${runs} faults, ${lost} lost, ${duplicated} duplicated, ${violations} violations, ${unfinished} unfinished`,
);
process.exitCode = lost + duplicated + violations + unfinished + notRun.length === 0 && results.length > 0 ? 0 : 1;

/** Runs faults from the list one after another, on a separate installation. */
async function runLane(): Promise<void> {
  let installation = await open();
  try {
    for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
      const { name } = fault;
      if (isTimeOver()) {
        notRun.push(name);
        continue;
      }
      const result = await runFault(installation, fault).catch((error: unknown) =>
        toFailure({ fault: name, timeline: installation.timeline.lines() }, error),
      );
      results.push(result);
      print(describe(result));
      // A hanging job would be attributed to the next fault.
      if (result.jobs === 0 && !stopped.signal.aborted) {
        await close(installation);
        installation = await open();
      }
    }
  } finally {
    await close(installation);
  }
}

async function open(): Promise<Installation> {
  const installation = await Installation.create();
  installations.add(installation);
  return installation;
}

async function close(installation: Installation): Promise<void> {
  await installation.close();
  installations.delete(installation);
}

/**
 * Returns the result of a fault that couldn't be completed. It counts as a failure, because its jobs' state is unknown.
 */
function toFailure(about: Pick<FaultResult, 'fault' | 'timeline'>, error: unknown): FaultResult {
  const unfinished = error instanceof Error ? error.message : String(error);
  return { ...about, unfinished, times: 0, jobs: 0, lost: [], duplicated: [], violations: [], recoveryMs: 0 };
}

function isBroken(result: FaultResult): boolean {
  return listBroken(result).length > 0;
}

function listBroken({ unfinished: why, lost: gone, duplicated: twice, violations: found }: FaultResult): string[] {
  return [...new Set([...(why === undefined ? [] : [`unfinished: ${why}`]), ...gone, ...twice, ...found])];
}

/** Formats the fault, each job that it affected, and what happened, in order. */
function report(result: FaultResult): string {
  return [`${result.fault}:`, ...[...listBroken(result), ...result.timeline].map((line) => `  ${line}`)].join('\n');
}

function describe(result: FaultResult): string {
  const { fault, times, jobs, recoveryMs } = result;
  const faultsFound = listBroken(result);
  const cells = [
    fault.padEnd(nameWidth),
    `${String(times).padStart(4)}×`,
    String(jobs).padStart(4),
    `${(recoveryMs / 1000).toFixed(1)} s`.padStart(8),
    faultsFound.length === 0 ? 'nothing lost, nothing twice' : faultsFound.join('; '),
  ];
  return cells.join('  ');
}
