import type { BaseFile, BaseFiles, DocsFiles, JobImages, Overlay, OverlayEntry } from '../ports.ts';

const encoder = new TextEncoder();

/**
 * The base with an overlay on top, as the gate and the tools read it.
 * @param images required if the overlay can contain images
 */
export function createDocsFiles(base: BaseFiles, overlay: Overlay, images?: Pick<JobImages, 'read'>): DocsFiles {
  // One image can be at many paths. Callers that read all of them share its bytes, which aren't retained.
  const known = new Map<string, WeakRef<Uint8Array>>();
  const readImage = async (digest: string): Promise<Uint8Array | undefined> => {
    const shared = known.get(digest)?.deref();
    if (shared !== undefined) return shared;
    const bytes = await images?.read(digest);
    if (bytes !== undefined) known.set(digest, new WeakRef(bytes));
    return bytes;
  };
  return {
    changed: [...overlay.keys()].sort(),
    async list() {
      const files: BaseFile[] = (await base.list()).filter((file) => !overlay.has(file.path));
      for (const [path, entry] of overlay) {
        if (entry.kind !== 'delete') files.push({ path, sizeBytes: sizeOf(entry) });
      }
      return files.sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    async read(path) {
      const entry = overlay.get(path);
      if (entry === undefined) return base.read(path);
      if (entry.kind === 'image') return readImage(entry.digest);
      return entry.kind === 'write' ? encoder.encode(entry.content) : undefined;
    },
  };
}

/** Size of a file of the overlay in bytes. */
export const sizeOf = (entry: Exclude<OverlayEntry, { kind: 'delete' }>): number =>
  entry.kind === 'image' ? entry.sizeBytes : Buffer.byteLength(entry.content);
