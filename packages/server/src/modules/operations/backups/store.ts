/**
 * Reads all rows as JSON lines from one snapshot, and writes them into an empty schema. The database's own JSON
 * functions convert them in both directions, so that every value is restored unchanged.
 */
import type { PoolClient } from 'pg';

const rowsAtOnce = 500;

export interface TableShape {
  readonly schema: string;
  readonly table: string;
  /** Names of the columns, without generated ones. */
  readonly columns: readonly string[];
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const nameOf = ({ schema, table }: Pick<TableShape, 'schema' | 'table'>): string => `${quote(schema)}.${quote(table)}`;

/** Starts a snapshot: from then on, the client reads the database as of that moment, regardless of others' writes. */
export async function beginSnapshot(client: PoolClient): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query('SET LOCAL statement_timeout = 0');
}

/**
 * Lists the tables of this service's schema, except the list of its migrations, which a restore writes itself, and the
 * salts that identify readers, which must not be kept in a backup.
 */
export async function listTables(client: PoolClient): Promise<readonly TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `SELECT n.nspname AS schema, c.relname AS table,
       array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT IN ('schema_migrations', 'analytics_salts')
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  return rows;
}

export async function findSchemaStep(client: PoolClient): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM schema_migrations ORDER BY id COLLATE "C" DESC LIMIT 1',
  );
  return rows[0]?.id;
}

/** Lists the keys of the files that rows refer to. */
export async function listBlobKeys(client: PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ key: string }>(
    `SELECT blob_key AS key FROM export_jobs WHERE blob_key IS NOT NULL UNION SELECT blob_key FROM site_bundles
     UNION SELECT blob_key || '.vectors' FROM site_vectors JOIN site_bundles ON site_bundles.id = bundle_id WHERE made_at IS NOT NULL ORDER BY 1`,
  );
  return rows.map(({ key }) => key);
}

export async function listRepositoryIds(client: PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM local_repositories ORDER BY id');
  return rows.map(({ id }) => id);
}

/** Yields one row per line, in chunks of many rows. */
export async function* readRows(client: PoolClient, shape: TableShape, where = 'true'): AsyncGenerator<string[]> {
  const columns = shape.columns.map(quote).join(', ');
  const source = `SELECT ${columns} FROM ${nameOf(shape)} WHERE ${where}`;
  await client.query(`DECLARE backup_rows NO SCROLL CURSOR FOR SELECT row_to_json(r)::text AS line FROM (${source}) r`);
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${rowsAtOnce} FROM backup_rows`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await client.query('CLOSE backup_rows');
}

/** Condition for the queue's unfinished jobs; the others are only its history. */
export const unfinished = "state < 'completed'";

export async function findQueueShape(client: PoolClient): Promise<TableShape> {
  const { rows } = await client.query<{ columns: string[] }>(
    `SELECT array_agg(attname::text ORDER BY attnum) AS columns FROM pg_attribute
     WHERE attrelid = to_regclass('pgboss.job') AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
  );
  return { schema: 'pgboss', table: 'job', columns: rows[0]?.columns ?? [] };
}

export async function hasTables(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname IN ('public', 'pgboss', 'docwright_jobs')) AS found`,
  );
  return rows[0]?.found === true;
}

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Runs `load` without foreign keys and triggers, because rows arrive table by table, and were checked when they were
 * first written. Foreign keys are created again at the end, for all rows.
 */
export async function withoutRules(client: PoolClient, load: () => Promise<void>): Promise<void> {
  const tables = await listTables(client);
  const { rows: constraints } = await client.query<Constraint>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0`,
  );
  for (const { table, name } of constraints) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const shape of tables) {
    await client.query(`ALTER TABLE ${nameOf(shape)} DISABLE TRIGGER USER`);
    // Deletes the rows that migrations write into a new database.
    await client.query(`DELETE FROM ${nameOf(shape)}`);
  }
  await load();
  for (const shape of tables) await client.query(`ALTER TABLE ${nameOf(shape)} ENABLE TRIGGER USER`);
  for (const { table, name, definition } of constraints)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  await requireProjects(client);
}

/**
 * Checks tables with rows that outlive their project for a while, which have a trigger instead of a foreign key: each
 * row's project must exist, or have been deleted.
 */
async function requireProjects(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT tgrelid::regclass::text AS table FROM pg_trigger WHERE tgname = 'require_project'`,
  );
  for (const { table } of rows) {
    const stray = await client.query<{ id: string }>(
      `SELECT project_id AS id FROM ${table} WHERE project_id NOT IN (SELECT id FROM projects)
         AND project_id NOT IN (SELECT project_id FROM deleted_projects) LIMIT 1`,
    );
    const id = stray.rows[0]?.id;
    if (id !== undefined)
      throw new Error(
        `a row of ${table} refers to the project ${JSON.stringify(id.slice(0, 200))}, which does not exist`,
      );
  }
}

export async function insertRows(client: PoolClient, shape: TableShape, lines: readonly string[]): Promise<void> {
  if (shape.table === 'analytics_events') await createDays(client, lines);
  const columns = shape.columns.map(quote).join(', ');
  await client.query(
    `INSERT INTO ${nameOf(shape)} (${columns}) OVERRIDING SYSTEM VALUE
     SELECT ${columns} FROM json_populate_recordset(null::${nameOf(shape)}, $1::json)`,
    [`[${lines.join(',')}]`],
  );
}

/** Creates a partition for each day of events. */
async function createDays(client: PoolClient, lines: readonly string[]): Promise<void> {
  await client.query(
    `SELECT create_analytics_day(day) FROM (SELECT DISTINCT (at AT TIME ZONE 'UTC')::date AS day
       FROM json_to_recordset($1::json) AS e (at timestamptz)) days`,
    [`[${lines.join(',')}]`],
  );
}

/** Makes sequences continue after their highest existing number. */
export async function advanceSequences(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(
    `SELECT s.oid::regclass::text AS sequence, d.refobjid::regclass::text AS table, quote_ident(a.attname) AS column
     FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i')
       JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
     WHERE s.relkind = 'S' AND s.relnamespace = 'public'::regnamespace`,
  );
  for (const { sequence, table, column } of rows)
    await client.query(`SELECT setval('${sequence}', (SELECT max(${column}) FROM ${table}))`);
}

/** Makes jobs that were running at the time of the backup wait again. */
export async function releaseRestored(client: PoolClient): Promise<void> {
  await client.query(`UPDATE pgboss.job SET state = 'retry', start_after = now() WHERE state = 'active'`);
}
