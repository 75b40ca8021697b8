import type { SiteSource } from '@docwright/site-server';
import type { SiteKnowledge } from '../knowledge/site-knowledge.ts';
import { KnowledgeCache } from '../knowledge/knowledge-cache.ts';
import type { Meaning } from '../meaning/site-meaning.ts';

/** Memory for search indexes in a process: about 30 sites with 1,500 pages each. */
const defaultMaxBytes = 256 * 1024 * 1024;

/**
 * The search data of the versions that a process serves, read on the first request; the most recently used versions are
 * kept, within a byte limit.
 */
export class OpenKnowledge {
  readonly #known: KnowledgeCache<SiteSource, SiteKnowledge>;

  constructor(maxBytes = defaultMaxBytes) {
    this.#known = new KnowledgeCache(maxBytes);
  }

  get bytes(): number {
    return this.#known.bytes;
  }

  get sites(): number {
    return this.#known.size;
  }

  of(source: SiteSource, meaning: Meaning | undefined): SiteKnowledge {
    const known = this.#known.use(source);
    if (known !== undefined) return known;
    const knowledge = this.#known.open(source, source, meaning);
    this.#known.keep(source, knowledge);
    return knowledge;
  }
}
