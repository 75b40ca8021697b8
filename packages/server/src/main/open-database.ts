import { migrations } from '../../migrations/index.ts';
import {
  connectDatabase,
  closeDataFolder,
  makeDataFolder,
  migrate,
  startEmbeddedPostgres,
  type Database,
  type MigrationReport,
} from '../platform/database/index.ts';
import type { Logger } from '../platform/log/index.ts';
import type { ServerTables } from './server-tables.ts';
import type { Settings } from './settings/settings.ts';

export interface OpenedDatabase {
  readonly database: Database<ServerTables>;
  /**
   * A connection reserved for the readiness check, which therefore responds even if all other connections are in use.
   */
  readonly readiness: Database<ServerTables>;
  /** The address, for libraries that open their own connections. */
  readonly url: string;
  readonly migration: MigrationReport;
  close(): Promise<void>;
}

/** Migrates a newly opened database as the caller requires. */
export type PrepareDatabase = (database: Database<ServerTables>) => Promise<MigrationReport>;

/**
 * Opens the database in the settings, or the embedded database in the data folder. Migrates it to the newest step, or
 * calls `prepare` instead, if given.
 * @param applicationName shown in the database's list of connections
 */
export async function openDatabase(
  settings: Settings,
  log: Logger,
  applicationName: string,
  prepare: PrepareDatabase = (database) => migrate(database, migrations),
): Promise<OpenedDatabase> {
  await using cleanup = new AsyncDisposableStack();
  // The folder is needed even with an external database, for secrets, repositories and mirrors.
  await makeDataFolder(settings.dataDir);
  let url = settings.databaseUrl;
  // The embedded server of a service that was just killed may still be stopping. In that case, it is started again.
  const isRestarted = url === undefined;
  if (url === undefined) {
    const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, log });
    cleanup.defer(() => embedded.stop());
    url = embedded.connectionString;
  } else await closeDataFolder(settings.dataDir, undefined);
  const database = await connectDatabase<ServerTables>({
    url,
    isRestarted,
    applicationName,
    poolSize: settings.databasePoolSize,
    onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  cleanup.defer(() => database.close());
  const readiness = await connectDatabase<ServerTables>({
    url,
    isRestarted,
    applicationName: `${applicationName}-readiness`,
    poolSize: 1,
    onIdleError: (error) => log.debug({ err: error }, 'connection for the readiness check lost'),
  });
  cleanup.defer(() => readiness.close());
  const migration = await prepare(database);
  const owned = cleanup.move();
  return { database, readiness, url, migration, close: () => owned.disposeAsync() };
}
