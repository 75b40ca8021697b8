import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { deleteEmptyFiles, lockIdleFiles } from './file-store.ts';
import { deleteOldThreads } from './store.ts';
import type { CommentTables } from './tables.ts';

const dayMs = 86_400_000;
/**
 * Retention in days after the last change, for closed threads and for threads on branches other than the deployment
 * branch.
 */
export const threadDays = 365;
/** Maximum number of threads per round; the next round continues. */
const atOnce = 1_000;

/** @returns the number of deleted threads */
export async function keepThreads({
  database,
  clock,
}: {
  readonly database: Database<CommentTables>;
  readonly clock: Clock;
}): Promise<number> {
  const before = new Date(clock.now() - threadDays * dayMs);
  const files = await deleteOldThreads(database.kysely, { before, limit: atOnce });
  await forgetFiles(database, [...new Set(files)]);
  return files.length;
}

/** Deletes the stored text of files whose last thread was deleted. */
export async function forgetFiles({ kysely }: Database<CommentTables>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await kysely.transaction().execute(async (tx) => deleteEmptyFiles(tx, await lockIdleFiles(tx, ids)));
}
