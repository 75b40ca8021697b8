import type { MigrationReport } from '../platform/database/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { openDatabase } from './open-database.ts';
import type { Settings } from './settings/settings.ts';

/** Migrates the database to the newest step and ends, for installations that do this before the processes start. */
export async function migrateDatabase(settings: Settings, log: Logger): Promise<MigrationReport> {
  const opened = await openDatabase(settings, log, 'docwright-migrate');
  await opened.close();
  return opened.migration;
}
