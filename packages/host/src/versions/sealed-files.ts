import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTable, SealedIndex, type Manifest, type ManifestFile } from '@docwright/bundle';
import { HostError } from '../errors.ts';
import { SEALED_FILE, type SealedLayout } from './version-files.ts';

export interface SealedManifestFile extends ManifestFile {
  /** The number of the condition that readers must meet. */
  readonly when: number;
}

/** The sealed part of a version on disk: its files and blocks, in the same form as the manifest's public files. */
export interface SealedFiles {
  readonly index: SealedIndex;
  readonly files: ReadonlyMap<string, SealedManifestFile>;
  /** Blocks by number. */
  readonly blocks: readonly ManifestFile[];
  /** Offsets of contents in `site.pack`, by path. */
  readonly offsets: ReadonlyMap<string, number>;
}

/**
 * Returns `undefined` if everything in the version is public.
 * @throws HostError `version-damaged`; BundleError `sealed-part-invalid` if the table doesn't match the manifest
 */
export async function openSealedFiles(
  path: string,
  manifest: Manifest,
  layout: SealedLayout | undefined,
): Promise<SealedFiles | undefined> {
  if (manifest.restricted === undefined) return undefined;
  if (layout === undefined)
    throw new HostError('version-damaged', `${path} does not state the position of its sealed part`);
  const table = parseTable(await readFile(join(path, SEALED_FILE)), manifest.restricted.sha256);
  const index = new SealedIndex(table, { contentsAt: layout.contentsAt });
  const offsets = new Map<string, number>();
  let packAt = layout.packAt;
  const place = (file: ManifestFile): void => {
    offsets.set(file.path, packAt);
    packAt += file.size;
  };
  const blocks = table.blocks.map(({ size, sha256 }, number): ManifestFile => {
    const block = { path: nameOfBlock(number), size, sha256, contentType: 'application/octet-stream' };
    place(block);
    return block;
  });
  const files = table.files.map(({ path: name, size, sha256, contentType, when, isStored }): SealedManifestFile => {
    const member = index.look(name);
    const isGzip = !isStored && member !== undefined && member.memberBytes > 0;
    const gzip = isGzip ? { gzip: { offset: member.offset, size: member.memberBytes } } : {};
    const file = { path: name, size, sha256, contentType, when, ...gzip };
    place(file);
    return file;
  });
  return { index, files: new Map(files.map((file) => [file.path, file])), blocks, offsets };
}

/** Returns a path that no file in a bundle can have. */
const nameOfBlock = (number: number): string => `/block ${number}`;
