/**
 * The folder of one site:
 *
 * ```
 * activations.jsonl                 which version is active (journal.ts)
 * versions/<24 hex digits>/         one verified version; never changed, except that the last two are added. A damaged
                                  one is replaced whole when a link delivers the same bundle again
 *   bundle.tar.gz                   the archive as it was received; its gzip members are served as they are
 *   site.pack                       the contents of all files, one after the other
 *   manifest.json (and .sig)        as they were in the archive
 *   sealed.json                     the table of the bundle's sealed part, if it has one
 *   layout.json                     where in site.pack each file begins
 *   brotli.pack                     brotli variants and their index
 *   vectors.bin                     vectors of the sections, if a model compares searches by meaning
 * staging/<name>/                   a version that is being created
 * ```
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HostError } from '../errors.ts';

export const BUNDLE_FILE = 'bundle.tar.gz';
export const PACK_FILE = 'site.pack';
export const LAYOUT_FILE = 'layout.json';
/** The table of the bundle's sealed part. */
export const SEALED_FILE = 'sealed.json';
export const BROTLI_FILE = 'brotli.pack';
export const VECTORS_FILE = 'vectors.bin';

/** `layout.json`. */
export interface VersionLayout {
  readonly formatVersion: 1;
  /** Digest of the archive, in hex. */
  readonly sha256: string;
  readonly bundleBytes: number;
  readonly packBytes: number;
  /** In the order of the manifest's files. */
  readonly offsets: readonly number[];
  /** The positions at which the sealed part's contents start in site.pack, and their members in the archive. */
  readonly sealed?: SealedLayout;
}

export interface SealedLayout {
  readonly packAt: number;
  readonly contentsAt: number;
}

const versionName = /^[0-9a-f]{24}$/;

export function versionsPath(folder: string): string {
  return join(folder, 'versions');
}

export function versionPath(folder: string, versionId: string): string {
  if (!versionName.test(versionId)) throw new HostError('version-unknown', `"${versionId}" is not the ID of a version`);
  return join(versionsPath(folder), versionId);
}

export function stagingPath(folder: string, name: string): string {
  return join(folder, 'staging', name);
}

async function listFolder(path: string): Promise<string[]> {
  return readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

export async function listVersionIds(folder: string): Promise<string[]> {
  return (await listFolder(versionsPath(folder))).filter((name) => versionName.test(name));
}

export async function listStaging(folder: string): Promise<string[]> {
  return listFolder(join(folder, 'staging'));
}

/** Returns `undefined` if the text isn't JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws HostError `version-damaged`, or the file system's error if the file is missing */
export async function readLayout(path: string): Promise<VersionLayout> {
  const value = parseJson(await readFile(join(path, LAYOUT_FILE), 'utf8'));
  const fields = new Map<string, unknown>(Object.entries(Object(value)));
  const [sha256, bundleBytes, packBytes, offsets] = ['sha256', 'bundleBytes', 'packBytes', 'offsets'].map((name) =>
    fields.get(name),
  );
  if (fields.get('formatVersion') !== 1 || typeof sha256 !== 'string' || !Array.isArray(offsets)) {
    throw new HostError('version-damaged', `${path}/${LAYOUT_FILE} is not a layout`);
  }
  return {
    formatVersion: 1,
    sha256,
    bundleBytes: Number(bundleBytes),
    packBytes: Number(packBytes),
    offsets: offsets.map(Number),
    ...(fields.get('sealed') !== undefined && { sealed: readSealedLayout(fields.get('sealed')) }),
  };
}

function readSealedLayout(value: unknown): SealedLayout {
  const fields = new Map<string, unknown>(Object.entries(Object(value)));
  return { packAt: Number(fields.get('packAt')), contentsAt: Number(fields.get('contentsAt')) };
}
