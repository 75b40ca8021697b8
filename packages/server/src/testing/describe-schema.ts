/** Describes the tables of the schema `public`, as listed in PostgreSQL's catalogs, in lines that can be compared. */
import type { Pool } from 'pg';

/**
 * Returns one line for each column, constraint, index, trigger, function, extended statistics object, and table that
 * contains rows, in a fixed order. Comments and spaces in functions are ignored, and so is a constraint's validation
 * state.
 */
export async function describeSchema(pool: Pool): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const query of [columns, constraints, indexes, triggers, functions, statistics]) {
    const { rows } = await pool.query<{ line: string }>(query);
    lines.push(...rows.map(({ line }) => line));
  }
  return [...lines, ...(await listFilledTables(pool))].map(flatten);
}

const flatten = (line: string): string =>
  line
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/ NOT VALID$/, '')
    .trim();

/** `schema_migrations` belongs to the migration runner. Daily partitions depend on the clock. */
const ours = `n.nspname = 'public' AND c.relname <> 'schema_migrations' AND NOT c.relispartition`;

const columns = `SELECT format('column %s.%s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attnotnull THEN ' not null' ELSE '' END,
    CASE WHEN a.attidentity <> '' THEN ' identity ' || a.attidentity::text WHEN a.attgenerated <> '' THEN ' generated ' || pg_get_expr(d.adbin, d.adrelid)
      WHEN d.adbin IS NOT NULL THEN ' default ' || pg_get_expr(d.adbin, d.adrelid) ELSE '' END) AS line
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE ${ours} AND c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0 AND NOT a.attisdropped ORDER BY c.relname, a.attnum`;

const constraints = `SELECT format('constraint %s.%s %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) AS line
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE ${ours} AND k.contype <> 'n' ORDER BY c.relname, k.conname`;

const indexes = `SELECT format('index %s valid=%s', pg_get_indexdef(i.indexrelid), i.indisvalid) AS line
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE ${ours} ORDER BY i.indexrelid::regclass::text`;

const triggers = `SELECT format('trigger %s', pg_get_triggerdef(t.oid)) AS line
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE ${ours} AND NOT t.tgisinternal ORDER BY c.relname, t.tgname`;

const functions = `SELECT 'function ' || pg_get_functiondef(p.oid) AS line
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'public' ORDER BY p.proname`;

const statistics = `SELECT 'statistics ' || pg_get_statisticsobjdef(oid) AS line FROM pg_statistic_ext ORDER BY stxname`;

async function listFilledTables(pool: Pool): Promise<readonly string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE ${ours} AND c.relkind IN ('r', 'p') ORDER BY c.relname`,
  );
  const lines: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`SELECT FROM ${name} LIMIT 1`);
    if (rows.length > 0) lines.push(`rows in ${name}`);
  }
  return lines;
}
