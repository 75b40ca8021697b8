import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { BuildCache } from '../cache/index.ts';

/**
 * A build cache as a message's body. The receiver drops a larger one as a whole, so pages that don't fit are left out: the
 * next build renders them again.
 */
export function packCache(cache: BuildCache, maxBytes: number): Uint8Array {
  const whole = pack(cache.save());
  if (whole.byteLength <= maxBytes) return whole;
  // Pages don't all compress equally well.
  return pack(cache.save((maxBytes / whole.byteLength) * 0.9));
}

// Compression to a fifth of the size takes less time than sending the data.
const fastest = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const pack = (saved: Uint8Array): Uint8Array => zstdCompressSync(saved, fastest);

export function openCache(keeps: 'issues' | 'digests', packed: Uint8Array): BuildCache {
  try {
    return new BuildCache({ keeps, ...(packed.length > 0 && { saved: zstdDecompressSync(packed) }) });
  } catch {
    // Truncated data counts as no cache.
    return new BuildCache({ keeps });
  }
}
