/** A database with many tenants and with rows in every table, for tests of the service's statements. */
import type { Client } from 'pg';
import { escapeIdentifier } from 'pg';
import { largeTables, queueTables } from './large-tables.ts';
import type { Size } from './size.ts';

/**
 * Row n of a table belongs to project `project_n % projects`; every tenth row belongs to the first project. Every fifth
 * project belongs to the first organization. Rows whose number per tenant is limited are distributed evenly. For all
 * others, the uneven distribution is intended: a plan that is good for the average tenant may be bad for the largest.
 */
export async function fillLargeDatabase(client: Client, size: Size): Promise<void> {
  // Inserts rows without running triggers or checking references.
  await dropForeignKeys(client);
  await switchTriggers(client, 'DISABLE');
  const days = 40;
  await client.query(
    `SELECT create_analytics_day((now() - make_interval(days => n))::date) FROM generate_series(0, $1::int) n`,
    [days],
  );
  for (const [table, { rows, columns }] of Object.entries(largeTables)) {
    await fill(client, { table, count: rows(size), columns, size });
  }
  const { rows: queue } = await client.query(`SELECT to_regclass('pgboss.job') AS job`);
  if (queue[0]?.job !== null) {
    for (const [table, { rows, columns }] of Object.entries(queueTables)) {
      await fill(client, { table, count: rows(size), columns, size });
    }
  }
  await switchTriggers(client, 'ENABLE');
  await client.query('VACUUM (ANALYZE)');
}

async function dropForeignKeys(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint
     WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${escapeIdentifier(name)}`);
}

async function switchTriggers(client: Client, to: 'DISABLE' | 'ENABLE'): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT DISTINCT tgrelid::regclass::text AS table FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
     WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace`,
  );
  for (const { table } of rows) await client.query(`ALTER TABLE ${table} ${to} TRIGGER USER`);
}

interface Filling {
  readonly table: string;
  readonly count: number;
  readonly columns: Readonly<Record<string, string>>;
  readonly size: Size;
}

async function fill(client: Client, { table, count, columns, size }: Filling): Promise<void> {
  const [schema, name] = table.includes('.') ? table.split('.') : ['public', table];
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT column_name AS name, udt_name AS type FROM information_schema.columns
     WHERE table_schema = $1 AND table_name = $2 AND is_nullable = 'NO' AND column_default IS NULL
       AND is_identity = 'NO' AND is_generated = 'NEVER'`,
    [schema, name],
  );
  const all: Record<string, string> = { ...columns };
  for (const column of rows) all[column.name] ??= byType[column.type] ?? `'x'`;
  const names = Object.keys(all).map((column) => escapeIdentifier(column));
  // `p` and `o` are the numbers of the row's project and organization, `e` and `eo` the same for evenly distributed
  // rows. `t` is the row's time; row 0 is the newest.
  await client.query(
    `INSERT INTO ${table} (${names.join()})
     SELECT ${Object.values(all).join()} FROM (
       SELECT n, p, CASE WHEN p % 5 = 0 THEN 0 ELSE p % ${size.organizations} END AS o,
         e, CASE WHEN e % 5 = 0 THEN 0 ELSE e % ${size.organizations} END AS eo, t FROM (
         SELECT n, CASE WHEN n % 10 = 0 THEN 0 ELSE n % ${size.projects} END AS p, n % ${size.projects} AS e,
           now() - n * interval '1 second' * (300 * 86400.0 / ${count}) AS t
         FROM generate_series(0, ${count - 1}) AS n
       ) AS of_project
     ) AS numbered`,
  );
}

/** Values by type, for columns that the table's definition doesn't mention. */
const byType: Readonly<Record<string, string>> = {
  text: `'x'`,
  int4: '0',
  int8: '0',
  float4: '0',
  float8: '0',
  bool: 'false',
  timestamptz: 't',
  date: 't::date',
  json: `'{}'`,
  jsonb: `'{}'`,
  _text: `'{}'`,
  bytea: `decode(md5(n::text), 'hex')`,
  uuid: 'gen_random_uuid()',
};
