import { sql, type ColumnType, type Selectable, type Transaction } from 'kysely';

export interface IdempotencyTables {
  idempotency_keys: IdempotencyKeysTable;
}
interface IdempotencyKeysTable {
  organization_id: string;
  key: string;
  operation: string;
  body_sha256: Buffer;
  response: ColumnType<unknown, string, string>;
  created_at: ColumnType<Date, undefined, undefined>;
}

/** How long an answer is kept. */
const keepHours = 24;

/** False while another transaction holds the key: its request is still being handled. */
export async function tryLockKey(tx: Transaction<IdempotencyTables>, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 2)) as locked`.execute(tx);
  return rows[0]?.locked === true;
}

export async function selectAnswer(
  tx: Transaction<IdempotencyTables>,
  organizationId: string,
  key: string,
): Promise<Selectable<IdempotencyKeysTable> | undefined> {
  return tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${keepHours})`)
    .executeTakeFirst();
}

export async function upsertAnswer(
  tx: Transaction<IdempotencyTables>,
  row: Omit<Selectable<IdempotencyKeysTable>, 'created_at'>,
): Promise<void> {
  const answer = { ...row, response: JSON.stringify(row.response) };
  await tx
    .insertInto('idempotency_keys')
    .values(answer)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'key']).doUpdateSet({
        operation: answer.operation,
        body_sha256: answer.body_sha256,
        response: answer.response,
      }),
    )
    .execute();
}

/** Removes answers past their time; called now and then by a worker. */
export async function deleteOldAnswers(tx: Transaction<IdempotencyTables>): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - make_interval(hours => ${keepHours})`.execute(tx);
}
