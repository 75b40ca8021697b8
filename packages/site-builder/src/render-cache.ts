/**
 * Rendered pages by content: a key is the digest of everything that the page was made from (source, snippets, configuration,
 * builder version), so an entry can be shared between builds and never be stale. Values are opaque to the cache.
 */
export interface RenderCache {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}
