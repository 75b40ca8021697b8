/** A condition that blocks every job, such as a full disk. Jobs wait until it ends; none of them fails because of it. */
export interface Backpressure {
  /** No job is claimed from a queue while it is active. */
  isActive(): boolean;
  /** Whether it made an attempt fail: the job goes back to the queue, and the attempt doesn't count. */
  caused(error: unknown): boolean;
}

export const noBackpressure: Backpressure = { isActive: () => false, caused: () => false };
