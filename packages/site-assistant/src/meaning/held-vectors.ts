import type { SiteSource } from '@docwright/site-server';
import { readVectors, type SectionVectors } from './section-vectors.ts';

interface Held {
  readonly vectors: Promise<SectionVectors | undefined>;
  readonly sinceMs: number;
  bytes: number;
}

/** Vectors are made after a version is live, and anew for another model: what is held is looked at again so soon. */
const FRESH_MS = 30_000;

/** The vectors of the sites of one process that were asked for last, within a number of bytes. */
export class HeldVectors {
  readonly #held = new Map<string, Held>();
  readonly #maxBytes: number;
  readonly #nowMs: () => number;
  #bytes = 0;

  constructor(options: { readonly maxBytes: number; readonly nowMs: () => number }) {
    this.#maxBytes = options.maxBytes;
    this.#nowMs = options.nowMs;
  }

  /** Undefined where a version has none of `model` (yet). @throws where they can't be read; the next who asks tries again */
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

  /** A map keeps the order of insertion: what was asked for last goes to its end. */
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
