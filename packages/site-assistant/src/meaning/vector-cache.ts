import type { SiteSource } from '@docwright/site-server';
import { readVectors, type SectionVectors } from './section-vectors.ts';

interface Held {
  readonly vectors: Promise<SectionVectors | undefined>;
  readonly sinceMs: number;
  bytes: number;
}

/**
 * Vectors are created after a version is live, and again for another model, so cached vectors are rechecked after this
 * time.
 */
const FRESH_MS = 30_000;

/** The vectors most recently used by the sites of one process, within a byte limit. */
export class VectorCache {
  readonly #held = new Map<string, Held>();
  readonly #maxBytes: number;
  readonly #nowMs: () => number;
  #bytes = 0;

  constructor(options: { readonly maxBytes: number; readonly nowMs: () => number }) {
    this.#maxBytes = options.maxBytes;
    this.#nowMs = options.nowMs;
  }

  /**
   * The vectors, or `undefined` if a version has no vectors of `model` (yet).
   * @throws if they can't be read; the next caller retries
   */
  async of(source: SiteSource, model: string): Promise<SectionVectors | undefined> {
    if (source.vectors === undefined) return undefined;
    const known = this.#held.get(source.id);
    const found = known === undefined ? undefined : await known.vectors.catch(() => undefined);
    if (found?.model === model || (known !== undefined && this.#nowMs() - known.sinceMs < FRESH_MS)) {
      if (found?.model !== model) return undefined;
      this.#touch(source.id);
      return found;
    }
    this.#forget(source.id);
    const held: Held = {
      vectors: source.vectors().then((bytes) => bytes && readVectors(bytes)),
      sinceMs: this.#nowMs(),
      bytes: 0,
    };
    this.#held.set(source.id, held);
    const read = await held.vectors;
    this.#weigh(source.id, held, read);
    return read?.model === model ? read : undefined;
  }

  #weigh(id: string, held: Held, read: SectionVectors | undefined): void {
    if (this.#held.get(id) !== held) return;
    held.bytes = (read?.values.length ?? 0) + (read?.digests.length ?? 0);
    this.#bytes += held.bytes;
    for (const oldest of this.#held.keys()) {
      if ((this.#bytes <= this.#maxBytes && this.#held.size <= MAX_SITES) || oldest === id) return;
      this.#forget(oldest);
    }
  }

  /** Moves the most recently used entry to the end, because a map keeps the order of insertion. */
  #touch(id: string): void {
    const held = this.#held.get(id);
    if (held === undefined) return;
    this.#held.delete(id);
    this.#held.set(id, held);
  }

  #forget(id: string): void {
    this.#bytes -= this.#held.get(id)?.bytes ?? 0;
    this.#held.delete(id);
  }
}

const MAX_SITES = 1_000;
