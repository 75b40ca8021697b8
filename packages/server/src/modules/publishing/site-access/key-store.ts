import type { Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { KeyRow, SiteAccessTables } from './tables.ts';

type Tx = Transaction<SiteAccessTables>;

/** Selects the keys for readers' tokens, oldest first. */
export async function selectKeys(db: Queryable<SiteAccessTables>, projectId: string): Promise<KeyRow[]> {
  return db
    .selectFrom('site_reader_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertKey(tx: Tx, row: Omit<KeyRow, 'created_at'>): Promise<KeyRow> {
  return tx.insertInto('site_reader_keys').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function deleteKeyRow(tx: Tx, projectId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('site_reader_keys')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}
