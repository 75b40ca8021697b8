import type { SiteFolder } from '../../building/site-rendering/index.ts';

/** The changes that an agent job makes to its base: path → new text, or deleted. */
export type Overlay = ReadonlyMap<
  string,
  { readonly kind: 'write'; readonly content: string } | { readonly kind: 'delete' }
>;

/** The files of a site after a job's changes are applied. */
export function overlayFolder(base: SiteFolder, overlay: Overlay): SiteFolder {
  const paths = new Set(base.paths);
  for (const [path, entry] of overlay) {
    if (entry.kind === 'write') paths.add(path);
    else paths.delete(path);
  }
  return {
    paths: [...paths].toSorted(),
    read: (path) => {
      const entry = overlay.get(path);
      if (entry === undefined) return base.read(path);
      return entry.kind === 'write' ? Buffer.from(entry.content) : undefined;
    },
  };
}
