/** A separate database for tests, on a real server. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { randomText } from '../ids/index.ts';
import { createLogger } from '../log/index.ts';
import type { EmbeddedPostgres } from './embedded/settings.ts';
import { startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts';

export interface TestDatabase {
  readonly url: string;
  /** Set unless the tests run on an external server. */
  readonly server: EmbeddedPostgres | undefined;
  close(): Promise<void>;
}

/** Opens an embedded server in a temporary folder, or a new database on the server at `DOCWRIGHT_TEST_DATABASE_URL`. */
export async function openTestDatabase(): Promise<TestDatabase> {
  // oxlint-disable-next-line node/no-process-env -- the caller chooses the server for the tests
  const url = process.env['DOCWRIGHT_TEST_DATABASE_URL'];
  return url === undefined ? openEmbedded() : openOn(url);
}

async function openEmbedded(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-test-'));
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: folder, log: createLogger({ level: 'silent' }) });
  return {
    url: server.connectionString,
    server,
    close: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openOn(serverUrl: string): Promise<TestDatabase> {
  const name = `docwright_test_${randomText(12).toLowerCase()}`;
  await runOn(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, server: undefined, close: () => runOn(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
