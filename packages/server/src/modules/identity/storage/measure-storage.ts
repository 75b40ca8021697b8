import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { QueryExecutorProvider } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { saveMeasured, selectStorage, selectToMeasure, type StorageTables, type StoredBytes } from './store.ts';

/** Measures one kind of data that an organization stores. The module that stores the data provides the function. */
export type MeasureStored = (db: QueryExecutorProvider, organizationId: string) => Promise<Partial<StoredBytes>>;

export interface MeasureDeps {
  readonly db: Queryable<StorageTables>;
  /** All data that counts toward the quota. */
  readonly stored: readonly MeasureStored[];
}

/** Maximum number of organizations that one round of upkeep measures. */
const measuredAtOnce = 10_000;

/** Measures an organization's storage, and replaces the cached figures. */
export async function measureStorage(deps: MeasureDeps, organizationId: string): Promise<StoredBytes> {
  const { db } = deps;
  const before = await selectStorage(db, organizationId);
  if (before === undefined) return { repositories: 0, bundles: 0, records: 0 };
  const measured = await readStoredBytes(deps, organizationId);
  await saveMeasured(db, organizationId, { before, measured });
  return measured;
}

/** Measures all organizations that are due, during the hourly upkeep. */
export async function measureAll(deps: MeasureDeps): Promise<number> {
  const ids = await selectToMeasure(deps.db, measuredAtOnce);
  for (const id of ids) await measureStorage(deps, id);
  return ids.length;
}

async function readStoredBytes({ db, stored }: MeasureDeps, organizationId: string): Promise<StoredBytes> {
  const sum = { repositories: 0, bundles: 0, records: 0 };
  for (const measure of stored) {
    const { repositories = 0, bundles = 0, records = 0 } = await measure(db, organizationId);
    sum.repositories += repositories;
    sum.bundles += bundles;
    sum.records += records;
  }
  return sum;
}

/** Returns the total size of all files below a folder in bytes; 0 if the folder is missing. */
export async function sizeOfFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    // git may have packed or deleted the file in the meantime.
    bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}
