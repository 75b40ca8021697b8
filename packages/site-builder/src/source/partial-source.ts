import type { SiteSource } from './site-source.ts';

/** The differences between the source and the files that readers see. */
export interface FilesForReaders {
  readonly withheld: ReadonlySet<string>;
  readonly replaced: ReadonlyMap<string, Uint8Array>;
}

/** Returns the same site without some of its files, and with different content for others. */
export function partialSource(source: SiteSource, { withheld, replaced }: FilesForReaders): SiteSource {
  if (withheld.size + replaced.size === 0) return source;
  return {
    paths: withheld.size === 0 ? source.paths : source.paths.filter((path) => !withheld.has(path)),
    has: (path) => !withheld.has(path) && source.has(path),
    read: (path) => (withheld.has(path) ? undefined : (replaced.get(path) ?? source.read(path))),
  };
}
