import type { AnyTransaction, JobEngine, JobQueue } from '../../../platform/job-engine/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { selectOrganizationsToPurge } from '../../identity/organizations/index.ts';
import { selectDeletedProjectIds } from '../../project-config/projects/index.ts';
import { purgeOrganization, purgeProject, type DeletionTables, type PurgeDeps } from './purge.ts';

/** The deleted object; all other data is in the database. */
export type DeletionTicket = { readonly projectId: string } | { readonly organizationId: string };

const sixHoursMs = 6 * 3_600_000;

export function defineDeletionQueue(engine: JobEngine): JobQueue<DeletionTicket> {
  // An attempt continues where the last one stopped; if it fails permanently, it is resumed within an hour.
  return engine.defineQueue<DeletionTicket>('deletions', {
    retryLimit: 50,
    retryDelayMs: 1_000,
    retryDelayMaxMs: 60_000,
    lostAttemptsLimit: 50,
    expireMs: sixHoursMs,
  });
}

/** Called in the deletion's transaction, so that the remaining data is deleted even after a crash. */
export async function enqueueDeletion(
  { engine, queue }: { readonly engine: JobEngine; readonly queue: JobQueue<DeletionTicket> },
  ticket: DeletionTicket,
  transaction?: AnyTransaction,
): Promise<void> {
  const singletonKey = 'projectId' in ticket ? ticket.projectId : ticket.organizationId;
  await engine.enqueue(queue, ticket, { singletonKey, ...(transaction && { transaction }) });
}

export async function workOnDeletions(
  engine: JobEngine,
  queue: JobQueue<DeletionTicket>,
  deps: PurgeDeps & { readonly log: Logger },
): Promise<void> {
  // One per worker, because the batches of many deletions would slow down everything else.
  await engine.work(
    queue,
    {
      concurrency: 1,
      onDead: async ({ data, error }) => deps.log.error({ ...data, error }, 'the rest of a deletion is retried later'),
    },
    ({ data }, signal) =>
      'projectId' in data
        ? purgeProject(deps, data.projectId, signal)
        : purgeOrganization(deps, data.organizationId, signal),
  );
}

/** Resumes deletions whose job was abandoned, or that a command without a queue started. */
export async function resumeDeletions(
  database: Database<DeletionTables>,
  target: { readonly engine: JobEngine; readonly queue: JobQueue<DeletionTicket> },
): Promise<void> {
  for (const projectId of await selectDeletedProjectIds(database.kysely)) await enqueueDeletion(target, { projectId });
  for (const organizationId of await selectOrganizationsToPurge(database.kysely))
    await enqueueDeletion(target, { organizationId });
}
