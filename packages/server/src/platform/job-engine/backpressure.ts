/**
 * A condition that blocks all jobs, such as a full disk. Jobs wait until the condition ends, and don't fail because of
 * it.
 */
export interface Backpressure {
  /** While this returns true, no job is claimed from a queue. */
  isActive(): boolean;
  /**
   * Whether an attempt failed because of the condition. If so, the job returns to the queue, and the attempt doesn't
   * count.
   */
  caused(error: unknown): boolean;
}

export const noBackpressure: Backpressure = { isActive: () => false, caused: () => false };
