import type { SiteSource } from '@docwright/site-server';
import { openSiteKnowledge } from '../knowledge/open-site-knowledge.ts';
import type { SiteKnowledge } from '../knowledge/site-knowledge.ts';
import type { Meaning } from '../meaning/site-meaning.ts';

/** Search indexes of one process: about 30 sites of 1,500 pages. */
const defaultMaxBytes = 256 * 1024 * 1024;
/** A parsed index or list of pages takes about four times the size of its file. */
const parsedFactor = 4;
/** A site of which nothing was read yet. */
const baseBytes = 10_000;

interface Entry {
  readonly knowledge: SiteKnowledge;
  bytes: number;
}

/** What the versions of a process know, read on the first request; the ones requested last stay, within a number of bytes. */
export class OpenKnowledge {
  readonly #maxBytes: number;
  readonly #entries = new Map<SiteSource, Entry>();
  #bytes = 0;

  constructor(maxBytes = defaultMaxBytes) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get sites(): number {
    return this.#entries.size;
  }

  of(source: SiteSource, meaning: Meaning | undefined): SiteKnowledge {
    const known = this.#entries.get(source);
    if (known !== undefined) {
      // A map keeps the order of insertion: the site requested last goes to its end.
      this.#entries.delete(source);
      this.#entries.set(source, known);
      return known.knowledge;
    }
    const entry: Entry = { knowledge: openSiteKnowledge(this.#weigh(source), meaning), bytes: 0 };
    this.#entries.set(source, entry);
    this.#add(source, baseBytes);
    return entry.knowledge;
  }

  /** Index and list of pages stay in memory and are counted; of the pages themselves only the last ones stay. */
  #weigh(source: SiteSource): SiteSource {
    return new Proxy(source, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name !== 'read') return value.bind(target) as unknown;
        const read: SiteSource['read'] = async (file, encoding) => {
          const bytes = await target.read(file, encoding);
          if (file.path.startsWith('_docwright/')) this.#add(source, file.size * parsedFactor);
          return bytes;
        };
        return read;
      },
    });
  }

  #add(source: SiteSource, bytes: number): void {
    const entry = this.#entries.get(source);
    if (entry === undefined) return;
    entry.bytes += bytes;
    this.#bytes += bytes;
    for (const [oldest, { bytes: freed }] of this.#entries) {
      if (this.#bytes <= this.#maxBytes || oldest === source) return;
      this.#bytes -= freed;
      this.#entries.delete(oldest);
    }
  }
}
