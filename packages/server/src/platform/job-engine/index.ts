export type {
  AnyTransaction,
  DeadJob,
  DeathReason,
  EnqueueOptions,
  Job,
  JobEngine,
  JobHandler,
  JobQueue,
  QueuePolicy,
  QueueStats,
  WorkOptions,
} from './job-engine.ts';
