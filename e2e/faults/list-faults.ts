import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Fault, type Trial } from './fault.ts';
import type { Accepted, Installation, Place } from './installation.ts';
import type { LostAnswer } from './outside-world.ts';
import type { Process } from './processes.ts';
import { hangLimitMs } from '../../scripts/hang-limit.ts';

/** Number of journal records of a job: the prompt, and for each of two answers, the answer and its tools' results. */
const journalRecords = 5;

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
/** Steps that differ in a follow-up: it already has a branch and a pull request. */
const followUpPoints = agentPoints.filter((point) => point !== 'agent.claimed' && point !== 'agent.journaled');
/** Steps of a job about a draft: its commit is created but not pushed, and its suggestions are created at its end. */
const askPoints = ['agent.base-fixed', 'agent.journaled', 'agent.completing'];
const exportPoints = ['export.claimed', 'export.commit-fixed', 'export.stored', 'export.completing'];
const deploymentPoints = ['deployment.claimed', 'deployment.commit-fixed', 'deployment.built', 'deployment.activating'];

const automationPoints = [
  'automation.run-created',
  'automation.job-created',
  'automation.merge-answered',
  'automation.merged',
  'automation.merge-recorded',
];

/** Half of the example site's pages. */
export const halfOfExample = 10;

/** The steps of the delivery that is due at an agent job's end. */
const webhookPoints = ['webhook.claimed', 'webhook.answered', 'webhook.recorded'];

/** Lists the faults: kills at each step of all flows, lost responses, refused requests, and kills at any moment. */
export function listFaults(): Fault[] {
  const later = Array.from({ length: journalRecords - 1 }, (_, index) => index + 2);
  return [
    ...agentPoints.map((point) => atPoint(point)),
    ...['agent.push-answered', 'agent.pull-request-answered'].map((point) => atPoint(point, { place: 'remote' })),
    atPoint('agent.journaled', { place: 'remote' }),
    ...later.map((time) => atPoint('agent.journaled', { place: 'remote', time })),
    ...followUpPoints.map((point) => atPoint(point, { of: 'follow-up' })),
    ...exportPoints.map((point) => atPoint(point)),
    atPoint('export.rendering', { time: halfOfExample }),
    ...deploymentPoints.map((point) => atPoint(point)),
    atPoint('deployment.rendering', { time: halfOfExample }),
    // Once the job has ended, the step isn't run again.
    atPoint('deployment.ended', { kills: 1 }),
    // Each step is run once.
    ...automationPoints.map((point) => atPoint(point, { kills: 1 })),
    // The end of a run and the request to merge.
    atPoint('agent.completing', { of: 'automation' }),
    ...['automation.merge-answered', 'automation.merged'].map((point) => atPoint(point, { kills: 1, place: 'remote' })),
    whileChecksRun(),
    ...askPoints.map((point) => atPoint(point, { of: 'ask' })),
    atPoint('agent.context-fetched', { of: 'automation with code', place: 'remote' }),
    whileContextIsFetched(),
    ...webhookPoints.map((point) => atPoint(point)),
    answerLost('push'),
    answerLost('pull-request'),
    answerLost('update of a pull-request'),
    refused('api'),
    refused('webhook'),
    workerAtRandom(),
    workerAtRandom(),
    drain(),
    drain(),
    apiWhileAsked(),
    apiWhileAsked(),
    edgeWhileDeploying(),
    edgeWhileDeploying(),
    postmasterAtRandom(),
    postmasterAtRandom(),
    everythingAtOnce(),
    everythingAtOnce(),
  ];
}

/**
 * Creates a fault: a worker kills itself directly after a step, as does the worker that takes over the job; the third
 * worker doesn't.
 *
 * @param options `time`: the pass in which the first worker kills itself, for a step that is run more than once; `of`:
 * the step's flow, if its name doesn't contain it
 */
export function atPoint(
  point: string,
  options: {
    readonly time?: number;
    readonly kills?: number;
    readonly place?: Place;
    readonly of?: Work;
  } = {},
): Fault {
  const { time = 1, kills = 2, place = 'local', of } = options;
  const suffix = `${time === 1 ? '' : ` (${time})`}${place === 'local' ? '' : ', remote'}${of === undefined ? '' : `, ${of}`}`;
  return {
    name: point + suffix,
    run: async (installation) => {
      await installation.ensureApi();
      const job = await begin(installation, { place, work: of ?? workOf(point) });
      let times = 0;
      let lastAtMs = performance.now();
      for (const at of [time, ...Array<number>(maxOthers).fill(1)]) {
        if (times >= kills && (await hasBegun(installation, job))) break;
        const worker = installation.startWorker(`${point}:kill:${at}`);
        // The first worker reaches the point, even if it starts slowly; later workers may have nothing left to do.
        const afterMs = !isAfterEnd(point) ? 0 : times === 0 ? hangLimitMs : afterEndMs;
        const wasKilled = await killedOrDone(installation, worker, { job, afterMs });
        if (!wasKilled) break;
        times += 1;
        lastAtMs = performance.now();
      }
      if (times === 0) throw new Error(`no worker reached ${point} (time ${time})`);
      return withSoundWorker(installation, { jobs: [job], times, lastAtMs });
    },
  };
}

/** Maximum number of workers after the first. Some reach the point with other work: deployments of agents' branches. */
const maxOthers = 8;

/** Whether one of the killed workers had the job. */
async function hasBegun(installation: Installation, job: Accepted): Promise<boolean> {
  return job.kind !== 'deployment' || (await installation.stateOf(job))['status'] !== 'queued';
}

/** The work that a fault affects. `follow-up`: the second turn of a job whose first turn succeeded. */
type Work = Accepted['kind'] | 'follow-up' | 'automation with code' | 'deployment without a bundle';

function workOf(point: string): Work {
  if (point === 'deployment.rendering') return 'deployment without a bundle';
  const [flow] = point.split('.', 1);
  return flow === 'automation' || flow === 'export' || flow === 'deployment' ? flow : 'agent';
}

/** Starts the job that the fault affects. */
async function begin(
  installation: Installation,
  { place, work }: { readonly place: Place; readonly work: Work },
): Promise<Accepted> {
  switch (work) {
    case 'agent':
      return installation.createAgentJob(place);
    case 'follow-up':
      return beginFollowUp(installation, place);
    case 'ask':
      return installation.askAgent();
    case 'automation':
      return installation.startAutomation(place);
    case 'automation with code':
      return installation.startAutomation(place, { withCode: true });
    case 'export':
      return installation.startExport();
    case 'deployment':
      return installation.startDeployment();
    case 'deployment without a bundle':
      return installation.startDeployment({ withoutBundle: true });
  }
}

async function beginFollowUp(installation: Installation, place: Place): Promise<Accepted> {
  const first = await installation.createAgentJob(place);
  await withSoundWorker(installation, { jobs: [first], times: 0, lastAtMs: performance.now() });
  return installation.followUp(first);
}

/** Returns whether the worker was killed, which may happen until the given time after the job's end. */
async function killedOrDone(
  installation: Installation,
  worker: Process,
  { job, afterMs }: { readonly job: Accepted; readonly afterMs: number },
): Promise<boolean> {
  const over = new AbortController();
  const ended = worker.ended.then(({ signal, code }) => {
    over.abort();
    if (signal !== 'SIGKILL') throw new Error(`the armed worker ended with ${signal ?? String(code)}`);
    return true;
  });
  const done = installation
    .waitFor(job, hangLimitMs)
    .then(() => worker.ready)
    .then(() => delay(afterMs, undefined, { signal: over.signal }))
    .then(() => false);
  done.catch(() => undefined);
  const wasKilled = await Promise.race([ended, done]);
  if (wasKilled) return true;
  ended.catch(() => undefined);
  worker.kill('SIGTERM');
  await worker.ended;
  return false;
}

/** Runs a worker that finishes the work, and stops it when the jobs have ended. */
async function withSoundWorker(installation: Installation, trial: Trial): Promise<Trial> {
  const worker = installation.startWorker();
  await worker.ready;
  for (const job of trial.jobs) await untilReported(installation, job);
  worker.kill('SIGTERM');
  await worker.ended;
  return trial;
}

/** Waits for the webhook about a job's end. Runs and superseded deployments send no webhook. */
async function untilReported(installation: Installation, job: Accepted): Promise<void> {
  const { status } = await installation.waitFor(job, hangLimitMs);
  if (status !== 'skipped' && job.kind !== 'automation') await installation.waitForWebhook(job, hangLimitMs);
}

/** A worker is killed directly after a merge was postponed, and the check passes before the next worker starts. */
export function whileChecksRun(): Fault {
  return {
    name: 'automation.merge-waits, remote',
    run: async (installation) => {
      await installation.ensureApi();
      const { mainBranch } = installation.world;
      mainBranch.require();
      const job = await installation.startAutomation('remote');
      const worker = installation.startWorker('automation.merge-waits:kill:1');
      const { signal } = await worker.ended;
      if (signal !== 'SIGKILL') throw new Error('the worker did not wait for the check');
      const lastAtMs = performance.now();
      const { status, outcome } = await installation.stateOf(job);
      if (status !== 'review_needed' || !String(outcome).includes('Waiting for the check'))
        throw new Error(`the run does not wait: ${String(outcome)}`);
      mainBranch.pass();
      return withSoundWorker(installation, { jobs: [job], times: 1, lastAtMs });
    },
  };
}

/** A worker is killed while git receives the commits of a context repository. Its git process continues. */
export function whileContextIsFetched(): Fault {
  return {
    name: 'kill -9 while a context repository is fetched',
    run: async (installation) => {
      await installation.ensureApi();
      const job = await installation.startAutomation('remote', { withCode: true });
      const worker = installation.startWorker();
      installation.world.onNextContextFetch(async () => {
        worker.kill('SIGKILL');
        await worker.ended;
      });
      const { signal } = await worker.ended;
      if (signal !== 'SIGKILL') throw new Error('the worker did not fetch the context repository');
      return withSoundWorker(installation, { jobs: [job], times: 1, lastAtMs: performance.now() });
    },
  };
}

/** The code host carries out the request, but its response never arrives; twice for one job. */
export function answerLost(to: LostAnswer): Fault {
  return {
    name: `answer lost after success: ${to}`,
    run: async (installation) => {
      await installation.ensureApi();
      const jobs: Accepted[] = [];
      for (const _ of [1, 2]) {
        const isUpdate = to === 'update of a pull-request';
        const job = isUpdate
          ? await beginFollowUp(installation, 'remote')
          : await installation.createAgentJob('remote');
        installation.world.loseAnswer(to);
        jobs.push(job);
      }
      return withSoundWorker(installation, { jobs, times: 2, lastAtMs: performance.now() });
    },
  };
}

/** Other services are temporarily unavailable: the code host's API, the webhook receiver. */
export function refused(what: 'api' | 'webhook'): Fault {
  return {
    name: `503 of the ${what === 'api' ? 'code host' : 'webhook receiver'}`,
    run: async (installation) => {
      await installation.ensureApi();
      const times = what === 'api' ? 2 : 1;
      installation.world.refuse(what, times);
      const jobs = [await installation.createAgentJob('remote')];
      return withSoundWorker(installation, { jobs, times, lastAtMs: performance.now() });
    },
  };
}

async function load(installation: Installation): Promise<Accepted[]> {
  return [
    await installation.createAgentJob(),
    await installation.startExport(),
    await installation.startDeployment(),
    await installation.createAgentJob(),
    await installation.createAgentJob('remote'),
  ];
}

/** Whether a worker reaches the point once the job has ended. */
const isAfterEnd = (point: string): boolean => point.startsWith('webhook.') || afterEnd.has(point);
const afterEnd: ReadonlySet<string> = new Set(['deployment.ended', 'automation.merged', 'automation.merge-recorded']);
/** Time from a worker's readiness to its first delivery, if any. */
const afterEndMs = 25_000;

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
      return withSoundWorker(installation, { jobs, times: 1, repeatedAnswers: 1, lastAtMs: performance.now() });
    },
  };
}

/** After SIGTERM, the worker exits with 0, and its unfinished work is immediately available to others. */
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
      if (code !== 0) throw new Error(`a worker that was stopped ended with ${code}`);
      return withSoundWorker(installation, { jobs, times: 1, repeatedAnswers: 1, lastAtMs: performance.now() });
    },
  };
}

/** The API is killed while requests are in progress; clients retry with the same key. */
export function apiWhileAsked(): Fault {
  return {
    name: 'kill -9 of the API while it handles requests',
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

/** Readers of a live site use an edge that is killed while the next version is built; the next edge serves it. */
export function edgeWhileDeploying(): Fault {
  return {
    name: 'kill -9 of an edge and of the deploying worker',
    run: async (installation) => {
      await installation.ensureApi();
      const first = await installation.startDeployment();
      await withSoundWorker(installation, { jobs: [first], times: 0, lastAtMs: performance.now() });
      const edge = installation.startEdge();
      const worker = installation.startWorker();
      await Promise.all([worker.ready, readLive(edge)]);
      const jobs = [first, await installation.startDeployment()];
      await anyMoment();
      edge.kill('SIGKILL');
      worker.kill('SIGKILL');
      await Promise.all([edge.ended, worker.ended]);
      const lastAtMs = performance.now();
      const next = installation.startEdge();
      const seen = await readLive(next);
      const trial = await withSoundWorker(installation, { jobs, times: 2, lastAtMs });
      if ((await readLive(next)) !== seen) throw new Error('one commit was shown as two sites');
      next.kill('SIGTERM');
      await next.ended;
      return trial;
    },
  };
}

/** Returns the page that a reader receives. @throws {Error} if it isn't the site's */
async function readLive(edge: Process): Promise<string> {
  const { address } = await edge.ready;
  const answer = await fetch(String(address), { signal: AbortSignal.timeout(hangLimitMs) });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`the edge answers ${answer.status} ${text.slice(0, 200)}`);
  return text;
}

function postmasterAtRandom(): Fault {
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
      for (const job of jobs) await untilReported(installation, job);
      worker.kill('SIGTERM');
      await worker.ended;
      return withSoundWorker(installation, { jobs, times: 1, repeatedAnswers: 1, lastAtMs });
    },
  };
}

/** Like a power failure: the API, the worker and the database are killed at the same moment. */
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
      return withSoundWorker(installation, { jobs, times: 1, repeatedAnswers: 1, lastAtMs });
    },
  };
}
