import type { CodeEntry, CodeRepository } from '../ports.ts';

type MemoryFile = string | Uint8Array | { readonly kind: CodeEntry['kind']; readonly sizeBytes?: number };

export const codeCommit = 'c0ffee'.repeat(7).slice(0, 40);

/** A context repository with one commit, in memory. */
export function memoryCode(files: Readonly<Record<string, MemoryFile>>, name = 'acme/api'): CodeRepository {
  const bytesOf = (file: MemoryFile | undefined): Uint8Array =>
    typeof file === 'string' ? Buffer.from(file) : file instanceof Uint8Array ? file : new Uint8Array();
  const entries = Object.entries(files)
    .map(([path, file]): CodeEntry => {
      const known = typeof file === 'string' || file instanceof Uint8Array ? undefined : file;
      const sizeBytes = known === undefined ? bytesOf(file).length : (known.sizeBytes ?? 0);
      return { path, kind: known?.kind ?? 'file', sizeBytes, id: path };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    name,
    branch: 'main',
    commit: codeCommit,
    paths: [],
    list: () => Promise.resolve(entries),
    async *read(wanted) {
      for (const { path } of wanted) yield { path, bytes: bytesOf(files[path]) };
    },
    log: () =>
      Promise.resolve([
        {
          commit: codeCommit,
          author: 'Ada',
          date: '2026-11-29T00:00:00Z',
          message: 'Change',
          paths: Object.keys(files),
        },
      ]),
    diff: () => Promise.resolve({ files: [], patch: '', truncated: false }),
  };
}
