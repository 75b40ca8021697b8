/**
 * Creates a version's `brotli.pack`. Runs in a worker thread that `start-brotli.ts` starts, and ends when it is done.
 */
import { createHash } from 'node:crypto';
import { open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { isCompressible, MANIFEST_PATH, parseManifest, type Manifest, type ManifestFile } from '@docwright/bundle';
import { hasPageLinks, PageAddresses, sitemapFile } from '@docwright/site-server';
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
    const sitemapAt = manifest.files.findIndex(({ path }) => path === sitemapFile);
    const sitemap = await readFrom(source, manifest.files[sitemapAt]?.size ?? 0, offsets[sitemapAt]);
    const addresses = openAddresses(manifest, sitemap);
    const pack = await AppendFile.create(temporary);
    try {
      const index: [string, number, number][] = [];
      for (const [position, file] of manifest.files.entries()) {
        const { size, contentType } = file;
        if (size < SMALLEST_BYTES || size > LARGEST_BYTES || !isCompressible(contentType)) continue;
        const { content, sha256 } = toSent(file, await readFrom(source, size, offsets[position]), addresses);
        const variant = compress(content, quality);
        if (variant.length >= content.length) continue;
        index.push([sha256, pack.offset, variant.length]);
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

interface Addresses {
  readonly look: (path: string) => ManifestFile | undefined;
  readonly pages: PageAddresses;
}

function openAddresses({ files, basePath, redirects }: Manifest, sitemap: Buffer): Addresses {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const look: Addresses['look'] = (path) => byPath.get(path);
  return { look, pages: new PageAddresses({ basePath, redirects, look }, sitemap.toString()) };
}

/** The content of the response to a request for the file. */
function toSent(file: ManifestFile, stored: Buffer, { look, pages }: Addresses): { content: Buffer; sha256: string } {
  if (!hasPageLinks(file, look)) return { content: stored, sha256: file.sha256 };
  const content = pages.clean(file, stored);
  return { content, sha256: createHash('sha256').update(content).digest('hex') };
}

async function readFrom(pack: FileHandle, size: number, offset = 0): Promise<Buffer> {
  const content = Buffer.allocUnsafe(size);
  await pack.read(content, 0, size, offset);
  return content;
}

function compress(content: Buffer, quality: number): Buffer {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return brotliCompressSync(content, { params });
}
