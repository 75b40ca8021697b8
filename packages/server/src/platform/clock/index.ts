export { systemClock } from './clock.ts';
export type { Clock } from './clock.ts';
export { createFixedClock } from './fixed-clock.ts';
export type { FixedClock } from './fixed-clock.ts';
export { repeat, type Repetition } from './repeat.ts';
