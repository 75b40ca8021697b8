/** An obstacle for every job alike, such as a full disk. Jobs wait until it ends; none of them fails because of it. */
export interface Obstacle {
  /** No job is claimed from a queue while it is active. */
  stands(): boolean;
  /** Whether the obstacle made an attempt fail: the job goes back to the queue, and the attempt doesn't count. */
  hasCaused(error: unknown): boolean;
}

export const noObstacle: Obstacle = { stands: () => false, hasCaused: () => false };

/** Delay of a job that failed because of it: if nobody noticed its end, retries must not become a busy loop. */
export const obstacleDelayMs = 5_000;
