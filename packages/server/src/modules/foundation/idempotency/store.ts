import { sql, type Selectable, type Transaction } from 'kysely';
import { ownedRows, type Queryable, type TableOf } from '../../../platform/database/index.ts';

export interface IdempotencyTables {
  idempotency_keys: IdempotencyKeysTable;
}
type IdempotencyKeysTable = TableOf<'idempotency_keys'>;

/** How long a response is stored. */
const keepHours = 24;

/** Tries to lock a key. Returns false if another transaction has locked it and is still processing its request. */
export async function tryLockKey(tx: Transaction<IdempotencyTables>, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 2)) as locked`.execute(tx);
  return rows[0]?.locked === true;
}

export async function selectAnswer(
  tx: Transaction<IdempotencyTables>,
  { organizationId, actor, key }: { readonly organizationId: string; readonly actor: string; readonly key: string },
): Promise<Selectable<IdempotencyKeysTable> | undefined> {
  return tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('actor', '=', actor)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${keepHours})`)
    .executeTakeFirst();
}

export async function upsertAnswer(
  tx: Transaction<IdempotencyTables>,
  row: Omit<Selectable<IdempotencyKeysTable>, 'created_at' | 'response'> & { readonly response: unknown },
): Promise<void> {
  const answer = { ...row, response: JSON.stringify(row.response) };
  await tx
    .insertInto('idempotency_keys')
    .values(answer)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'actor', 'key']).doUpdateSet({
        operation: answer.operation,
        body_sha256: answer.body_sha256,
        response: answer.response,
        created_at: sql`now()`,
      }),
    )
    .execute();
}

/** Deletes expired responses. */
export async function deleteOldAnswers(db: Queryable<IdempotencyTables>): Promise<void> {
  await sql`delete from idempotency_keys where created_at <= now() - make_interval(hours => ${keepHours})`.execute(db);
}

export const idempotencyKeyRows = ownedRows({ table: 'idempotency_keys', column: 'organization_id', key: 'ctid' });
