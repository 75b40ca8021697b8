import type { Accepted, Installation } from './installation.ts';

/** One line of the table: what was done to a service with work on hand. */
export interface Fault {
  readonly name: string;
  /** Brings API and workers into play, breaks something, lets a sound worker finish, and leaves the API running. */
  run(installation: Installation): Promise<Trial>;
}

export interface Trial {
  readonly jobs: readonly Accepted[];
  /** How often something was killed or stopped. */
  readonly times: number;
  /** When the last of it happened, by `performance.now()`: from here on the take-over is counted. */
  readonly lastAtMs: number;
}

export interface FaultResult {
  readonly fault: string;
  readonly times: number;
  readonly jobs: number;
  /** Accepted jobs that are gone, did not end in time, or ended without what was asked for. */
  readonly lost: readonly string[];
  /** Jobs that nobody asked for, and second pull requests. */
  readonly duplicated: readonly string[];
  readonly violations: readonly string[];
  /** From the last fault to the end of the last job. */
  readonly recoveryMs: number;
}

/** A lost worker's job is taken over in 75 s; the rest is for doing it. */
const recoveryLimitMs = 75_000;

export async function runFault(installation: Installation, fault: Fault): Promise<FaultResult> {
  const { jobs, times, lastAtMs } = await fault.run(installation);
  const lost: string[] = [];
  for (const job of jobs) {
    const state = await installation.waitFor(job, Math.max(1_000, lastAtMs + recoveryLimitMs - performance.now()));
    const isDone = job.kind === 'export' || (state['result'] === 'changes' && typeof state['prLink'] === 'string');
    if (state['status'] !== 'completed' || !isDone) lost.push(`${job.id} is ${JSON.stringify(state)}`);
  }
  const recoveryMs = performance.now() - lastAtMs;
  const known = await installation.countAgentJobs();
  const asked = installation.accepted.filter(({ kind }) => kind === 'agent').length;
  const { violations } = await installation.audit();
  const found = violations.map(({ promise, subject, message }) => `${promise} ${subject}: ${message}`);
  return {
    fault: fault.name,
    times,
    jobs: jobs.length,
    lost,
    duplicated: [
      ...(known === asked ? [] : [`${String(known)} agent jobs for ${String(asked)} accepted requests`]),
      ...found.filter((line) => / has \d+ pull requests/.test(line)),
    ],
    violations: found,
    recoveryMs: Math.round(recoveryMs),
  };
}
