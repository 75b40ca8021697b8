import type { Transaction } from 'kysely';
import type { BlobStore } from '../../../platform/blob-store/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import {
  deleteIdlePreviews,
  deleteOldChanges,
  deleteOldDeployments,
  lockEnvironments,
  notifySite,
} from '../../publishing/deployments/index.ts';
import { deleteOldExports } from '../../publishing/exports/index.ts';
import {
  bundleFolders,
  bundleKeyOf,
  deleteBundles as deleteBundleRows,
  sidecarKeysOf,
  lockBundles,
} from '../../building/site-bundles/index.ts';
import { selectUnnamed, selectUnusedBundles, type RetentionTables } from './site-store.ts';

export interface RetentionDeps {
  readonly database: Database<RetentionTables>;
  readonly blobs: BlobStore;
  readonly clock: Clock;
}

export interface RetentionSettings {
  readonly keepDeployments: number;
  readonly keepDeploymentDays: number;
  /** Days without a deployment or a visit after which a preview expires. */
  readonly previewDays: number;
}

/** Maximum number of rows in one transaction. */
const batchSize = 100;
const keepOfPreview = 3;
/** Minimum age of a bundle or file to delete. A younger file may belong to a job that hasn't recorded it yet. */
const graceMinutes = 60;

/**
 * Deletes data that readers, exports and rollbacks no longer need: deployments, previews, then bundles. Several
 * replicas can run it at the same time.
 */
export async function cleanSites(deps: RetentionDeps, settings: RetentionSettings): Promise<void> {
  await endDeployments(deps, settings);
  await endExports(deps, settings);
  await deleteBundles(deps);
  await deleteUnnamedFiles(deps);
  await deleteOldChanges(deps.database.kysely);
}

async function endDeployments({ database }: RetentionDeps, settings: RetentionSettings): Promise<void> {
  const { keepDeployments: count, keepDeploymentDays: days, previewDays } = settings;
  let after: string | undefined = '';
  while (after !== undefined) {
    const from: string = after;
    after = await database.kysely.transaction().execute(async (tx) => {
      const ids = await lockEnvironments(tx, from, batchSize);
      for (const projectId of await deleteIdlePreviews(tx, ids, previewDays)) await notifySite(tx, projectId);
      await deleteOldDeployments(tx, ids, { count, days, previewCount: keepOfPreview });
      return ids.length < batchSize ? undefined : ids.at(-1);
    });
  }
}

async function endExports({ database }: RetentionDeps, settings: RetentionSettings): Promise<void> {
  const keep = { count: settings.keepDeployments, days: settings.keepDeploymentDays, limit: batchSize };
  while ((await deleteOldExports(database.kysely, keep)) === batchSize);
}

/**
 * Deletes the row first, so that a crash can leave a file without a row, which the next round deletes, but never a row
 * without its file.
 */
async function deleteBundles(deps: RetentionDeps): Promise<void> {
  const { database } = deps;
  for (;;) {
    const keys = await database.kysely.transaction().execute(deleteSomeBundles);
    await deleteUnnamed(deps, keys);
    if (keys.length < batchSize) return;
  }
}

/**
 * Deletes a batch of unused bundles. Each new use of a bundle locks the bundle's row, so the second query includes all
 * uses from before this lock. Later uses wait for it, and then don't find the bundle.
 */
async function deleteSomeBundles(tx: Transaction<RetentionTables>): Promise<string[]> {
  const age = { olderThanMinutes: graceMinutes, limit: batchSize };
  const locked = await lockBundles(tx, await selectUnusedBundles(tx, age));
  return deleteBundleRows(tx, await selectUnusedBundles(tx, { ...age, ids: locked }));
}

async function deleteUnnamedFiles(deps: RetentionDeps): Promise<void> {
  const youngest = deps.clock.now() - graceMinutes * 60_000;
  for (const folder of bundleFolders) {
    let old: string[] = [];
    for await (const { key, modifiedAt } of deps.blobs.list(folder)) {
      if (modifiedAt.getTime() < youngest) old.push(bundleKeyOf(key));
      if (old.length < batchSize) continue;
      await deleteUnnamed(deps, old);
      old = [];
    }
    await deleteUnnamed(deps, old);
  }
}

/** Deletes files without a row. A bundle's file is named after the job that created it. */
async function deleteUnnamed({ database, blobs }: RetentionDeps, keys: readonly string[]): Promise<void> {
  const bundles = keys.map((key) => ({ key, madeFor: (key.split('/').at(-1) ?? '').replace(/\.tar\.gz$/, '') }));
  for (const key of await selectUnnamed(database.kysely, bundles)) {
    await blobs.delete(key);
    for (const sidecar of sidecarKeysOf(key)) await blobs.delete(sidecar);
  }
}
