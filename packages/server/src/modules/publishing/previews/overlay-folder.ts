import type { Overlay } from '@docwright/doc-agent';
import type { SiteFolder } from '../../building/site-rendering/index.ts';

/**
 * Returns the files of a site after a job's changes are applied.
 * @param images the bytes of the overlay's images by digest
 */
export function overlayFolder(base: SiteFolder, overlay: Overlay, images: ReadonlyMap<string, Uint8Array>): SiteFolder {
  const paths = new Set(base.paths);
  for (const [path, entry] of overlay) {
    if (entry.kind === 'delete') paths.delete(path);
    else paths.add(path);
  }
  return {
    paths: [...paths].toSorted(),
    read: (path) => {
      const entry = overlay.get(path);
      if (entry === undefined) return base.read(path);
      if (entry.kind === 'image') return images.get(entry.digest);
      return entry.kind === 'write' ? Buffer.from(entry.content) : undefined;
    },
  };
}
