/**
 * A backup of an installation that may be running.
 *
 * 1. All rows are from one moment: one snapshot for all tables and the queue.
 * 2. Bundles and repositories are read afterwards, so that they contain everything that rows refer to. Data newer than
 *    the snapshot is like the work of a process that crashed before it wrote its row: the job's next run finds it.
 * 3. The manifest is written last, and the folder is renamed afterwards.
 */
import { mkdir, readFile, rename, rm, stat, writeFile as writeWhole } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGzip } from 'node:zlib';
import { Readable } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import { BlobStoreError, type BlobStore } from '../../../platform/blob-store/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Git } from '../../../platform/git/index.ts';
import { saveRepository } from './copy-repository.ts';
import { BackupError } from './errors.ts';
import { formatManifest, keyFiles, listFiles, manifestFile } from './manifest.ts';
import type {
  BackupBlob,
  BackupFile,
  BackupManifest,
  BackupRepository,
  BackupTable,
  DamagedRepository,
} from './manifest.ts';
import {
  beginSnapshot,
  findQueueShape,
  findSchemaStep,
  listBlobKeys,
  listRepositoryIds,
  listTables,
  readRows,
  unfinished,
  type TableShape,
} from './store.ts';
import { writeFile } from './write-file.ts';

export interface BackupDeps {
  readonly pool: Pool;
  readonly blobs: BlobStore;
  readonly git: Git;
  readonly repositoriesFolder: string;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly generator: string;
}

export interface BackupRequest {
  /** The folder to create; its parent must exist. */
  readonly folder: string;
  /** Whether to include the files with keys; if not, they must be stored elsewhere. */
  readonly withKeys: boolean;
  readonly onProgress?: (what: string) => void;
}

export interface BackupReport {
  readonly folder: string;
  readonly sizeBytes: number;
  readonly rows: number;
  readonly blobs: number;
  readonly missingBlobs: readonly string[];
  readonly repositories: number;
  /** Repositories that are not in the backup, because their files are missing or damaged. */
  readonly damagedRepositories: readonly DamagedRepository[];
  readonly keys: readonly string[];
}

/** @throws BackupError `backup-folder-exists`, `repository-unreadable` if no repository can be read */
export async function writeBackup(deps: BackupDeps, request: BackupRequest): Promise<BackupReport> {
  const { folder } = request;
  const draft = `${folder}.partial`;
  await makeDraft(folder, draft);
  try {
    const manifest = await fill(deps, request, draft);
    await writeWhole(join(draft, manifestFile), formatManifest(manifest), { mode: 0o600, flush: true });
    await rename(draft, folder); // 3
    return toReport(folder, manifest);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function makeDraft(folder: string, draft: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  try {
    await mkdir(folder, { mode: 0o700 });
    // The empty folder reserves the name for the complete backup.
    await mkdir(draft, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new BackupError('backup-folder-exists', `${folder} (or ${draft}) already exists. Specify a new folder.`, {
      cause: error,
    });
  }
}

async function fill(deps: BackupDeps, { withKeys, onProgress }: BackupRequest, draft: string): Promise<BackupManifest> {
  const createdAt = new Date(deps.clock.now()).toISOString();
  const client = await deps.pool.connect();
  try {
    await beginSnapshot(client); // 1
    const schema = (await findSchemaStep(client)) ?? '';
    const tables: BackupTable[] = [];
    for (const shape of await listTables(client)) {
      onProgress?.(`rows of ${shape.table} …`);
      tables.push(await saveTable(client, shape, draft));
    }
    const queueShape = await findQueueShape(client);
    const queue = await saveTable(client, queueShape, draft, queueShape.columns.length === 0 ? undefined : unfinished);
    const keys = await listBlobKeys(client);
    const repositoryIds = await listRepositoryIds(client);
    await client.query('COMMIT');
    const { blobs, missing } = await saveBlobs(deps.blobs, keys, draft, onProgress); // 2
    const repositories: BackupRepository[] = [];
    const damagedRepositories: DamagedRepository[] = [];
    if (repositoryIds.length > 0) await requireRoot(deps.repositoriesFolder);
    for (const id of repositoryIds) {
      onProgress?.(`repository ${id} …`);
      const saved = await saveRepository(deps.git, { root: deps.repositoriesFolder, id, folder: draft });
      if ('damage' in saved) damagedRepositories.push(saved);
      else repositories.push(saved);
    }
    const { generator } = deps;
    const rest = {
      blobs,
      missingBlobs: missing,
      repositories,
      damagedRepositories,
      keys: withKeys ? await saveKeys(deps.dataDir, draft) : [],
    };
    return { formatVersion: 1, generator, createdAt, schema, tables, queue, ...rest };
  } finally {
    // A transaction that was left open ends with its connection.
    client.release(true);
  }
}

/**
 * Requires the folder of all repositories. If it is missing, a disk is not mounted or a setting is wrong; that isn't
 * damage to a single repository.
 */
async function requireRoot(folder: string): Promise<void> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder)
    throw new BackupError(
      'repository-unreadable',
      `${folder}, the folder of all repositories, does not exist. Is its disk mounted?`,
    );
}

async function saveTable(client: PoolClient, shape: TableShape, draft: string, where = 'true'): Promise<BackupTable> {
  let rows = 0;
  async function* lines(): AsyncGenerator<Buffer> {
    if (shape.columns.length === 0) return;
    for await (const some of readRows(client, shape, where)) {
      rows += some.length;
      yield Buffer.from(`${some.join('\n')}\n`);
    }
  }
  const path = `database/${shape.schema}.${shape.table}.jsonl.gz`;
  const file = await writeFile(draft, path, Readable.from(lines()).compose(createGzip()));
  return { ...file, name: `${shape.schema}.${shape.table}`, columns: shape.columns, rows };
}

async function saveBlobs(
  store: BlobStore,
  keys: readonly string[],
  draft: string,
  onProgress: BackupRequest['onProgress'],
): Promise<{ blobs: readonly BackupBlob[]; missing: readonly string[] }> {
  const blobs: BackupBlob[] = [];
  const missing: string[] = [];
  for (const [index, key] of keys.entries()) {
    onProgress?.(`bundle ${index + 1} of ${keys.length} …`);
    try {
      const { body, contentType } = await store.open(key);
      blobs.push({ ...(await writeFile(draft, `blobs/${key}`, body)), key, contentType });
    } catch (error) {
      // Deleted after the snapshot, by a user or by retention.
      if (!(error instanceof BlobStoreError) || error.code !== 'blob-not-found') throw error;
      missing.push(key);
    }
  }
  return { blobs, missing };
}

async function saveKeys(dataDir: string, draft: string): Promise<readonly BackupFile[]> {
  const saved: BackupFile[] = [];
  for (const name of keyFiles) {
    const content = await readFile(join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (content !== undefined) saved.push(await writeFile(draft, `keys/${name}`, [content]));
  }
  return saved;
}

function toReport(folder: string, manifest: BackupManifest): BackupReport {
  return {
    folder,
    sizeBytes: listFiles(manifest).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    blobs: manifest.blobs.length,
    missingBlobs: manifest.missingBlobs,
    repositories: manifest.repositories.length,
    damagedRepositories: manifest.damagedRepositories,
    keys: manifest.keys.map(({ path }) => path.replace(/^keys\//, '')),
  };
}
