/** The time, passed to all logic that depends on it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z; may jump when the machine's clock is changed. */
  now(): number;
  /** Milliseconds since an arbitrary moment in this process; never jumps. For durations. */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
};
