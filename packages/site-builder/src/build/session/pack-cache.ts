import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { BuildCache, firstParts, joinParts, splitParts } from '../cache/index.ts';

/**
 * Packs a build cache as a message's body. The receiver drops a body that is too large, so pages that don't fit are
 * left out; the next build renders them again.
 */
export function packCache(cache: BuildCache, maxBytes: number): Uint8Array {
  return joinParts(firstParts(mapParts(cache.saveParts(), pack), maxBytes));
}

// Compression to a fifth of the size takes less time than sending the data.
const fastest = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const pack = (part: Uint8Array): Uint8Array => zstdCompressSync(part, fastest);

export function openCache(keeps: 'issues' | 'digests', packed: Uint8Array): BuildCache {
  // Truncated data counts as no cache.
  return new BuildCache({
    keeps,
    ...(packed.length > 0 && { saved: mapParts(splitParts(packed), zstdDecompressSync) }),
  });
}

function* mapParts(parts: Iterable<Uint8Array>, map: (part: Uint8Array) => Uint8Array): Generator<Uint8Array> {
  for (const part of parts) yield map(part);
}
