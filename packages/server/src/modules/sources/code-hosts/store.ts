import { sql, type Insertable, type Transaction, type UpdateObject } from 'kysely';
import { ownedRows, type Queryable } from '../../../platform/database/index.ts';
import type { AppRequestRow, CodeHostRow, CodeHostTables } from './tables.ts';

type Db = Queryable<CodeHostTables>;
type Row = CodeHostTables['code_hosts'];

/** Selects an organization's code hosts, sorted by name. */
export async function selectCodeHosts(db: Db, organizationId: string): Promise<CodeHostRow[]> {
  return db
    .selectFrom('code_hosts')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export async function selectCodeHost(db: Db, organizationId: string, id: string): Promise<CodeHostRow | undefined> {
  return db
    .selectFrom('code_hosts')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Serializes changes to an organization's code hosts, so that the limit and the addresses are exact. */
export async function lockCodeHostsOf(tx: Transaction<CodeHostTables>, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code hosts ${organizationId}`}, 0))`.execute(tx);
}

export async function insertCodeHost(db: Db, row: Insertable<Row>): Promise<CodeHostRow> {
  return db.insertInto('code_hosts').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Returns `undefined` if the code host no longer exists. */
export async function updateCodeHostRow(
  db: Db,
  { id, organization_id }: Pick<CodeHostRow, 'id' | 'organization_id'>,
  change: UpdateObject<CodeHostTables, 'code_hosts'>,
): Promise<CodeHostRow | undefined> {
  return db
    .updateTable('code_hosts')
    .set(change)
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export const touched = { updated_at: sql<Date>`clock_timestamp()` };
export const newVersion = { ...touched, version: sql<number>`version + 1` };

export async function deleteCodeHostRow(db: Db, organizationId: string, id: string): Promise<CodeHostRow | undefined> {
  return db
    .deleteFrom('code_hosts')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Selects a few rows that were encrypted with another key, and locks them until the transaction ends. */
export async function lockSealedWithOtherKey(
  tx: Transaction<CodeHostTables>,
  keyId: string,
  after: string,
): Promise<CodeHostRow[]> {
  return tx
    .selectFrom('code_hosts')
    .selectAll()
    .where('key_id', '!=', keyId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(100)
    .forUpdate()
    .execute();
}

export async function insertAppRequest(tx: Transaction<CodeHostTables>, row: AppRequestRow): Promise<void> {
  await tx.insertInto('code_host_app_requests').values(row).execute();
}

/** Deletes expired requests of all organizations. */
export async function deleteOldAppRequests(tx: Transaction<CodeHostTables>, now: Date): Promise<void> {
  await tx.deleteFrom('code_host_app_requests').where('expires_at', '<=', now).execute();
}

export async function countAppRequests(tx: Transaction<CodeHostTables>, organizationId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('code_host_app_requests')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function selectAppRequest(db: Db, stateDigest: string, now: Date): Promise<AppRequestRow | undefined> {
  return db
    .selectFrom('code_host_app_requests')
    .selectAll()
    .where('state_digest', '=', stateDigest)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/**
 * Finds and deletes a request in one statement, so that it is valid once. If anything doesn't match, keeps the request
 * and returns `undefined`.
 */
export async function takeAppRequest(
  db: Db,
  asked: Pick<AppRequestRow, 'state_digest' | 'verifier_digest' | 'organization_id' | 'actor_id'> & {
    readonly now: Date;
  },
): Promise<AppRequestRow | undefined> {
  return db
    .deleteFrom('code_host_app_requests')
    .where('state_digest', '=', asked.state_digest)
    .where('verifier_digest', '=', asked.verifier_digest)
    .where('organization_id', '=', asked.organization_id)
    .where('actor_id', '=', asked.actor_id)
    .where('expires_at', '>', asked.now)
    .returningAll()
    .executeTakeFirst();
}

export const codeHostRows = ownedRows({ table: 'code_hosts', column: 'organization_id', key: 'ctid' });

export const codeHostAppRequestRows = ownedRows({
  table: 'code_host_app_requests',
  column: 'organization_id',
  key: 'ctid',
});
