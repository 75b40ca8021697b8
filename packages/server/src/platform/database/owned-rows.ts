import { sql, type QueryExecutorProvider } from 'kysely';

/** Rows that are deleted in batches after their project or organization. Their module declares them. */
export interface OwnedRows {
  readonly table: string;
  /**
   * Deletes rows of the project or organization and returns their number, which is less than `limit` if no rows are
   * left except those that another worker is deleting.
   */
  deleteSome(db: QueryExecutorProvider, ownerId: string, limit: number): Promise<number>;
  exist(db: QueryExecutorProvider, ownerId: string): Promise<boolean>;
}

/**
 * The rows of a table that contains the ID of their project or organization.
 * @param table.key a column that identifies a row, or `ctid`
 * @param table.newest the order of deletion, for lists that users see; any order by default
 */
export function ownedRows(table: {
  readonly table: string;
  readonly column: 'project_id' | 'organization_id';
  readonly key: string;
  readonly newest?: string;
}): OwnedRows {
  const name = sql.table(table.table);
  const column = sql.ref(table.column);
  const key = sql.ref(table.key);
  const order = table.newest === undefined ? sql`` : sql`order by ${sql.raw(table.newest)}`;
  return {
    table: table.table,
    deleteSome: async (db, ownerId, limit) => {
      const deleted = await sql`
        delete from ${name} where ${column} = ${ownerId} and ${key} = any(array(
          select ${key} from ${name} where ${column} = ${ownerId} ${order} limit ${limit} for update skip locked
        ))`.execute(db);
      return Number(deleted.numAffectedRows ?? 0);
    },
    exist: async (db, ownerId) => {
      const { rows } = await sql`select from ${name} where ${column} = ${ownerId} limit 1`.execute(db);
      return rows.length > 0;
    },
  };
}
