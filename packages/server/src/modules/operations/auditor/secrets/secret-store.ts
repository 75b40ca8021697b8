import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import { keyPattern, keyPrefix, type KnownSecret } from './secret-scan.ts';
import type { AuditTables } from '../store.ts';

type Db = Queryable<AuditTables>;

export interface TextColumn {
  readonly schema: string;
  readonly table: string;
  readonly name: string;
  readonly isBytes: boolean;
}

/**
 * Returns every column that can contain text, in our tables and the queue's tables. A partition is read through its
 * parent.
 */
export async function selectTextColumns(db: Db): Promise<readonly TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select n.nspname as schema, c.relname as table, a.attname as name, t.typname = 'bytea' as "isBytes"
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
    where n.nspname in ('public', 'pgboss', 'docwright_jobs') and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped
      and t.typname in ('text', 'varchar', 'bpchar', 'json', 'jsonb', 'bytea', '_text', '_varchar', '_jsonb')
    order by 1, 2, 3`.execute(db);
  return rows;
}

/** Returns a column's value as text: bytes outside ASCII become escapes, which no key contains. */
const valueOf = ({ name, isBytes }: TextColumn) =>
  isBytes ? sql<string>`encode(${sql.ref(name)}, 'escape')` : sql<string>`${sql.ref(name)}::text`;

/** Whether the column's value can contain a key. Bytes, such as an image's, are searched before they become text. */
const mayContainKey = ({ name, isBytes }: TextColumn) =>
  isBytes ? sql<boolean>`position(convert_to(${keyPrefix}, 'UTF8') in ${sql.ref(name)}) > 0` : sql<boolean>`true`;

/** Whether the column's value contains the text of the row `s`. */
const containsSecret = (column: TextColumn) =>
  column.isBytes
    ? sql<boolean>`position(convert_to(s.text, 'UTF8') in ${sql.ref(column.name)}) > 0`
    : sql<boolean>`strpos(${valueOf(column)}, s.text) > 0`;

/** Returns strings in the format of a key; the caller checks the checksum. */
export async function selectKeyLikeTexts(db: Db, column: TextColumn): Promise<readonly string[]> {
  const { rows } = await sql<{ text: string }>`
    select distinct found[1] as text
    from ${sql.table(`${column.schema}.${column.table}`)}, regexp_matches(${valueOf(column)}, ${keyPattern}, 'g') as found
    where ${mayContainKey(column)}
    limit 10000`.execute(db);
  return rows.map(({ text }) => text);
}

/** Returns the names of the secrets that the column's rows contain. */
export async function selectSecretsIn(
  db: Db,
  column: TextColumn,
  secrets: readonly KnownSecret[],
): Promise<readonly string[]> {
  if (secrets.length === 0) return [];
  // Secrets are also searched for as JSON, in which their quotes and line breaks are escaped.
  const texts = secrets.flatMap(({ name, text }) => [
    { name, text },
    { name, text: JSON.stringify(text).slice(1, -1) },
  ]);
  const { rows } = await sql<{ name: string }>`
    select distinct s.name
    from unnest(${texts.map(({ name }) => name)}::text[], ${texts.map(({ text }) => text)}::text[]) as s (name, text)
    where exists (
      select from ${sql.table(`${column.schema}.${column.table}`)} where ${containsSecret(column)}
    )`.execute(db);
  return rows.map(({ name }) => name);
}
