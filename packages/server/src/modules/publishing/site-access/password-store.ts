import { sql, type Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { PasswordRow, SiteAccessTables } from './tables.ts';

type Tx = Transaction<SiteAccessTables>;

/** Selects a site's reader passwords, sorted by label. */
export async function listReaderPasswords(db: Queryable<SiteAccessTables>, projectId: string): Promise<PasswordRow[]> {
  return db
    .selectFrom('site_reader_passwords')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('label')
    .orderBy('id')
    .execute();
}

/** Replaces the password with this label and its ID. */
export async function upsertReaderPassword(
  tx: Tx,
  row: Pick<PasswordRow, 'id' | 'project_id' | 'label' | 'hash'>,
): Promise<Date> {
  const { id, hash } = row;
  const saved = await tx
    .insertInto('site_reader_passwords')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'label']).doUpdateSet({ id, hash, updated_at: sql<Date>`clock_timestamp()` }),
    )
    .returning('updated_at')
    .executeTakeFirstOrThrow();
  return saved.updated_at;
}

/** @returns the ID of the deleted password */
export async function deletePasswordRow(tx: Tx, projectId: string, label: string): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('site_reader_passwords')
    .where('project_id', '=', projectId)
    .where('label', '=', label)
    .returning('id')
    .executeTakeFirst();
  return deleted?.id;
}
