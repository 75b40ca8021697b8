import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import { findPostgres } from './find-postgres.ts';
import { hangLimitMs } from '../../scripts/hang-limit.ts';

export interface PostgresServer {
  /** The URL for a database user who owns one empty database and has no other rights. */
  readonly url: string;
  readonly version: string;
  /** Returns one value of one row, as text. */
  query(sql: string): Promise<string>;
  stop(): Promise<void>;
}

const run = promisify(execFile);

/** The maximum number of attempts: a start fails if another program has taken the port in the meantime. */
const maxAttempts = 3;

/**
 * Starts an operator's own PostgreSQL server (Debian's) with a password, over TCP, on a free port, in a temporary
 * folder.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = findPostgres();
  if (bin === undefined) throw new Error("Debian's PostgreSQL is not installed");
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(bin);
    } catch (error) {
      if (attempt === maxAttempts) throw error;
      console.error(error);
    }
  }
}

async function startOnce(bin: string): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-postgres-'));
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const [administrator, password] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')];
  await writeFile(passwordFile, administrator);
  if (isRoot()) execFileSync('chown', ['-R', 'postgres:postgres', folder]);
  const port = await findFreePort();
  const asServer = (command: string, ...args: string[]): [string, string[]] => [
    'setpriv',
    [...identity(), '--pdeathsig', 'KILL', command, ...args],
  ];
  const login = ['--username=admin', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  await run(...asServer(join(bin, 'initdb'), `--pgdata=${data}`, '--no-sync', '--encoding=UTF8', ...login));
  const options = ['-h', '127.0.0.1', '-p', String(port), '-k', folder, '-c', 'fsync=off'];
  const log = join(folder, 'server.log');
  const output = openSync(log, 'a');
  const server = spawn(...asServer(join(bin, 'postgres'), '-D', data, ...options), {
    stdio: ['ignore', 'ignore', output],
  });
  closeSync(output);
  const ended = once(server, 'exit');
  const stop = async (): Promise<void> => {
    server.kill('SIGQUIT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const ask = async (database: string, sql: string): Promise<string> => {
    const env = { ...process.env, PGPASSWORD: administrator };
    const where = ['-h', '127.0.0.1', '-p', String(port), '-U', 'admin', '-d', database];
    return (await run(join(bin, 'psql'), [...where, '-AtXc', sql], { env })).stdout.trim();
  };
  try {
    await untilReady(join(bin, 'pg_isready'), port, ended).catch((error: unknown) => {
      throw new Error(`PostgreSQL did not start: ${readFileSync(log, 'utf8').slice(-2000)}`, { cause: error });
    });
    await ask('postgres', `CREATE ROLE docwright LOGIN PASSWORD '${password}'`);
    await ask('postgres', 'CREATE DATABASE docs OWNER docwright');
    return {
      url: `postgres://docwright:${password}@127.0.0.1:${port}/docs`,
      version: await ask('docs', 'SHOW server_version'),
      query: async (sql) => ask('docs', sql),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** Returns options to run PostgreSQL as the user of its package, because it refuses to run as root. */
const identity = (): string[] => (isRoot() ? ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups'] : []);

async function untilReady(probe: string, port: number, ended: Promise<unknown>): Promise<void> {
  const until = performance.now() + hangLimitMs;
  const isOver = ended.then(() => true);
  for (;;) {
    const answer = await run(probe, ['-h', '127.0.0.1', '-p', String(port)]).catch(() => undefined);
    if (answer !== undefined) return;
    const over = await Promise.race([isOver, delay(100, false)]);
    if (over || performance.now() > until) throw new Error(over ? 'its process ended' : 'it accepted no connection');
  }
}
