/**
 * Creates `brotli.pack` of one version. Runs in a worker thread that `start-brotli.ts` starts, and ends when it is
 * done.
 */
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { isCompressible, MANIFEST_PATH, parseManifest } from '@docwright/bundle';
import { readFile } from 'node:fs/promises';
import { formatBrotliIndex } from './brotli-pack.ts';
import { AppendFile } from './pack-file.ts';
import { BROTLI_FILE, PACK_FILE, readLayout } from './version-files.ts';

export interface BrotliRequest {
  readonly versionPath: string;
  /** 1 to 11. */
  readonly quality: number;
  readonly temporaryName: string;
}

/**
 * Below the minimum, a header is larger than the savings; above the maximum, one file would use all of the worker's
 * memory and time.
 */
const SMALLEST_BYTES = 256;
const LARGEST_BYTES = 8 * 1024 * 1024;

export async function makeBrotli({ versionPath, quality, temporaryName }: BrotliRequest): Promise<void> {
  const manifest = parseManifest(await readFile(join(versionPath, MANIFEST_PATH)));
  const { offsets } = await readLayout(versionPath);
  const source = await open(join(versionPath, PACK_FILE), 'r');
  const temporary = join(versionPath, temporaryName);
  try {
    const pack = await AppendFile.create(temporary);
    try {
      const index: [string, number, number][] = [];
      for (const [position, { path, size, contentType }] of manifest.files.entries()) {
        if (size < SMALLEST_BYTES || size > LARGEST_BYTES || !isCompressible(contentType)) continue;
        const content = Buffer.allocUnsafe(size);
        await source.read(content, 0, size, offsets[position] ?? 0);
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_SIZE_HINT]: size,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        };
        const variant = brotliCompressSync(content, { params });
        if (variant.length >= size) continue;
        index.push([path, pack.offset, variant.length]);
        await pack.append(variant);
      }
      await pack.append(formatBrotliIndex(index));
      await pack.finish();
    } finally {
      await pack.close();
    }
    await rename(temporary, join(versionPath, BROTLI_FILE));
  } finally {
    await rm(temporary, { force: true });
    await source.close();
  }
}
