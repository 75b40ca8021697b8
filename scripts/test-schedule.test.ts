import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runAll, type TestProcess } from './test-schedule.ts';

describe('the schedule of a test run', () => {
  test('runs whole systems and unit tests in parallel, the longest first, with a limit for each', async () => {
    const starts = await simulate([
      unit('a', 60),
      unit('b', 20),
      unit('c', 5),
      system('p', 90),
      system('q', 80),
      system('r', 70),
      system('s', 10),
    ]);
    assert.deepEqual(starts, ['p 0', 'q 0', 'r 0', 'a 0', 'b 0', 'c 20', 's 60']);
  });

  test('runs three unit tests at a time without whole systems', async () => {
    const starts = await simulate([unit('a', 5), unit('b', 30), unit('c', 20), unit('d', 10)]);
    assert.deepEqual(starts, ['b 0', 'c 0', 'd 0', 'a 10']);
  });

  const tenSystems = Array.from({ length: 10 }, (_, index) => system(String(index), 60 - index));

  test('starts more processes one by one while cores are idle, and never more than two extra whole systems', async () => {
    const units = [unit('a', 5), unit('b', 4), unit('c', 3), unit('d', 2)];
    const starts = await startOnIdleCores([...tenSystems, ...units], [0.1, 0.5, 0.5, 1.9, 1.9]);
    assert.deepEqual(starts, ['0 0', '1 0', '2 0', 'a 0', 'b 0', '3 2', 'c 4']);
  });

  test('runs two extra whole systems after all unit tests, and a third while cores are idle', async () => {
    const starts = await startOnIdleCores(tenSystems, [0.1, 0.5, 1.9]);
    assert.deepEqual(starts, ['0 0', '1 0', '2 0', '3 0', '4 2']);
  });

  test('runs one process after another without any core', async () => {
    assert.deepEqual(await simulate([system('p', 1), unit('a', 2)], 0), ['a 0', 'p 2']);
  });

  test('ends with the error of a process that can’t be run', async () => {
    await assert.rejects(
      runAll([unit('a', 1)], 2, () => Promise.reject(new Error('no such file'))),
      /no such file/,
    );
  });
});

function unit(name: string, seconds: number): TestProcess {
  return { paths: [name], isWholeSystem: false, seconds };
}

function system(name: string, seconds: number): TestProcess {
  return { paths: [name], isWholeSystem: true, seconds };
}

/**
 * Returns the processes that start (none of them ends), each with the number of preceding measurements of idle cores.
 */
async function startOnIdleCores(processes: readonly TestProcess[], measured: readonly number[]): Promise<string[]> {
  const idle = [...measured];
  const starts: string[] = [];
  const done = Promise.withResolvers<void>();
  void runAll(
    processes,
    2,
    ({ paths }) => {
      starts.push(`${paths.join()} ${measured.length - idle.length}`);
      return new Promise(() => undefined);
    },
    () => {
      const cores = idle.shift();
      if (cores === undefined) done.resolve();
      return cores === undefined ? new Promise(() => undefined) : Promise.resolve(cores);
    },
  );
  await done.promise;
  return starts;
}

/** Returns the start times if each process takes its expected duration. */
async function simulate(processes: readonly TestProcess[], cores = 2): Promise<string[]> {
  const starts: string[] = [];
  const ends: { readonly at: number; readonly end: () => void }[] = [];
  let now = 0;
  const ran = runAll(processes, cores, ({ paths, seconds }) => {
    starts.push(`${paths.join()} ${now}`);
    return new Promise((resolve) => ends.push({ at: now + seconds, end: resolve }));
  });
  const state = { isRunning: true };
  void ran.finally(() => (state.isRunning = false));
  while (state.isRunning) {
    const next = ends.sort((one, other) => one.at - other.at).shift();
    if (next !== undefined) now = next.at;
    next?.end();
    await new Promise(setImmediate);
  }
  return starts;
}
