import { sql, type Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { DeploymentTables, PasswordRow } from './tables.ts';

type Tx = Transaction<DeploymentTables>;

/** Finds the passwords of a project's previews, sorted by label. */
export async function findPreviewPasswords(db: Queryable<DeploymentTables>, projectId: string): Promise<PasswordRow[]> {
  return db
    .selectFrom('site_passwords')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('label')
    .orderBy('id')
    .execute();
}

/** Replaces the password with this label and its ID. */
export async function upsertPassword(
  tx: Tx,
  row: { readonly id: string; readonly project_id: string; readonly label: string; readonly hash: string },
): Promise<Date> {
  const { id, hash } = row;
  const saved = await tx
    .insertInto('site_passwords')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'label']).doUpdateSet({ id, hash, updated_at: sql<Date>`clock_timestamp()` }),
    )
    .returning('updated_at')
    .executeTakeFirstOrThrow();
  return saved.updated_at;
}

export async function deletePasswordRow(tx: Tx, projectId: string, label: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('site_passwords')
    .where('project_id', '=', projectId)
    .where('label', '=', label)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}
