import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

export type VariantEncoding = 'gzip' | 'br';

/**
 * SHA-256 of a variant's decompressed content in hex; `undefined` if it can't be decompressed. Only one chunk is in
 * memory at a time.
 */
export async function digestOfVariant(
  encoding: VariantEncoding,
  bytes: AsyncIterable<Buffer>,
): Promise<string | undefined> {
  const hash = createHash('sha256');
  const unpack = encoding === 'gzip' ? createGunzip() : createBrotliDecompress();
  try {
    await pipeline(Readable.from(bytes), unpack, async (unpacked: AsyncIterable<Buffer>) => {
      for await (const piece of unpacked) hash.update(piece);
    });
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
