import { parseJson } from '@docwright/bundle';
import { requireBlobKey } from '../../../platform/blob-store/index.ts';
import { isBranchName } from '../../../platform/git/index.ts';
import { BackupError } from './errors.ts';

export const manifestFile = 'backup.json';
const formatVersion = 1;

/** One file of a backup; its path is relative to the backup's folder. */
export interface BackupFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface BackupTable extends BackupFile {
  /** Schema and name of the table: `public.projects`. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

export interface BackupBlob extends BackupFile {
  readonly key: string;
  readonly contentType: string;
}

export interface BackupRepository {
  readonly id: string;
  readonly head: string;
  /** A git bundle of all refs; `undefined` for a repository without commits. */
  readonly bundle: BackupFile | undefined;
}

export interface DamagedRepository {
  readonly id: string;
  /** The problem, for the operator. */
  readonly damage: string;
}

/** `backup.json`: written last, so a folder without it isn't a complete backup. */
export interface BackupManifest {
  readonly formatVersion: 1;
  readonly generator: string;
  /** Time of creation (RFC 3339). */
  readonly createdAt: string;
  /** ID of the database's newest migration. */
  readonly schema: string;
  readonly tables: readonly BackupTable[];
  /** Jobs that were waiting or running. */
  readonly queue: BackupTable;
  readonly blobs: readonly BackupBlob[];
  /** Keys of the blob store that rows refer to and that were deleted before they could be read. */
  readonly missingBlobs: readonly string[];
  readonly repositories: readonly BackupRepository[];
  /** Repositories that rows refer to and that could not be read. */
  readonly damagedRepositories: readonly DamagedRepository[];
  /** Files of the data folder that contain keys. */
  readonly keys: readonly BackupFile[];
}

export function formatManifest(manifest: BackupManifest): string {
  return `${JSON.stringify(manifest, undefined, 1)}\n`;
}

/**
 * Reads a manifest. We write manifests, but a folder can contain any file: each name in the manifest must be one that
 * our backups use, so that a restore can't write anywhere else.
 * @throws BackupError `backup-invalid`
 */
export function parseManifest(text: string): BackupManifest {
  const value = readJson(text);
  const isOurs =
    value.formatVersion === formatVersion &&
    isText(value.schema) &&
    isText(value.generator) &&
    isText(value.createdAt) &&
    isListOf(value.tables, isTable) &&
    isTable(value.queue) &&
    isListOf(value.blobs, isBlob) &&
    isListOf(value.missingBlobs, isText) &&
    isListOf(value.repositories, isRepository) &&
    isListOf(value.damagedRepositories, isDamaged) &&
    isListOf(value.keys, isFile);
  if (!isOurs)
    throw new BackupError('backup-invalid', `${manifestFile} doesn't belong to a backup in format ${formatVersion}`);
  const manifest = value as unknown as BackupManifest;
  const foreign = findForeignName(manifest);
  if (foreign !== undefined)
    throw new BackupError(
      'backup-invalid',
      `${manifestFile} contains ${JSON.stringify(foreign.slice(0, 200))}, which is not part of a backup`,
    );
  return manifest;
}

/** Files of the data folder that contain keys: secrets generated on the first start if the settings contain none. */
export const keyFiles = ['secret.txt', 'master-key.txt', 'first-start.json'] as const;

const repositoryId = /^[A-Za-z0-9_-]{1,80}$/;
const ownTable = /^public\.[a-z][a-z0-9_]{0,62}$/;
const column = /^[a-z_][a-z0-9_]{0,62}$/;

/** Whether a repository's folder can have this name. */
export const isRepositoryId = (id: string): boolean => repositoryId.test(id);

function findForeignName({
  tables,
  queue,
  blobs,
  repositories,
  damagedRepositories,
  keys,
}: BackupManifest): string | undefined {
  const names: readonly (readonly [name: string, isOurs: boolean])[] = [
    ...tables.map(({ name }) => [name, ownTable.test(name) && name !== 'public.schema_migrations'] as const),
    [queue.name, queue.name === 'pgboss.job'],
    ...[...tables, queue].map(({ name, path }) => [path, path === `database/${name}.jsonl.gz`] as const),
    ...[...tables, queue].flatMap(({ columns }) => columns.map((name) => [name, column.test(name)] as const)),
    ...blobs.map(({ key, path }) => [key, isBlobKey(key) && path === `blobs/${key}`] as const),
    ...[...repositories, ...damagedRepositories].map(({ id }) => [id, isRepositoryId(id)] as const),
    ...repositories.map(({ head }) => [head, isHead(head)] as const),
    ...repositories.map(
      ({ id, bundle }) =>
        [bundle?.path ?? '', bundle === undefined || bundle.path === `repositories/${id}.bundle`] as const,
    ),
    ...keys.map(({ path }) => [path, keyFiles.some((name) => path === `keys/${name}`)] as const),
  ];
  return names.find(([, isOurs]) => !isOurs)?.[0];
}

const isHead = (head: string): boolean =>
  head.startsWith('refs/heads/') && isBranchName(head.slice('refs/heads/'.length));

function isBlobKey(key: string): boolean {
  try {
    requireBlobKey(key);
    return true;
  } catch {
    return false;
  }
}

type JsonObject = Readonly<Record<string, unknown>>;
const isText = (value: unknown): value is string => typeof value === 'string';
const isListOf = (value: unknown, isOne: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every((item) => isOne(item));
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isFile = (value: unknown): boolean => {
  const { path, sizeBytes, sha256 } = Object(value) as JsonObject;
  return isText(path) && isCount(sizeBytes) && isText(sha256) && /^[0-9a-f]{64}$/.test(sha256);
};
const isTable = (value: unknown): boolean => {
  const { name, columns, rows } = Object(value) as JsonObject;
  return isFile(value) && isText(name) && isListOf(columns, isText) && isCount(rows);
};
const isBlob = (value: unknown): boolean => {
  const { key, contentType } = Object(value) as JsonObject;
  return isFile(value) && isText(key) && isText(contentType);
};
const isRepository = (value: unknown): boolean => {
  const { id, head, bundle } = Object(value) as JsonObject;
  return isText(id) && isText(head) && (bundle === undefined || isFile(bundle));
};
const isDamaged = (value: unknown): boolean => {
  const { id, damage } = Object(value) as JsonObject;
  return isText(id) && isText(damage);
};

export function listFiles({ tables, queue, blobs, repositories, keys }: BackupManifest): BackupFile[] {
  const bundles = repositories.flatMap(({ bundle }) => (bundle === undefined ? [] : [bundle]));
  return [...tables, queue, ...blobs, ...bundles, ...keys];
}

function readJson(text: string): Record<string, unknown> {
  try {
    return Object(parseJson(text)) as Record<string, unknown>;
  } catch (error) {
    throw new BackupError('backup-invalid', `${manifestFile} is not JSON`, { cause: error });
  }
}
