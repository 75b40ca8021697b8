/**
 * A condition that blocks every job, such as a full disk. Jobs wait until the condition ends, and no job fails because
 * of it.
 */
export interface Backpressure {
  /** While this returns true, no job is claimed from a queue. */
  isActive(): boolean;
  /** Whether the condition made an attempt fail. If so, the job returns to the queue, and the attempt doesn't count. */
  caused(error: unknown): boolean;
}

export const noBackpressure: Backpressure = { isActive: () => false, caused: () => false };
