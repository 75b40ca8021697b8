import { randomBytes } from 'node:crypto';
import { migrations } from '../../migrations/index.ts';
import {
  BackupError,
  openBackup,
  requireEmptyDatabase,
  requireEmptyFolder,
  restoreBlobs,
  restoreKeys,
  restoreQueue,
  restoreRepositories,
  restoreRows,
  writeBackup,
  type BackupManifest,
  type BackupReport,
  type BackupRequest,
} from '../modules/operations/backups/index.ts';
import { systemClock } from '../platform/clock/index.ts';
import { findStepsUpTo, isBeforeReplaced, makeDataFolder, migrate } from '../platform/database/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { composeShared } from './compose.ts';
import { openDatabase } from './open-database.ts';
import { openBlobs, openGit, openPlatform } from './open-platform.ts';
import { localAddress } from './local-address.ts';
import type { Settings } from './settings/settings.ts';
import { version } from './version.ts';

/** Backs up all of an installation's data that can't be recreated, whether or not it is running. @throws BackupError */
export async function backupInstallation(
  settings: Settings,
  log: Logger,
  request: BackupRequest,
): Promise<BackupReport> {
  await using cleanup = new AsyncDisposableStack();
  const { blobs, git, repositoriesFolder } = await openStores(settings, cleanup);
  // A newer command must not migrate the schema while an older service is running.
  const unchanged = { applied: [], current: undefined };
  const opened = await openDatabase(settings, log, 'docwright-backup', async () => unchanged);
  cleanup.defer(() => opened.close());
  const { dataDir } = settings;
  const { pool } = opened.database;
  const generator = `docwright ${version}`;
  return await writeBackup({ pool, blobs, git, repositoriesFolder, dataDir, clock: systemClock, generator }, request);
}

/**
 * Restores a backup into an empty installation; afterwards, the service starts as after a normal stop.
 * @throws BackupError
 */
export async function restoreInstallation(settings: Settings, log: Logger, folder: string): Promise<BackupManifest> {
  const manifest = await openBackup(folder);
  const steps = findSteps(manifest.schema);
  await requireEmptyFolder(settings.dataDir);
  await makeDataFolder(settings.dataDir);
  {
    await using cleanup = new AsyncDisposableStack();
    const { blobs, git, repositoriesFolder } = await openStores(settings, cleanup);
    const opened = await openDatabase(settings, log, 'docwright-restore', async (database) => {
      await requireEmptyDatabase(database.pool);
      await restoreKeys(settings.dataDir, folder, manifest);
      await restoreBlobs(blobs, folder, manifest);
      await restoreRepositories(git, { root: repositoriesFolder, folder }, manifest);
      return migrate(database, steps);
    });
    cleanup.defer(() => opened.close());
    await restoreRows(opened.database.pool, folder, manifest);
  }
  await finishRestore(settings, log, { folder, manifest });
  return manifest;
}

/** Migrates the schema to the newest step, and returns the unfinished jobs to the queue. */
async function finishRestore(
  settings: Settings,
  log: Logger,
  { folder, manifest }: { readonly folder: string; readonly manifest: BackupManifest },
): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const baseUrl = settings.baseUrl ?? localAddress(settings.port);
  const platform = await openPlatform({ settings, baseUrl, log, applicationName: 'docwright-restore' });
  cleanup.defer(() => platform.close());
  await composeShared(platform, settings, baseUrl);
  await platform.engine.start();
  cleanup.defer(() => platform.engine.stop());
  await restoreQueue(platform.database.pool, folder, manifest);
}

async function openStores(settings: Settings, cleanup: AsyncDisposableStack) {
  // This process creates no links.
  const noLinks = [randomBytes(32).toString('base64url')] as const;
  const { blobs } = await openBlobs({ settings, baseUrl: localAddress(settings.port) }, noLinks);
  cleanup.defer(() => blobs.close());
  return { blobs, ...(await openGit(settings)) };
}

function findSteps(newest: string) {
  const steps = findStepsUpTo(migrations, newest);
  if (steps !== undefined) return steps;
  if (isBeforeReplaced(migrations, newest))
    throw new BackupError(
      'backup-too-old',
      `The backup is at migration ${newest}, from which this version of docwright can't upgrade. Restore it with the version that created it, upgrade as described in docs/operate/upgrade.mdx, and create a new backup.`,
    );
  throw new BackupError(
    'backup-newer-than-code',
    `The backup is at migration ${newest}, but this version of docwright supports migrations only up to ${migrations.at(-1)?.id ?? 'none'}. Restore it with the newer version.`,
  );
}
