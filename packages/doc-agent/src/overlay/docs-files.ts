import type { BaseFile, BaseFiles, DocsFiles, Overlay } from '../ports.ts';

const encoder = new TextEncoder();

/** The base with an overlay on top, as the gate and the tools read it. */
export function createDocsFiles(base: BaseFiles, overlay: Overlay): DocsFiles {
  return {
    changed: [...overlay.keys()].sort(),
    async list() {
      const files: BaseFile[] = (await base.list()).filter((file) => !overlay.has(file.path));
      for (const [path, entry] of overlay) {
        if (entry.kind === 'write') files.push({ path, sizeBytes: Buffer.byteLength(entry.content) });
      }
      return files.sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    async read(path) {
      const entry = overlay.get(path);
      if (entry === undefined) return base.read(path);
      return entry.kind === 'write' ? encoder.encode(entry.content) : undefined;
    },
  };
}
