import { cpus } from 'node:os';
import { setTimeout } from 'node:timers/promises';

/** The files that a process runs. */
export interface TestProcess {
  readonly paths: readonly string[];
  /** Whether it starts its own services, databases or browsers, which mostly wait for each other. */
  readonly isWholeSystem: boolean;
  /** Expected duration. */
  readonly seconds: number;
}

/**
 * The processor time that a process needs per second. On two cores, three whole systems run alongside two processes of
 * unit tests, or three processes of unit tests run alone. Unit tests end long before the whole systems, which then need
 * no more than two thirds of two cores if only three of them run.
 */
const share = { wholeSystem: 0.4, unit: 0.8 };
/**
 * Added to the number of cores, because processes wait more often than their shares assume: with 0.5, a full run used
 * three quarters of two cores.
 */
const surplus = 0.8;

/** The number of cores that must have been idle before one more whole system is started. */
const idleForWholeSystem = 0.5;

/** Waits for a few seconds, and returns how many cores were idle on average. @throws if the signal is aborted */
export type MeasureIdle = (signal: AbortSignal) => Promise<number>;

/**
 * Selects the next process to start: the longest that fits alongside the running ones, so that no long process runs
 * alone at the end. Idle cores are added to the available ones. The number of whole systems may exceed the number of
 * cores by one while unit tests run, and by two afterwards. If cores are idle, one more is started. With even more
 * whole systems, each browser would be too slow.
 */
export function selectNext(
  waiting: readonly TestProcess[],
  running: readonly TestProcess[],
  cores: number,
  idle = 0,
): TestProcess | undefined {
  const used = running.reduce((sum, process) => sum + shareOf(process), 0);
  const wholeSystems = running.filter((process) => process.isWholeSystem).length;
  const areUnitTestsLeft = [...waiting, ...running].some((process) => !process.isWholeSystem);
  const mostSystems = cores + (areUnitTestsLeft ? 1 : 2) + (idle >= idleForWholeSystem ? 1 : 0);
  const fitting = waiting.filter(
    (process) =>
      running.length === 0 ||
      (used + shareOf(process) <= cores + surplus + idle && !(process.isWholeSystem && wholeSystems >= mostSystems)),
  );
  return fitting.toSorted((one, other) => other.seconds - one.seconds)[0];
}

function shareOf({ isWholeSystem }: TestProcess): number {
  return isWholeSystem ? share.wholeSystem : share.unit;
}

/** Runs all processes, each as soon as it fits. The limits are raised while cores are idle. */
export async function runAll(
  processes: readonly TestProcess[],
  cores: number,
  runOne: (process: TestProcess) => Promise<void>,
  measureIdle?: MeasureIdle,
): Promise<void> {
  const waiting = new Set(processes);
  const running = new Map<TestProcess, Promise<void>>();
  let idle = 0;
  while (waiting.size > 0 || running.size > 0) {
    const next = selectNext([...waiting], [...running.keys()], cores, idle);
    // Only one process at a time is started on idle cores: the next measurement shows whether another one fits.
    idle = 0;
    if (next === undefined) {
      idle = await waitForChange(running, waiting.size > 0 ? measureIdle : undefined);
      continue;
    }
    waiting.delete(next);
    running.set(
      next,
      runOne(next).finally(() => running.delete(next)),
    );
  }
}

/** Waits until a process ends, or until idle cores have been measured; returns their number. */
async function waitForChange(
  running: ReadonlyMap<TestProcess, Promise<void>>,
  measureIdle: MeasureIdle | undefined,
): Promise<number> {
  const ended = Promise.race(running.values()).then(() => 0);
  if (measureIdle === undefined) return ended;
  const stop = new AbortController();
  const measured = measureIdle(stop.signal);
  measured.catch(() => undefined);
  try {
    return await Promise.race([ended, measured]);
  } finally {
    stop.abort();
  }
}

/** Measures the machine, including what other programs use. Without free memory, its idle cores can't be used. */
export const measureIdleCores: MeasureIdle = async (signal) => {
  const [startedAt, before] = [performance.now(), idleMs()];
  await setTimeout(idleSeconds * 1000, undefined, { signal });
  if (process.availableMemory() < memoryOfOne) return 0;
  return (idleMs() - before) / (performance.now() - startedAt);
};

/**
 * Starts measuring the machine. The returned function returns the share of its cores that has been in use since the
 * start.
 */
export function measureUse(): () => number {
  const [startedAt, before] = [performance.now(), idleMs()];
  return () => 1 - (idleMs() - before) / ((performance.now() - startedAt) * cpus().length);
}

/** A whole system with its service, database and browser uses half of this. */
const memoryOfOne = 2 * 1024 ** 3;

/** Longer than a process takes to start: a starting process mostly waits for the disk, so cores seem idle. */
const idleSeconds = 4;

const idleMs = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0);
