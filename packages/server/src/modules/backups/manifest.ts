import { BackupError } from './errors.ts';

export const manifestFile = 'backup.json';
const formatVersion = 1;

/** One file of a backup, relative to its folder. */
export interface BackupFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface BackupTable extends BackupFile {
  /** `public.projects` */
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
  /** A git bundle of all refs; undefined for a repository without commits. */
  readonly bundle: BackupFile | undefined;
}

/** `backup.json`: written last, so that a folder without it is no backup. */
export interface BackupManifest {
  readonly formatVersion: 1;
  readonly generator: string;
  /** RFC 3339. */
  readonly createdAt: string;
  /** Id of the newest step of the database's schema. */
  readonly schema: string;
  readonly tables: readonly BackupTable[];
  /** Jobs that were waiting or running. */
  readonly queue: BackupTable;
  readonly blobs: readonly BackupBlob[];
  /** Keys of the blob store that rows name and that were deleted before they could be read. */
  readonly missingBlobs: readonly string[];
  readonly repositories: readonly BackupRepository[];
  /** Files of the data folder that hold keys. */
  readonly keys: readonly BackupFile[];
}

export function formatManifest(manifest: BackupManifest): string {
  return `${JSON.stringify(manifest, undefined, 1)}\n`;
}

/** A manifest is our own file, but a folder may be anything. @throws BackupError `backup-invalid` */
export function parseManifest(text: string): BackupManifest {
  const value = readJson(text);
  const isOurs =
    value.formatVersion === formatVersion &&
    typeof value.schema === 'string' &&
    [value.tables, value.blobs, value.repositories, value.keys].every((list) => Array.isArray(list));
  if (!isOurs)
    throw new BackupError('backup-invalid', `${manifestFile} is not that of a backup of format ${formatVersion}`);
  const manifest = value as unknown as BackupManifest;
  for (const { path } of listFiles(manifest)) {
    if (!/^(?!.*(?:^|\/)\.)[\w./-]+$/.test(path) || path.startsWith('/'))
      throw new BackupError('backup-invalid', `${manifestFile} names a file ${JSON.stringify(path)}`);
  }
  return manifest;
}

export function listFiles({ tables, queue, blobs, repositories, keys }: BackupManifest): BackupFile[] {
  const bundles = repositories.flatMap(({ bundle }) => (bundle === undefined ? [] : [bundle]));
  return [...tables, queue, ...blobs, ...bundles, ...keys];
}

function readJson(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch (error) {
    throw new BackupError('backup-invalid', `${manifestFile} is not JSON`, { cause: error });
  }
}
