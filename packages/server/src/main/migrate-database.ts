import { migrations } from '../../migrations/index.ts';
import { connectDatabase, migrate, startEmbeddedPostgres, type MigrationReport } from '../platform/database/index.ts';
import type { Logger } from '../platform/log/index.ts';
import type { Settings } from './settings.ts';

/** Brings the database to the newest step and ends: for installations that do it before the processes start. */
export async function migrateDatabase(settings: Settings, log: Logger): Promise<MigrationReport> {
  await using cleanup = new AsyncDisposableStack();
  let url = settings.databaseUrl;
  if (url === undefined) {
    const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, log });
    cleanup.defer(() => embedded.stop());
    url = embedded.connectionString;
  }
  const database = await connectDatabase<object>({ url, applicationName: 'docwright-migrate' });
  cleanup.defer(() => database.close());
  return await migrate(database, migrations);
}
