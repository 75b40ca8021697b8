import type { SiteSource } from '@docwright/site-server';
import type { Meaning } from '../meaning/site-meaning.ts';
import { openSiteKnowledge } from './open-site-knowledge.ts';
import type { SiteKnowledge } from './site-knowledge.ts';

/** A parsed index or list of pages uses about four times the size of its file. */
const parsedFactor = 4;
/** A site's memory use before anything is read. */
const baseBytes = 10_000;

interface Entry<Value> {
  readonly value: Value;
  bytes: number;
}

/**
 * The knowledge of several sites by key. The most recently used entries are kept, within a byte limit; the newest
 * entry is always kept.
 */
export class KnowledgeCache<Key, Value> {
  readonly #maxBytes: number;
  readonly #entries = new Map<Key, Entry<Value>>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns the value of a key, which becomes the most recently used, or `undefined` if the key isn't cached. */
  use(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // Moves the entry to the end, because a map keeps insertion order.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  keys(): readonly Key[] {
    return [...this.#entries.keys()];
  }

  keep(key: Key, value: Value): void {
    this.#entries.set(key, { value, bytes: 0 });
    this.add(key, baseBytes);
  }

  /** Adds to the weight of a key, if the key is still cached. */
  add(key: Key, bytes: number): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    entry.bytes += bytes;
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes || oldest === key) return;
      this.forget(oldest);
    }
  }

  forget(key: Key): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  /**
   * Opens a site. Its index and list of pages, which remain in memory, add to the weight of the key as they are read.
   */
  open(key: Key, source: SiteSource, meaning: Meaning | undefined): SiteKnowledge {
    const weighed = new Proxy(source, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name !== 'read') return value.bind(target) as unknown;
        const read: SiteSource['read'] = async (file, encoding) => {
          const bytes = await target.read(file, encoding);
          if (file.path.startsWith('_docwright/')) this.add(key, file.size * parsedFactor);
          return bytes;
        };
        return read;
      },
    });
    return openSiteKnowledge(weighed, meaning);
  }
}
