/** What stands in the way of every job alike, such as a full disk. Jobs wait for its end; none of them fails of it. */
export interface Obstacle {
  /** While it does, no job is taken from a queue. */
  stands(): boolean;
  /** Whether an attempt failed of it: the job goes back to the queue, and the attempt does not count. */
  hasCaused(error: unknown): boolean;
}

export const noObstacle: Obstacle = { stands: () => false, hasCaused: () => false };

/** A job that met it comes back after so long: an end that nobody saw must not make a busy loop. */
export const obstacleDelayMs = 5_000;
