import type { FindNearest, NearSection } from '@docwright/site-search';
import type { SiteSource } from '@docwright/site-server';
import type { VectorCache } from './vector-cache.ts';
import type { QueryEmbedder } from './query-embedder.ts';
import { findNearest } from './section-vectors.ts';

/** Compares queries with the sections of sites by their meaning. */
export interface Meaning {
  readonly embedder: QueryEmbedder;
  readonly held: VectorCache;
}

const NEAREST = 60;

/** Maximum time that a search waits; the dialog stops waiting for a server after 300 ms. */
const PATIENCE_MS = 200;

/**
 * Finds the sections of a version with a meaning similar to a query's. If the model or the vectors fail, a search
 * returns results by words after at most 200 ms.
 */
export function findNearestIn(source: SiteSource, meaning: Meaning): FindNearest {
  return async (query) => {
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => resolve('late'), PATIENCE_MS);
    try {
      const found = await Promise.race([find(source, meaning, query), late]);
      if (found !== 'late') return found;
      meaning.embedder.count('slow');
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };
}

async function find(
  source: SiteSource,
  { embedder, held }: Meaning,
  query: string,
): Promise<NearSection[] | undefined> {
  const model = await embedder.model();
  if (model === undefined) return undefined;
  // Unreadable vectors count as missing, and the next caller retries.
  const vectors = await held.of(source, model).catch(() => undefined);
  const vector = vectors === undefined ? undefined : await embedder.embed(query);
  // The model may have changed under the same name since the sections were embedded, and return different vectors.
  const isComparable = vectors !== undefined && (vector === undefined || vector.length === vectors.dimensions);
  if (!isComparable) embedder.count('no-vectors');
  if (!isComparable || vector === undefined) return undefined;
  embedder.count('used');
  return findNearest(vectors, vector, NEAREST);
}
