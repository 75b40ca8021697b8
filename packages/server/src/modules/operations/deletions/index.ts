export { defineDeletionQueue, enqueueDeletion, resumeDeletions, workOnDeletions, type DeletionTicket } from './job.ts';
export type { PurgeDeps } from './purge.ts';
export type { DeletedProject } from './store.ts';
