/**
 * Databases with the newest schema for tests. They are copies of a template that is migrated once. All of a user's test
 * files share one embedded server on the machine. The last test file to close its database stops the server; the
 * server's folder stays for the next run.
 */
import { createHash } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { migrations } from '../../migrations/index.ts';
import { startSharedServer } from '../platform/database/embedded/testing/start-shared-server.ts';
import { connectDatabase, migrate } from '../platform/database/index.ts';
import { randomText } from '../platform/ids/index.ts';

export interface TemplateCopy {
  readonly url: string;
  /**
   * Drops the database, and stops the server unless it is still in use.
   * @throws if there was a deadlock, because the server then aborted one of the transactions
   */
  close(): Promise<void>;
}

const COPY = 'docwright_copy_';
const TEMPLATE = 'docwright_template_';
/** The folder in which Linux keeps files in memory. */
const memoryFolder = '/dev/shm';
/** A server with ten databases needs a tenth of this, and its folder stays in memory for the next run. */
const memoryBytes = 4 * 1024 ** 3;
/** The lock is held while a template is created or copied, because a template with connections can't be copied. */
const LOCK_KEY = 0x74_65_73_74;

/**
 * Creates a database with all tables and no rows, in about 70 ms, on the given server, the server at
 * `DOCWRIGHT_TEST_DATABASE_URL`, or an embedded server. The embedded server's folder is in memory if enough is free,
 * otherwise in the temporary folder. A database has 744 files; copying them takes 24 ms of CPU time in memory, and 80
 * to 280 ms on a disk.
 */
export async function copyTemplateDatabase(serverUrl?: string): Promise<TemplateCopy> {
  const server = await openServer(serverUrl);
  try {
    const name = await underLock(server.url, makeCopy);
    return {
      url: withDatabase(server.url, name),
      close: async () => {
        const deadlocks = await connected(server.url, (client) => countDeadlocks(client, name));
        await run(server.url, `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`).catch(
          leaveForNextStart,
        );
        await server.stop();
        if (deadlocks > 0)
          throw new Error(`deadlocks: ${deadlocks}. Every transaction must take its locks in the same order.`);
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Keeps the server running between a run's test files until the returned function is called. */
export async function holdTestServer(): Promise<() => Promise<void>> {
  const server = await openServer(undefined);
  return () => server.stop();
}

/**
 * Ignores that a copy can't be dropped because the server's own vacuum is connected, which can't be ended from here.
 * The copy is dropped at the next start, together with other leftovers.
 */
function leaveForNextStart(error: unknown): void {
  if ((error as { readonly code?: unknown }).code !== '42501') throw error;
}

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

async function openServer(named: string | undefined): Promise<Server> {
  // oxlint-disable-next-line node/no-process-env -- the caller chooses the server for the tests
  const url = named ?? process.env['DOCWRIGHT_TEST_DATABASE_URL'];
  if (url !== undefined) return { url, stop: () => Promise.resolve() };
  const postgres = await startSharedServer(
    join(hasMemoryFolder() ? memoryFolder : tmpdir(), `docwright-test-server-${process.getuid?.() ?? 0}`),
  );
  return { url: postgres.connectionString, stop: () => postgres.stop() };
}

function hasMemoryFolder(): boolean {
  try {
    const { bsize, blocks } = statfsSync(memoryFolder);
    return bsize * blocks >= memoryBytes;
  } catch {
    return false;
  }
}

async function makeCopy(client: Client, serverUrl: string): Promise<string> {
  const serverRun = await currentRun(client);
  await dropLeftovers(client, serverRun);
  const digest = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16);
  const template = `${TEMPLATE}${digest}`;
  if (!(await listDatabases(client, TEMPLATE)).includes(template)) await makeTemplate(client, serverUrl, template);
  const name = `${COPY}${serverRun}_${randomText(8).toLowerCase()}`;
  await client.query(
    `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)} STRATEGY FILE_COPY`,
  );
  // A test's rows don't have to survive a power failure.
  await client.query(`ALTER DATABASE ${escapeIdentifier(name)} SET synchronous_commit = off`);
  return name;
}

/** Creates the template. It is renamed last, so that a killed process's incomplete template is never copied. */
async function makeTemplate(client: Client, serverUrl: string, template: string): Promise<void> {
  const unfinished = `${COPY}0_${randomText(8).toLowerCase()}`;
  await client.query(`CREATE DATABASE ${escapeIdentifier(unfinished)}`);
  const database = await connectDatabase({ url: withDatabase(serverUrl, unfinished), poolSize: 1 });
  try {
    await migrate(database, migrations);
  } finally {
    await database.close();
  }
  await client.query(`ALTER DATABASE ${escapeIdentifier(unfinished)} RENAME TO ${escapeIdentifier(template)}`);
}

/**
 * The server's start time in microseconds, by the server's own clock, because the clocks of two processes may differ.
 */
async function currentRun(client: Client): Promise<string> {
  const { rows } = await client.query<{ started: string }>(
    'SELECT (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint::text AS started',
  );
  return rows[0]?.started ?? '';
}

/** Drops copies that killed processes left behind in earlier runs of the server. */
async function dropLeftovers(client: Client, serverRun: string): Promise<void> {
  for (const name of await listDatabases(client, COPY)) {
    if (name.startsWith(`${COPY}${serverRun}_`)) continue;
    await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`);
  }
}

async function listDatabases(client: Client, prefix: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  );
  return rows.map((row) => row.datname);
}

/** The number of transactions that the server ended because of a deadlock. Sessions report it when they end. */
async function countDeadlocks(client: Client, name: string): Promise<number> {
  const { rows } = await client.query<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = $1',
    [name],
  );
  return Number(rows[0]?.deadlocks ?? 0);
}

/** Runs `act` under the lock, which belongs to the connection and ends with it. */
function underLock<T>(url: string, act: (client: Client, url: string) => Promise<T>): Promise<T> {
  return connected(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    return act(client, url);
  });
}

async function run(url: string, statement: string): Promise<void> {
  await connected(url, (client) => client.query(statement));
}

async function connected<T>(url: string, act: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
