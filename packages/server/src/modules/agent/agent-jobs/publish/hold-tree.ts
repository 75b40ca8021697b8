import { setTimeout as delay } from 'node:timers/promises';
import type { Queryable } from '../../../../platform/database/index.ts';
import { deleteTreeHolds, upsertTreeHold, type TreeName } from './store.ts';
import type { AgentJobTables } from '../tables.ts';

/** How long the next job with the same tree waits after a crash. A lock is renewed well before that time. */
const holdSeconds = 30;
const renewMs = 10_000;
const askAgainMs = 200;

/**
 * Runs `work` while no other job publishes this tree on this branch. Uses a row instead of a connection's lock, because
 * pushing may take minutes and the pool has fewer connections than there are jobs.
 */
export async function holdTree<T>(
  db: Queryable<AgentJobTables>,
  { tree, signal }: { readonly tree: TreeName; readonly signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  while (!(await upsertTreeHold(db, tree, holdSeconds))) await delay(askAgainMs, undefined, { signal });
  let renewed: Promise<unknown> = Promise.resolve();
  const renewing = setInterval(() => {
    // A failed renewal is repeated: the lock lasts long enough for three attempts.
    renewed = upsertTreeHold(db, tree, holdSeconds).catch(() => undefined);
  }, renewMs);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await renewed;
    await deleteTreeHolds(db, tree.jobId);
  }
}
