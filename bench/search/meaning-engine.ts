import { VectorCache, makeVectors, openSiteKnowledge, QueryEmbedder, type Embedder } from '@docwright/site-assistant';
import { createSearchIndex } from '@docwright/site-search';
import { openFileSource, type ReadableFile } from '@docwright/site-server';

import type { SearchEngine } from './search-engines.ts';

/**
 * Creates an engine for our search with a model on an OpenAI-compatible server. As on live sites, it uses vectors of
 * all sections and fuses results by rank.
 */
export function meaningEngine({ baseUrl, model }: { readonly baseUrl: string; readonly model: string }): SearchEngine {
  const embedder: Embedder = {
    model,
    async embed(input, signal) {
      const body = JSON.stringify({ model, input });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${baseUrl}/embeddings`, { method: 'POST', headers, body, signal });
      const { data } = (await answer.json()) as { readonly data: readonly { readonly embedding: readonly number[] }[] };
      return data.map(({ embedding }) => embedding);
    },
  };
  return {
    name: `docwright with ${model}`,
    async open(pages) {
      const index = createSearchIndex();
      for (const page of pages) index.add(page);
      const files = new Map<string, ReadableFile>();
      for (const { path, bytes } of index.files()) {
        const content = Buffer.from(bytes);
        files.set(path, { size: content.length, read: () => Promise.resolve(content) });
      }
      const source = openFileSource({ files });
      const made = await makeVectors(source, { embedder, before: undefined, signal: new AbortController().signal });
      const queries = new QueryEmbedder({
        open: () => Promise.resolve(embedder),
        nowMs: () => performance.now(),
        count: () => undefined,
        onError: (error) => console.error(error),
      });
      const held = new VectorCache({ maxBytes: 2 ** 30, nowMs: () => performance.now() });
      const knowledge = openSiteKnowledge(Object.assign(source, { vectors: () => Promise.resolve(made?.bytes) }), {
        embedder: queries,
        held,
      });
      const languages = new Map(pages.map(({ scope, facets }) => [scope, facets.language]));
      return {
        bytes: made?.bytes.length ?? 0,
        firstBytes: () => made?.bytes.length ?? 0,
        async find(query, scope) {
          // The query is embedded in advance, because this measures the ranking, not the model's speed.
          await queries.embed(query);
          const language = languages.get(scope) ?? 'en';
          const { passages } = await knowledge.search(query, { scope, language, limit: 10, perPage: 1 });
          return passages.map(({ path }) => path);
        },
      };
    },
  };
}
