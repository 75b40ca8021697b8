export { killGraceMs, watchChild } from './watch-child.ts';
export type { ChildEnd, WatchedChild, WatchOptions } from './watch-child.ts';
export { runProgram } from './run-program.ts';
export type { ProgramResult, ProgramRun } from './run-program.ts';
export { stopOnce } from './stop-once.ts';
