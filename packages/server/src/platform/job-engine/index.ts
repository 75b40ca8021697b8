export type { Backpressure } from './backpressure.ts';
export { createJobEngine } from './create-job-engine.ts';
export type { JobEngineOptions } from './create-job-engine.ts';
export { GroupFullError, JobAbortedError, LeaseLost, TerminalJobError } from './errors.ts';
export type { JobAbortCode } from './errors.ts';
export type {
  AnyTransaction,
  DeadJob,
  DeadJobReason,
  EnqueueOptions,
  Job,
  JobEngine,
  JobHandler,
  JobQueue,
  JobTools,
  OutsideSlot,
  QueuePolicy,
  QueueStats,
  WorkOptions,
} from './job-engine.ts';
