import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, Trial } from './fault.ts';
import type { Accepted, Installation } from './installation.ts';
import type { Process } from './processes.ts';

/** Journal records of a job of the built-in rules engine; a later one is not reached, which ends the trial early. */
const journalRecords = 4;

const agentPoints = [
  'agent.claimed',
  'agent.base-fixed',
  'agent.journaled',
  'agent.tree-ready',
  'agent.push-answered',
  'agent.pushed',
  'agent.pull-request-answered',
  'agent.pr-known',
  'agent.completing',
];
const exportPoints = [
  'export.claimed',
  'export.commit-fixed',
  'export.half-rendered',
  'export.stored',
  'export.completing',
];

/** Every numbered step of both flows, twice each; then every process at any moment. */
export function listFaults(): Fault[] {
  const later = Array.from({ length: journalRecords - 1 }, (_, index) => atPoint('agent.journaled', index + 2));
  return [
    ...agentPoints.map((point) => atPoint(point)),
    ...later,
    ...exportPoints.map((point) => atPoint(point)),
    workerAtRandom(),
    workerAtRandom(),
    drain(),
    drain(),
    apiWhileAsked(),
    apiWhileAsked(),
    postmasterAtRandom(),
    postmasterAtRandom(),
    everythingAtOnce(),
    everythingAtOnce(),
  ];
}

/**
 * A worker kills itself right after a step, and so does the one that takes the job over; the third is sound.
 *
 * @param time which time that the first worker gets there, for a step that is done more than once
 */
export function atPoint(point: string, time = 1, kills = 2): Fault {
  return {
    name: time === 1 ? point : `${point} (${String(time)})`,
    run: async (installation) => {
      await installation.ensureApi();
      const job = point.startsWith('agent.') ? await installation.createAgentJob() : await installation.startExport();
      let times = 0;
      let lastAtMs = performance.now();
      for (const at of [time, 1].slice(0, kills)) {
        const worker = installation.startWorker(`${point}:kill:${String(at)}`);
        const wasKilled = await killedOrDone(installation, worker, job);
        if (!wasKilled) break;
        times += 1;
        lastAtMs = performance.now();
      }
      if (times === 0) throw new Error(`no worker got to ${point} for the ${String(time)}. time`);
      return withSoundWorker(installation, { jobs: [job], times, lastAtMs });
    },
  };
}

/** False when the job ended although the worker was to die on the way. */
async function killedOrDone(installation: Installation, worker: Process, job: Accepted): Promise<boolean> {
  const ended = worker.ended.then(({ signal, code }) => {
    if (signal !== 'SIGKILL') throw new Error(`the armed worker ended with ${signal ?? String(code)}`);
    return true;
  });
  const done = installation.waitFor(job, 120_000).then(() => false);
  const wasKilled = await Promise.race([ended, done]);
  if (wasKilled) {
    done.catch(() => undefined);
    return true;
  }
  ended.catch(() => undefined);
  worker.kill('SIGTERM');
  await worker.ended;
  return false;
}

/** A worker that finishes the work, and is stopped when the jobs have ended. */
async function withSoundWorker(installation: Installation, trial: Trial): Promise<Trial> {
  const worker = installation.startWorker();
  await worker.ready;
  for (const job of trial.jobs) await installation.waitFor(job, 90_000);
  worker.kill('SIGTERM');
  await worker.ended;
  return trial;
}

async function load(installation: Installation): Promise<Accepted[]> {
  return [
    await installation.createAgentJob(),
    await installation.startExport(),
    await installation.createAgentJob(),
    await installation.createAgentJob(),
  ];
}

const anyMoment = () => delay(randomInt(50, 2_000));

export function workerAtRandom(): Fault {
  return {
    name: 'kill -9 of a busy worker',
    run: async (installation) => {
      await installation.ensureApi();
      const worker = installation.startWorker();
      await worker.ready;
      const jobs = await load(installation);
      await anyMoment();
      worker.kill('SIGKILL');
      await worker.ended;
      return withSoundWorker(installation, { jobs, times: 1, lastAtMs: performance.now() });
    },
  };
}

/** SIGTERM: the worker ends by itself, with 0, and what it had not finished is another's at once. */
export function drain(): Fault {
  return {
    name: 'SIGTERM of a busy worker',
    run: async (installation) => {
      await installation.ensureApi();
      const worker = installation.startWorker();
      await worker.ready;
      const jobs = await load(installation);
      await anyMoment();
      worker.kill('SIGTERM');
      const { code } = await worker.ended;
      if (code !== 0) throw new Error(`a worker that was stopped ended with ${String(code)}`);
      return withSoundWorker(installation, { jobs, times: 1, lastAtMs: performance.now() });
    },
  };
}

/** The API dies while requests are under way; clients ask again with the same key. */
export function apiWhileAsked(): Fault {
  return {
    name: 'kill -9 of the API under requests',
    run: async (installation) => {
      const before = await installation.ensureApi();
      const asked = Promise.all([load(installation), load(installation)]);
      await delay(randomInt(5, 150));
      before.kill('SIGKILL');
      await before.ended;
      const lastAtMs = performance.now();
      await installation.ensureApi();
      const jobs = (await asked).flat();
      return withSoundWorker(installation, { jobs, times: 1, lastAtMs });
    },
  };
}

export function postmasterAtRandom(): Fault {
  return {
    name: 'kill -9 of the embedded database',
    run: async (installation) => {
      await installation.ensureApi();
      const worker = installation.startWorker();
      await worker.ready;
      const jobs = await load(installation);
      await anyMoment();
      process.kill(installation.postmasterPid(), 'SIGKILL');
      const lastAtMs = performance.now();
      for (const job of jobs) await installation.waitFor(job, 90_000);
      worker.kill('SIGTERM');
      await worker.ended;
      return withSoundWorker(installation, { jobs, times: 1, lastAtMs });
    },
  };
}

/** As when the machine loses power: API, worker and database at the same moment. */
export function everythingAtOnce(): Fault {
  return {
    name: 'kill -9 of everything at once',
    run: async (installation) => {
      const before = await installation.ensureApi();
      const worker = installation.startWorker();
      await worker.ready;
      const jobs = await load(installation);
      await anyMoment();
      process.kill(installation.postmasterPid(), 'SIGKILL');
      before.kill('SIGKILL');
      worker.kill('SIGKILL');
      await Promise.all([before.ended, worker.ended]);
      const lastAtMs = performance.now();
      await installation.ensureApi();
      return withSoundWorker(installation, { jobs, times: 1, lastAtMs });
    },
  };
}
