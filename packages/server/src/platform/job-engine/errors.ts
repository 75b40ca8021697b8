import { countOf } from '../words/count-of.ts';
/** The reason why a handler's signal was aborted, as the signal's `reason`. */
export class JobAbortedError extends Error {
  readonly code: JobAbortCode;

  constructor(code: JobAbortCode, message: string) {
    super(message);
    this.name = 'JobAbortedError';
    this.code = code;
  }
}

/**
 * `job-cancelled`: `cancel` was called. `job-lease-lost`: another worker may have the job, so the handler must not
 * write anything. `job-expired`: the attempt took too long. `worker-stopping`: the process ends, and the job returns to
 * the queue.
 */
export type JobAbortCode = 'job-cancelled' | 'job-lease-lost' | 'job-expired' | 'worker-stopping';

/**
 * A job's row no longer belongs to this worker, because the job was canceled or taken over. The handler must end
 * without further writes.
 */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** The group has reached its limit on waiting jobs; nothing was enqueued. */
export class GroupFullError extends Error {
  override readonly name = 'GroupFullError';
  readonly limit: number;

  constructor(queue: string, limit: number) {
    super(
      `${countOf(limit, 'job of the group is', 'jobs of the group are')} waiting in the queue ${queue}, which is the limit.`,
    );
    this.limit = limit;
  }
}

/** Thrown by a handler if retrying can't help. The job is dead immediately. */
export class TerminalJobError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TerminalJobError';
  }
}
