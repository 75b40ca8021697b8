import type { Job, PgBoss } from 'pg-boss';
import { toBossDb } from './create-boss.ts';
import type { Queries } from './store.ts';

export interface Room {
  readonly queue: string;
  /** Jobs that may be taken at most. */
  readonly room: number;
  /** Of one group at the same time, over all workers. */
  readonly groupConcurrency: number | undefined;
}

/** Which jobs come next: what workers claim by, and what a simulation of them asks. */
export async function fetchNext<Data extends object>(
  boss: PgBoss,
  db: Queries,
  { queue, room, groupConcurrency }: Room,
): Promise<Job<Data>[]> {
  return boss.fetch<Data>(queue, {
    batchSize: room,
    ...(groupConcurrency !== undefined && { groupConcurrency }),
    db: toBossDb(db),
  });
}
