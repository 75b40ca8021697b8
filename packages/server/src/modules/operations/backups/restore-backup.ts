/**
 * Restores a backup into an empty installation.
 *
 * 1. Every file is compared with the manifest before anything is written.
 * 2. An installation that has rows, bundles, or repositories is refused, and left unchanged.
 * 3. Rows are restored last, in one transaction: an interrupted restore leaves no working installation.
 */
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import type { BlobStore } from '../../../platform/blob-store/index.ts';
import type { Git } from '../../../platform/git/index.ts';
import { bundleFolders } from '../../building/site-bundles/index.ts';
import { loadRepository } from './copy-repository.ts';
import { BackupError } from './errors.ts';
import { isRepositoryId, listFiles, manifestFile, parseManifest } from './manifest.ts';
import type { BackupManifest, BackupTable } from './manifest.ts';
import { advanceSequences, hasTables, insertRows, listRepositoryIds, releaseRestored, withoutRules } from './store.ts';
import { requireIntact } from './write-file.ts';
import { countOf } from '../../../platform/words/count-of.ts';

const rowsAtOnce = 500;

/** @throws BackupError `backup-invalid`, `backup-damaged` */
export async function openBackup(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((cause: unknown) => {
    throw new BackupError('backup-invalid', `${folder} is not a backup: it doesn't contain ${manifestFile}`, { cause });
  });
  const manifest = parseManifest(text);
  for (const file of listFiles(manifest)) await requireIntact(folder, file); // 1
  return manifest;
}

/** @throws BackupError `restore-not-empty` */
export async function requireEmptyFolder(dataDir: string): Promise<void> {
  for (const path of ['git/repositories', 'blobs', 'postgres']) {
    const names = await readdir(join(dataDir, path)).catch((): string[] => []);
    if (names.length > 0)
      throw new BackupError(
        'restore-not-empty',
        `${join(dataDir, path)} belongs to an existing installation. Specify an empty data folder.`,
      ); // 2
  }
}

/** @throws BackupError `restore-not-empty` */
export async function requireEmptyDatabase(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    if (await hasTables(client))
      throw new BackupError(
        'restore-not-empty',
        'the database contains tables of an existing installation. Specify an empty database.',
      ); // 2
  } finally {
    client.release();
  }
}

/** @throws BackupError `restore-not-empty`, or the error of the store */
export async function restoreBlobs(blobs: BlobStore, folder: string, manifest: BackupManifest): Promise<void> {
  for (const folder of bundleFolders)
    for await (const { key } of blobs.list(folder))
      throw new BackupError('restore-not-empty', `the blob store contains ${key}. Specify an empty bucket or folder.`); // 2
  for (const { path, key, contentType, sha256 } of manifest.blobs) {
    const stored = await blobs.put(key, createReadStream(join(folder, path)), { contentType });
    if (stored.sha256 !== sha256) throw new BackupError('backup-damaged', `${path} changed while it was being read`);
  }
}

export async function restoreRepositories(
  git: Git,
  place: { readonly root: string; readonly folder: string },
  manifest: BackupManifest,
): Promise<void> {
  for (const repository of manifest.repositories) await loadRepository(git, place, repository);
}

/** Restores the keys that the installation generated. The operator is responsible for keys in settings. */
export async function restoreKeys(dataDir: string, folder: string, manifest: BackupManifest): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  for (const { path } of manifest.keys) await copyFile(join(folder, path), join(dataDir, basename(path)));
}

/**
 * Restores the rows. The schema must be at the manifest's migration, and contain only the rows that migrations write.
 */
export async function restoreRows(pool: Pool, folder: string, manifest: BackupManifest): Promise<void> {
  await inTransaction(pool, async (client) => {
    await withoutRules(client, async () => {
      for (const table of manifest.tables) await loadTable(client, folder, table);
    });
    await requireRepositoryIds(client);
    await advanceSequences(client);
  });
}

/** Checks the repository IDs in the rows, which are used as folder names. */
async function requireRepositoryIds(client: PoolClient): Promise<void> {
  const foreign = (await listRepositoryIds(client)).find((id) => !isRepositoryId(id));
  if (foreign !== undefined)
    throw new BackupError('backup-invalid', `a row refers to the repository ${JSON.stringify(foreign.slice(0, 200))}`);
}

/** Restores the queue after the job engine has created it. */
export async function restoreQueue(pool: Pool, folder: string, manifest: BackupManifest): Promise<void> {
  if (manifest.queue.rows === 0) return;
  await inTransaction(pool, async (client) => {
    await loadTable(client, folder, manifest.queue);
    await releaseRestored(client);
  });
}

async function inTransaction(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0');
    await work(client);
    await client.query('COMMIT');
  } finally {
    // An open transaction is rolled back when its connection ends.
    client.release(true);
  }
}

async function loadTable(
  client: PoolClient,
  folder: string,
  { path, name, columns, rows }: BackupTable,
): Promise<void> {
  const [schema = '', table = ''] = name.split('.');
  const input = createReadStream(join(folder, path)).pipe(createGunzip());
  let waiting: string[] = [];
  let count = 0;
  const flush = async (): Promise<void> => {
    if (waiting.length > 0) await insertRows(client, { schema, table, columns }, waiting);
    count += waiting.length;
    waiting = [];
  };
  for await (const line of splitLines(input)) {
    waiting.push(line);
    if (waiting.length >= rowsAtOnce) await flush();
  }
  await flush();
  if (count !== rows)
    throw new BackupError('backup-damaged', `${path} has ${countOf(count, 'row')} instead of ${rows}`);
}

/** Yields lines. Splits only at line feeds: `node:readline` also splits at U+2028, which JSON strings can contain. */
async function* splitLines(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]).toString('utf8');
      rest = [];
      start = end + 1;
    }
    rest.push(chunk.subarray(start));
  }
}
