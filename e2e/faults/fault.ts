import { setTimeout as delay } from 'node:timers/promises';
import type { Accepted, Installation } from './installation.ts';
import { hangLimitMs } from '../../scripts/hang-limit.ts';

/** A row of the table: a fault that is injected into a service with pending work. */
export interface Fault {
  readonly name: string;
  /** Starts API and workers, injects the fault, lets a healthy worker finish, and leaves the API running. */
  run(installation: Installation): Promise<Trial>;
}

export interface Trial {
  readonly jobs: readonly Accepted[];
  /** Number of processes that were killed or stopped. */
  readonly times: number;
  /** Time of the last injection, by `performance.now()`, from which the takeover is timed. */
  readonly lastAtMs: number;
  /**
   * Model answers that may have been requested again, because the worker was killed before they could be recorded in
   * the journal.
   */
  readonly repeatedAnswers?: number;
}

export interface FaultResult {
  readonly fault: string;
  readonly times: number;
  readonly jobs: number;
  /** The reason why the fault itself didn't finish; the state of its jobs is then unknown. */
  readonly unfinished?: string;
  /**
   * Accepted jobs that were lost, didn't end although a healthy worker was available, or ended without the requested
   * result.
   */
  readonly lost: readonly string[];
  /**
   * Jobs that no one requested, second pull requests, second webhooks for one end, and model answers that were paid for
   * twice.
   */
  readonly duplicated: readonly string[];
  readonly violations: readonly string[];
  /** The time from the last injection of the fault to the end of the last job. */
  readonly recoveryMs: number;
  /** The events, in order. */
  readonly timeline: readonly string[];
}

/**
 * A fault waits for several jobs and processes, one after another. A fault that takes longer than this is considered
 * hung and is abandoned, so that the other faults can still run.
 */
const faultLimitMs = 4 * hangLimitMs;

export async function runFault(installation: Installation, fault: Fault): Promise<FaultResult> {
  installation.timeline.begin();
  const { jobs, times, lastAtMs, repeatedAnswers = 0 } = await within(faultLimitMs, fault.run(installation));
  const lost: string[] = [];
  for (const job of jobs) {
    // The healthy worker has had enough time, so jobs that haven't ended now are lost.
    const state = await installation.waitFor(job, 0);
    if (!isDone(job, state)) lost.push(`${job.id} is ${JSON.stringify(state)}`);
    // No webhook reports a deployment that a newer one superseded, and the webhook about an automation's job doesn't
    // name its run.
    if (state['status'] === 'skipped' || job.kind === 'automation') continue;
    if (!(await installation.waitForWebhook(job, 0))) lost.push(`no webhook reported the end of ${job.id}`);
  }
  const recoveryMs = performance.now() - lastAtMs;
  const known = await installation.countAgentJobs();
  const deployments = await installation.countDeployments();
  const asked = installation.accepted.filter(({ kind }) => kindsOfAgentJobs.has(kind)).length;
  const askedDeployments = installation.accepted.filter(({ kind }) => kind === 'deployment').length;
  const { violations } = await installation.audit();
  const found = violations.map(({ promise, subject, message }) => `${promise} ${subject}: ${message}`);
  return {
    fault: fault.name,
    times,
    jobs: jobs.length,
    lost,
    duplicated: [
      ...(known === asked ? [] : [`${known} agent jobs for ${asked} accepted requests`]),
      ...(deployments === askedDeployments
        ? []
        : [`${deployments} deployments for ${askedDeployments} accepted requests`]),
      ...found.filter((line) => / has \d+ pull requests/.test(line)),
      ...(await findSecondPullRequests(installation)),
      ...(await findSecondSuggestions(installation, jobs)),
      ...findSecondEvents(installation),
      ...findBoughtTwice(installation, repeatedAnswers),
    ],
    violations: found,
    recoveryMs: Math.round(recoveryMs),
    timeline: installation.timeline.lines(),
  };
}

const kindsOfAgentJobs: ReadonlySet<Accepted['kind']> = new Set(['agent', 'ask', 'automation']);

function isDone(job: Accepted, state: Readonly<Record<string, unknown>>): boolean {
  switch (job.kind) {
    case 'agent':
      return state['status'] === 'completed' && state['result'] === 'changes' && typeof state['prLink'] === 'string';
    case 'ask':
      return state['status'] === 'completed' && state['result'] === 'changes' && state['prLink'] === null;
    case 'deployment':
      return (
        state['status'] === 'success' ||
        (state['status'] === 'skipped' && /^Replaced by \w+ /.test(String(state['summary'])))
      );
    case 'export':
      return state['status'] === 'completed';
    case 'automation':
      return state['status'] === 'accepted' && state['runs'] === 1;
  }
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = delay(limitMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`not finished after ${limitMs / 1000} s`);
  });
  late.catch(() => undefined);
  return Promise.race([work, late]).finally(() => timer.abort());
}

async function findSecondPullRequests({ world }: Installation): Promise<string[]> {
  const heads = (await world.github.pullRequests()).map(({ head }) => String((head as { ref: unknown }).ref));
  return [...countEach(heads)].flatMap(([head, count]) => (count > 1 ? [`${head} has ${count} pull requests`] : []));
}

/** Finds jobs without exactly one suggestion. Each request is about one section. */
async function findSecondSuggestions(installation: Installation, jobs: readonly Accepted[]): Promise<string[]> {
  const found: string[] = [];
  for (const job of jobs.filter(({ kind }) => kind === 'ask')) {
    const count = await installation.countSuggestions(job);
    if (count !== 1) found.push(`${job.id} has ${count} suggestions`);
  }
  return found;
}

/**
 * Finds job ends reported as several events. A webhook may arrive twice with one `webhook-id`, but not with two IDs.
 */
function findSecondEvents({ world }: Installation): string[] {
  const messages = new Set(
    world.reported.map(({ jobId, turns, type, messageId }) => `${jobId} ${turns} ${type} ${messageId}`),
  );
  const ends = [...messages].map((message) => message.split(' ').slice(0, 3).join(' '));
  return [...countEach(ends)].flatMap(([end, count]) => (count > 1 ? [`${end} was reported as ${count} events`] : []));
}

/** Finds repeated model answers that weren't allowed. Repetitions that were reported earlier don't count. */
function findBoughtTwice(installation: Installation, repeatedAnswers: number): string[] {
  const repeats = [...installation.world.modelAnswers().values()].reduce((sum, count) => sum + count - 1, 0);
  const extra = repeats - installation.knownRepeats - repeatedAnswers;
  installation.knownRepeats = repeats;
  return extra > 0 ? [`${extra} journaled model answers were requested again`] : [];
}

function countEach(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
