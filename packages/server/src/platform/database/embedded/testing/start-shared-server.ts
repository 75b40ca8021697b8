/** An embedded server for tests that all test files share, and whose role may create databases. */
import { once } from 'node:events';
import { appendFile, chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createLogger } from '../../../log/index.ts';
import { createCluster, roleName } from '../create-cluster.ts';
import { waitForFileLock } from '../file-lock.ts';
import { makeDataFolder } from '../make-data-folder.ts';
import { prepareLayout } from '../prepare-layout.ts';
import type { PostgresLayout } from '../postgres-layout.ts';
import { spawnAs } from '../run-as.ts';
import type { EmbeddedPostgres } from '../settings.ts';
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts';

/** The service's own cluster allows its role to access only one database. */
const anyDatabase = `local all ${roleName} scram-sha-256\n`;

/** Starts the server in that folder, or connects to it if it is running. It ends when no process uses it any longer. */
export async function startSharedServer(dataDir: string): Promise<EmbeddedPostgres> {
  await makeDataFolder(dataDir);
  // PostgreSQL runs as another user if tests run as root.
  await chmod(dataDir, 0o755);
  const layout = await prepareLayout(dataDir);
  const lock = await waitForFileLock(layout.startLock, 'exclusive', AbortSignal.timeout(60_000));
  try {
    await createCluster(layout);
    await allowDatabases(layout);
    await neglectDurability(layout);
  } finally {
    lock.release();
  }
  return startEmbeddedPostgres({ dataDir, log: createLogger({ level: 'silent' }) });
}

/**
 * The data doesn't have to survive a power failure, and only one test file uses each database. Syncing and vacuuming
 * took half of the server's CPU time.
 */
const settings = `
# What follows is for tests alone.
fsync = off
full_page_writes = off
synchronous_commit = off
wal_level = minimal
max_wal_senders = 0
max_wal_size = 256MB
autovacuum = off
`;

async function neglectDurability(layout: PostgresLayout): Promise<void> {
  const file = join(layout.cluster, 'postgresql.conf');
  if (!(await readFile(file, 'utf8')).includes(settings)) await appendFile(file, settings);
}

/** Runs once, right after the cluster was created, because no server uses it before the lock is released. */
async function allowDatabases(layout: PostgresLayout): Promise<void> {
  const rules = join(layout.cluster, 'pg_hba.conf');
  if ((await readFile(rules, 'utf8')).includes(anyDatabase)) return;
  const child = spawnAs(layout.runAs, [layout.binaries.postgres, '--single', '-D', layout.cluster, 'postgres'], {
    cwd: '/',
    env: layout.environment,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  if (!child.stdin || !child.stderr) throw new Error('the child was started without pipes');
  child.stdin.end(`ALTER ROLE ${roleName} CREATEDB\n`);
  const [stderrText, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0 || /^(ERROR|FATAL)/m.test(stderrText))
    throw new Error(`the test server's role was not changed: ${stderrText}`);
  await appendFile(rules, anyDatabase);
}
