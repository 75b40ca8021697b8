/**
 * A queue in simulated time: the job engine's own statements on a real PostgreSQL choose the next job, so the rule
 * isn't duplicated here. Only the work itself is simulated, as a number of seconds.
 */
import type { Pool } from 'pg';
import { createBoss } from '../../packages/server/src/platform/job-engine/create-boss.ts';
import { fetchNext } from '../../packages/server/src/platform/job-engine/fetch-next.ts';
import { createJobEngine, GroupFullError } from '../../packages/server/src/platform/job-engine/index.ts';
import { createLogger } from '../../packages/server/src/platform/log/index.ts';
import { createRandom, type Arrival } from './workload.ts';

export interface SimulatedQueue {
  readonly queue: string;
  readonly workers: number;
  /** Concurrent jobs of one worker. */
  readonly slots: number;
  readonly tenantConcurrency: number;
  readonly tenantWaiting: number;
  /** Average duration of a job; each takes between 0.5 and 1.5 times that. */
  readonly serviceSeconds: number;
  readonly isServiceFixed: boolean;
  /** Workers crash in turn after this many seconds; `undefined` if no worker crashes. */
  readonly deathEverySeconds: number | undefined;
  /** Seconds until another worker replaces a crashed worker. */
  readonly absentSeconds: number;
  /** Seconds until a crashed worker's jobs are taken over. */
  readonly takeOverSeconds: number;
}

/**
 * How many seconds each job waited; `undefined` if the job was refused because its tenant had too many waiting jobs.
 */
export type Waits = readonly (number | undefined)[];

interface Running {
  readonly id: string;
  readonly retryCount: number;
}

interface Worker {
  readonly running: Map<number, Running>;
  isAlive: boolean;
}

interface Database {
  readonly url: string;
  readonly pool: Pool;
}

const log = createLogger({ level: 'silent' });

export async function simulateQueue(
  { url, pool }: Database,
  given: SimulatedQueue,
  arrivals: readonly Arrival[],
): Promise<Waits> {
  const engine = createJobEngine({ url, pool, log });
  const queue = engine.defineQueue<{ n: number }>(given.queue, { waitingOfGroup: given.tenantWaiting });
  await engine.start();
  const boss = createBoss(pool, log);
  const events = new Events();
  const waits: (number | undefined)[] = arrivals.map(() => undefined);
  const random = createRandom(7);
  const workers = Array.from({ length: given.workers }, (): Worker => ({ running: new Map(), isAlive: true }));
  const open = { waiting: 0, left: arrivals.length };

  const join = async (n: number): Promise<void> => {
    const groupId = arrivals[n]?.tenant ?? '';
    try {
      await engine.enqueue(queue, { n }, { groupId, isBounded: true });
      open.waiting += 1;
    } catch (error) {
      if (!(error instanceof GroupFullError)) throw error;
      open.left -= 1;
    }
  };
  const end = async (worker: Worker, n: number, running: Running): Promise<void> => {
    // The worker has crashed in the meantime, so another worker repeats its work.
    if (worker.running.get(n) !== running) return;
    worker.running.delete(n);
    await boss.complete(given.queue, { id: running.id, retryCount: running.retryCount });
    open.left -= 1;
  };
  const takeOver = async (lost: readonly Running[]): Promise<void> => {
    for (const { id, retryCount } of lost)
      await boss.fail(given.queue, { id, retryCount }, { error: 'its worker was lost' });
    open.waiting += lost.length;
  };
  const die = (at: number, index: number): void => {
    const worker = workers[index % workers.length];
    if (worker === undefined || open.left === 0) return;
    const lost = [...worker.running.values()];
    worker.running.clear();
    worker.isAlive = false;
    events.add(at + given.takeOverSeconds, () => takeOver(lost));
    events.add(at + given.absentSeconds, () => void (worker.isAlive = true));
    if (given.deathEverySeconds !== undefined) events.add(at + given.deathEverySeconds, (next) => die(next, index + 1));
  };
  const claim = async (at: number, worker: Worker): Promise<void> => {
    const room = given.slots - worker.running.size;
    if (!worker.isAlive || room === 0 || open.waiting === 0) return;
    const jobs = await fetchNext<{ n: number }>(boss, pool, {
      queue: given.queue,
      room,
      groupConcurrency: given.tenantConcurrency,
    });
    for (const { id, retryCount, data } of jobs) {
      const running: Running = { id, retryCount };
      worker.running.set(data.n, running);
      open.waiting -= 1;
      waits[data.n] ??= at - (arrivals[data.n]?.at ?? 0);
      const factor = given.isServiceFixed ? 1 : 0.5 + random();
      events.add(at + given.serviceSeconds * factor, () => end(worker, data.n, running));
    }
    if (jobs.length > 0 && jobs.length < room) await claim(at, worker);
  };

  for (const [n, { at }] of arrivals.entries()) events.add(at, () => join(n));
  if (given.deathEverySeconds !== undefined) events.add(given.deathEverySeconds, (at) => die(at, 0));
  for (let turn = 0; open.left > 0; turn += 1) {
    const at = await events.runNext();
    // All workers are notified of a new job at once; the order in which they react is random.
    for (let n = 0; n < workers.length; n += 1) {
      const worker = workers[(n + turn) % workers.length];
      if (worker !== undefined) await claim(at, worker);
    }
  }
  await engine.stop();
  return waits;
}

type Act = (at: number) => unknown;

/** Upcoming events by time; events at the same time are in the order in which they were added. */
class Events {
  readonly #all: { readonly at: number; readonly act: Act }[] = [];

  add(at: number, act: Act): void {
    let low = 0;
    let high = this.#all.length;
    // Sorted in descending order: the next event is the last element.
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#all[middle]?.at ?? 0) > at) low = middle + 1;
      else high = middle;
    }
    this.#all.splice(low, 0, { at, act });
  }

  /** Runs all events of the next point in time. @returns that time */
  async runNext(): Promise<number> {
    const at = this.#all.at(-1)?.at;
    if (at === undefined) throw new Error('no events are left, but jobs are unfinished');
    while (this.#all.at(-1)?.at === at) await this.#all.pop()?.act(at);
    return at;
  }
}
