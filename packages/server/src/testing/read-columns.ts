/** Reads the columns of the schema `public` from PostgreSQL's catalogs; the row types are generated from them. */
import type { Pool } from 'pg';

export interface SchemaColumn {
  readonly table: string;
  readonly name: string;
  /** In PostgreSQL's notation: `text`, `timestamp with time zone`, `text[]`. */
  readonly type: string;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
  /** Whether the database always computes the column. */
  readonly isGenerated: boolean;
  /** The strings that the column's check allows; `undefined` if it has no check. */
  readonly allowed: readonly string[] | undefined;
}

interface FoundColumn extends Omit<SchemaColumn, 'allowed'> {
  readonly check: string | null;
  /** The only table or view that a view reads; null for tables, and for views that read several tables. */
  readonly base: string | null;
}

/**
 * Returns the columns of all tables and views by table name, in their order. PostgreSQL doesn't report which columns of
 * a view can be null: if a view reads one table, a column is treated like the column of the same name in that table;
 * all other columns can be null.
 */
export async function readColumns(pool: Pool): Promise<readonly SchemaColumn[]> {
  const { rows } = await pool.query<FoundColumn>(columns);
  const byName = new Map(rows.map((column) => [`${column.table}.${column.name}`, column]));
  return rows.map((column) => {
    const source = byName.get(`${column.base ?? ''}.${column.name}`);
    const { check, base: _base, ...rest } = column;
    return {
      ...rest,
      isNullable: source?.isNullable ?? column.isNullable,
      allowed: readAllowed(source?.check ?? check),
    };
  });
}

/** Parses the strings of `CHECK ((kind = ANY (ARRAY['a'::text, 'b'::text])))`. */
function readAllowed(check: string | null): readonly string[] | undefined {
  const [, list] = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)$/.exec(check ?? '') ?? [];
  return list === undefined ? undefined : Array.from(list.matchAll(/'([^']*)'/g), ([, text = '']) => text);
}

/** `schema_migrations` belongs to the migration runner. Daily partitions depend on the clock. */
const columns = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    NOT a.attnotnull AS "isNullable", a.atthasdef OR a.attidentity <> '' AS "hasDefault",
    a.attgenerated <> '' OR a.attidentity = 'a' AS "isGenerated",
    (SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
     WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
     ORDER BY pg_get_constraintdef(k.oid) LIKE '%= ANY (ARRAY[%' DESC, k.conname LIMIT 1) AS check,
    (SELECT CASE WHEN count(DISTINCT d.refobjid) = 1 THEN min(base.relname) END
     FROM pg_rewrite r JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
       AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> c.oid
     JOIN pg_class base ON base.oid = d.refobjid
     WHERE r.ev_class = c.oid) AS base
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
    AND c.relname <> 'schema_migrations' AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY c.relname COLLATE "C", a.attnum`;
