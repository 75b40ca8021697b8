import { FairLru } from './fair-lru.ts';

/**
 * Bodies of small files in memory. A key consists of content and encoding, so that equal files of two deployments are
 * cached once.
 */
export class BodyCache {
  readonly #bodies: FairLru<Buffer>;

  constructor(maxBytes: number) {
    this.#bodies = new FairLru(maxBytes);
  }

  get sizeBytes(): number {
    return this.#bodies.sizeBytes;
  }

  find(key: string): Buffer | undefined {
    return this.#bodies.find(key);
  }

  keep(key: string, body: Buffer, site: string): void {
    // A single file must not evict more than a sixteenth of the cache.
    if (body.length * 16 > this.#bodies.maxBytes) return;
    this.#bodies.keep(key, body, { bytes: body.length, owner: site });
  }
}
