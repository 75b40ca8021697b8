export { defineDeletionQueue, enqueueDeletion, resumeDeletions, workOnDeletions, type DeletionTicket } from './job.ts';
export type { PurgeDeps } from './purge.ts';
export { endAccess } from './end-access.ts';
