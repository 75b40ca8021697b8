import { createHash } from 'node:crypto';
import type { BlobSource, StoredBlob } from './blob-store.ts';

export interface HashedSource {
  /** Passes on the source's bytes, and counts and hashes them. Throws the reason of an aborted signal. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The size and digest of the bytes. Called once, at the end. */
  readonly result: () => StoredBlob;
}

export function hashSource(source: BlobSource, signal: AbortSignal | undefined): HashedSource {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    signal?.throwIfAborted();
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      signal?.throwIfAborted();
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      yield chunk;
    }
  }
  return { chunks: read(), result: () => ({ sizeBytes, sha256: hash.digest('hex') }) };
}
