/** The files that a process runs. */
export interface TestProcess {
  readonly paths: readonly string[];
  /** Whether it starts its own services, databases or browsers, which mostly wait for each other. */
  readonly isWholeSystem: boolean;
  /** Expected duration. */
  readonly seconds: number;
}

/**
 * The processor time that a process needs per second. On two cores, three whole systems run next to two processes of
 * unit tests, or three processes of unit tests run alone.
 */
const share = { wholeSystem: 0.4, unit: 0.8 };
/**
 * More than the cores, because processes wait for each other at times when their shares say they don't: with 0.5, a
 * full run used three quarters of two cores.
 */
const surplus = 0.8;

/**
 * The next process to start: the longest that fits next to the running ones, so that no long process runs alone at the
 * end. At most one whole system more than the cores runs: with more of them, each browser is too slow.
 */
export function selectNext(
  waiting: readonly TestProcess[],
  running: readonly TestProcess[],
  cores: number,
): TestProcess | undefined {
  const used = running.reduce((sum, process) => sum + shareOf(process), 0);
  const wholeSystems = running.filter((process) => process.isWholeSystem).length;
  const fitting = waiting.filter(
    (process) =>
      running.length === 0 ||
      (used + shareOf(process) <= cores + surplus && !(process.isWholeSystem && wholeSystems > cores)),
  );
  return fitting.toSorted((one, other) => other.seconds - one.seconds)[0];
}

function shareOf({ isWholeSystem }: TestProcess): number {
  return isWholeSystem ? share.wholeSystem : share.unit;
}

/** Runs all processes, each as soon as it fits. */
export async function runAll(
  processes: readonly TestProcess[],
  cores: number,
  runOne: (process: TestProcess) => Promise<void>,
): Promise<void> {
  const waiting = new Set(processes);
  const running = new Map<TestProcess, Promise<void>>();
  while (waiting.size > 0 || running.size > 0) {
    const next = selectNext([...waiting], [...running.keys()], cores);
    if (next === undefined) {
      await Promise.race(running.values());
      continue;
    }
    waiting.delete(next);
    running.set(
      next,
      runOne(next).finally(() => running.delete(next)),
    );
  }
}
