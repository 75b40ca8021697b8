import type { Clock } from './clock.ts';

export interface FixedClock extends Clock {
  advance(ms: number): void;
}

/** A clock that advances only when `advance` is called, for tests and reproducible output. */
export function createFixedClock(startAt: Date): FixedClock {
  let elapsedMs = 0;
  return {
    now: () => startAt.getTime() + elapsedMs,
    monotonicMs: () => elapsedMs,
    advance: (ms) => {
      elapsedMs += ms;
    },
  };
}
