import type { SiteSource } from './site-source.ts';

/** The same site as if some of its files were not there. */
export function withoutFiles(source: SiteSource, left: ReadonlySet<string>): SiteSource {
  if (left.size === 0) return source;
  return {
    paths: source.paths.filter((path) => !left.has(path)),
    has: (path) => !left.has(path) && source.has(path),
    read: (path) => (left.has(path) ? undefined : source.read(path)),
  };
}
