import { migrations } from '../../migrations/index.ts';
import { planMigration, type MigrationPlan, type MigrationReport } from '../platform/database/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { openDatabase } from './open-database.ts';
import type { Settings } from './settings/settings.ts';

/**
 * Migrates the database to the newest step and closes it, for installations that migrate before their processes start.
 */
export async function migrateDatabase(settings: Settings, log: Logger): Promise<MigrationReport> {
  const opened = await openDatabase(settings, log, 'docwright-migrate');
  await opened.close();
  return opened.migration;
}

/**
 * Lists the steps that this version would apply to the database, without changing it.
 *
 * @throws DatabaseError if this version can't use the database
 */
export async function planUpgrade(settings: Settings, log: Logger): Promise<MigrationPlan> {
  const plan = Promise.withResolvers<MigrationPlan>();
  const opened = await openDatabase(settings, log, 'docwright-upgrade', async (database) => {
    const found = await planMigration(database, migrations);
    plan.resolve(found);
    return { applied: [], current: found.current };
  });
  await opened.close();
  return plan.promise;
}
