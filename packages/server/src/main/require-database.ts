import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from './settings/settings.ts';

/** Fails for an empty folder, because opening its database would create a new database. */
export async function requireDatabase(settings: Settings): Promise<void> {
  if (settings.databaseUrl === undefined && !(await hasEmbeddedDatabase(settings))) throw noInstallation(settings);
}

/** Whether an earlier start has created an embedded PostgreSQL in the data folder. */
export async function hasEmbeddedDatabase({ dataDir }: Pick<Settings, 'dataDir'>): Promise<boolean> {
  return stat(join(dataDir, 'postgres', 'data')).then(
    () => true,
    () => false,
  );
}

export function noInstallation({ dataDir, databaseUrl }: Settings): Error {
  const where = databaseUrl === undefined ? `in ${dataDir}` : 'in the database at DATABASE_URL';
  return new Error(`There is no installation ${where}; nothing was checked. Use --data-dir for another data folder.`);
}
