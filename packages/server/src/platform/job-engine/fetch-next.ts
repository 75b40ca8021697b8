import type { Job, PgBoss } from 'pg-boss';
import { toBossDb } from './create-boss.ts';
import type { Queries } from './store.ts';

export interface Room {
  readonly queue: string;
  /** Maximum number of jobs to take. */
  readonly room: number;
  /** Maximum number of one group's concurrent jobs across all workers. */
  readonly groupConcurrency: number | undefined;
  /** Owners that have used up their share of this worker. None of their jobs are taken. */
  readonly refusedOwners?: readonly string[];
}

/** Selects the next jobs. Workers use it to claim jobs, and a simulation uses it too. */
export async function fetchNext<Data extends object>(
  boss: PgBoss,
  db: Queries,
  { queue, room, groupConcurrency, refusedOwners = [] }: Room,
): Promise<Job<Data>[]> {
  return boss.fetch<Data>(queue, {
    batchSize: room,
    ...(groupConcurrency !== undefined && { groupConcurrency }),
    ignoreGroups: [...refusedOwners],
    db: toBossDb(refusedOwners.length === 0 ? db : { query: skipOwners(db) }),
  });
}

/** The owner that shares a worker with other owners: `org_1` for the groups `org_1` and `org_1/previews`. */
export const ownerOfGroup = (groupId: string): string => groupId.split('/', 1)[0] ?? groupId;

/** pg-boss compares whole groups. This text occurs in the SQL of the pinned version. */
const comparedGroup = 'j.group_id <> ALL(';
const comparedOwner = "split_part(j.group_id, '/', 1) <> ALL(";

function skipOwners(db: Queries): Queries['query'] {
  const query = async (text: string, values: unknown[]) => {
    if (!text.includes(comparedGroup))
      throw new Error(`pg-boss no longer writes "${comparedGroup}": adapt fetch-next.ts.`);
    return db.query(text.replace(comparedGroup, comparedOwner), values);
  };
  return query as Queries['query'];
}
