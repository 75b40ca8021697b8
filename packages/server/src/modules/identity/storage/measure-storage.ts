import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from '../../../platform/database/index.ts';
import {
  countRecords,
  saveMeasured,
  selectRepositoryIds,
  selectStorage,
  selectToMeasure,
  sumBundles,
  type RecordCounts,
  type StorageTables,
  type StoredBytes,
} from './store.ts';

export interface MeasureDeps {
  readonly db: Queryable<StorageTables>;
  /** Folder of the embedded repositories. */
  readonly repositoriesFolder: string;
}

/**
 * Average bytes of a row with its indexes. An estimate: the rows of one organization share their pages with others. Events were
 * measured (257 bytes); the others are what their columns usually hold.
 */
const rowBytes: Readonly<Record<keyof RecordCounts, number>> = {
  events: 260,
  dailyCounts: 200,
  feedback: 600,
  messages: 3_000,
};

/** Organizations that one round of the upkeep measures. */
const measuredAtOnce = 10_000;

/** Reads what an organization stores and replaces the cached figures. */
export async function measureStorage(deps: MeasureDeps, organizationId: string): Promise<StoredBytes> {
  const { db } = deps;
  const before = await selectStorage(db, organizationId);
  if (before === undefined) return { repositories: 0, bundles: 0, records: 0 };
  const measured = await readStoredBytes(deps, organizationId);
  await saveMeasured(db, organizationId, { before, measured });
  return measured;
}

/** For the hourly upkeep. */
export async function measureAll(deps: MeasureDeps): Promise<number> {
  const ids = await selectToMeasure(deps.db, measuredAtOnce);
  for (const id of ids) await measureStorage(deps, id);
  return ids.length;
}

/** What is stored at this moment: files of repositories, sizes of bundles, and rows by their number. */
export async function readStoredBytes(
  { db, repositoriesFolder }: MeasureDeps,
  organizationId: string,
): Promise<StoredBytes> {
  let repositories = 0;
  for (const id of await selectRepositoryIds(db, organizationId))
    repositories += await sizeOfFolder(join(repositoriesFolder, `${id}.git`));
  const counts = await countRecords(db, organizationId);
  const records = Object.entries(rowBytes).reduce(
    (sum, [name, bytes]) => sum + counts[name as keyof RecordCounts] * bytes,
    0,
  );
  return { repositories, bundles: await sumBundles(db, organizationId), records };
}

/** Bytes of all files below a folder; 0 if it is missing. */
export async function sizeOfFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    // git may have packed or deleted it in the meantime.
    bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}
