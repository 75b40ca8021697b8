/** Shared by the measurements of web analytics: the schema, and the resource use of the database's processes. */
import { readFileSync } from 'node:fs';
import { connectDatabase, type Database } from '../../packages/server/src/platform/database/index.ts';
import type { FeedbackTables } from '../../packages/server/src/modules/readers/analytics/feedback-store.ts';
import { createLogger, loadSettings, migrateDatabase } from '../../packages/server/src/index.ts';
import { cpuSecondsBelow } from '../agent/process-usage.ts';
import type { Bench } from '../api/open-bench.ts';

export async function openAnalytics(bench: Bench): Promise<Database<FeedbackTables>> {
  const flags = { databaseUrl: bench.databaseUrl, dataDir: bench.folder };
  await migrateDatabase(loadSettings({ flags, environment: {} }), createLogger({ level: 'error' }));
  const database = await connectDatabase<FeedbackTables>({
    url: bench.databaseUrl,
    applicationName: 'bench',
    // Analyzing ten million rows takes longer than the time limit of a query.
    statementTimeoutMs: 0,
  });
  bench.defer(() => database.close());
  return database;
}

/** Returns a function that returns the seconds of processor time used so far by PostgreSQL on this machine. */
export async function watchPostgres({ pool }: Database<FeedbackTables>): Promise<() => number> {
  const { rows } = await pool.query<{ pid: number }>(`select pg_backend_pid() as pid`);
  // The process that serves a connection is a child of the first process.
  const status = readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8');
  const pid = Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]);
  return () => cpuSecondsBelow(pid);
}
