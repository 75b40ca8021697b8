import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeVectors, readVectors, type Embedder, type SectionVectors } from '@docwright/site-assistant';
import type { SiteSource } from '@docwright/site-server';
import { VECTORS_FILE } from './version-files.ts';

/** Returns `undefined` if the version has no vectors. */
export async function readVectorsOf(versionPath: string): Promise<Buffer | undefined> {
  return readFile(join(versionPath, VECTORS_FILE)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

export interface VectorsOfVersion {
  readonly source: SiteSource;
  readonly versionPath: string;
  /** The previous version; text that it contains needs no new vectors. */
  readonly earlierPath: string | undefined;
  readonly embedder: Embedder;
  /** A file name that no other process uses. */
  readonly temporaryName: string;
  readonly signal: AbortSignal;
}

/**
 * Writes a version's vectors next to it, if it has none for this model.
 *
 * @returns the number of sections sent to the model
 */
export async function writeVectorsOf(request: VectorsOfVersion): Promise<number> {
  const { source, versionPath, earlierPath, embedder, temporaryName, signal } = request;
  if ((await readKnown(versionPath))?.model === embedder.model) return 0;
  const before = earlierPath === undefined ? undefined : await readKnown(earlierPath);
  const made = await makeVectors(source, { embedder, before, signal });
  if (made === undefined) return 0;
  const temporary = join(versionPath, temporaryName);
  await writeFile(temporary, made.bytes, { flush: true });
  await rename(temporary, join(versionPath, VECTORS_FILE));
  return made.asked;
}

/** Reads existing vectors. Unreadable vectors are created again. */
async function readKnown(versionPath: string): Promise<SectionVectors | undefined> {
  try {
    const bytes = await readVectorsOf(versionPath);
    return bytes && readVectors(bytes);
  } catch {
    return undefined;
  }
}
