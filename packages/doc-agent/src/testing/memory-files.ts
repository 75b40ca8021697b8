import type { BaseFiles } from '../ports.ts';

/** A base commit in memory. */
export function memoryFiles(files: Readonly<Record<string, string | Uint8Array>>): BaseFiles {
  const bytes = new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    ]),
  );
  return {
    list: () =>
      Promise.resolve(
        [...bytes]
          .map(([path, content]) => ({ path, sizeBytes: content.length }))
          .sort((a, b) => (a.path < b.path ? -1 : 1)),
      ),
    read: (path) => Promise.resolve(bytes.get(path)),
  };
}
