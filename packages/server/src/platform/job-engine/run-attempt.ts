import { setTimeout as delay } from 'node:timers/promises';
import { JobAbortedError, TerminalJobError } from './errors.ts';
import type { DeadJobReason, Job, JobHandler, JobTools, QueuePolicy } from './job-engine.ts';
import type { AttemptHistory } from './store.ts';

/** An attempt's result, which hasn't been recorded yet. */
export type AttemptEnd =
  | { readonly kind: 'done' }
  /** The row already contains the result: the job was canceled, or another worker took it over. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'released' }
  /** The attempt failed because of a condition that blocks all jobs. */
  | { readonly kind: 'held-back'; readonly error: string }
  | { readonly kind: 'failed'; readonly error: string; readonly terminal: boolean };

/** The decision about a job whose attempt failed, or that was claimed with its history. */
export type Verdict =
  | { readonly kind: 'retry'; readonly delayMs: number }
  | { readonly kind: 'dead'; readonly reason: DeadJobReason };

/** Runs the handler once, for at most `expireMs`. Never throws. */
export async function runAttempt<Data extends object>(
  job: Job<Data>,
  handler: JobHandler<Data>,
  control: {
    abort: AbortController;
    expireMs: number;
    /** The time that a handler has to end after its signal was aborted for this reason. */
    graceMs: (reason: unknown) => number;
    tools: JobTools;
    metBackpressure: (error: unknown) => boolean;
  },
): Promise<AttemptEnd> {
  const { abort } = control;
  const expiry = setTimeout(() => {
    abort.abort(new JobAbortedError('job-expired', `the attempt took longer than ${control.expireMs} ms`));
  }, control.expireMs);
  const finished = Promise.withResolvers<void>();
  const overdue = untilOverdue(abort.signal, control.graceMs, finished.promise);
  try {
    await Promise.race([handler(job, abort.signal, control.tools), overdue]);
    return { kind: 'done' };
  } catch (error) {
    return toEnd(error, abort.signal, control.metBackpressure);
  } finally {
    clearTimeout(expiry);
    finished.resolve();
  }
}

/** Rejects if the handler has ignored its aborted signal for too long. */
async function untilOverdue(
  signal: AbortSignal,
  graceMs: (reason: unknown) => number,
  finished: Promise<void>,
): Promise<never> {
  const stop = new AbortController();
  void finished.then(() => stop.abort());
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true, signal: stop.signal });
  });
  await delay(graceMs(signal.reason), undefined, { signal: stop.signal }).catch(() => undefined);
  throw signal.reason;
}

function toEnd(error: unknown, signal: AbortSignal, metBackpressure: (error: unknown) => boolean): AttemptEnd {
  const reason: unknown = signal.aborted ? signal.reason : error;
  if (reason instanceof JobAbortedError) {
    if (reason.code === 'worker-stopping') return { kind: 'released' };
    if (reason.code !== 'job-expired') return { kind: 'gone' };
    return { kind: 'failed', error: reason.message, terminal: false };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (metBackpressure(error)) return { kind: 'held-back', error: message };
  return { kind: 'failed', error: message, terminal: error instanceof TerminalJobError };
}

/** Called before an attempt. Returns `undefined` if the job may run. */
export function findDeadReason(
  attempt: number,
  history: AttemptHistory,
  policy: Required<QueuePolicy>,
): DeadJobReason | undefined {
  // After the last allowed failure, a worker was lost before it could record that the job is dead.
  if (history.failures > policy.retryLimit) return 'failed';
  const lost = attempt - 1 - history.failures - history.released;
  return lost >= policy.lostAttemptsLimit ? 'worker-lost' : undefined;
}

/** Called after a failure; `history` contains the counts of earlier attempts. */
export function classifyFailure(history: AttemptHistory, terminal: boolean, policy: Required<QueuePolicy>): Verdict {
  if (terminal || history.failures >= policy.retryLimit) return { kind: 'dead', reason: 'failed' };
  return { kind: 'retry', delayMs: Math.min(policy.retryDelayMaxMs, policy.retryDelayMs * 2 ** history.failures) };
}
