import { watch } from 'node:fs';

/** Editors save in several steps (write a copy, rename, touch). Changes within this many milliseconds are one save. */
const QUIET_MS = 20;

/**
 * Calls back once for each save below a folder, with the written paths (`/` between segments), until the watcher is
 * closed.
 */
export function watchFolder(folder: string, onSave: (paths: readonly string[]) => void): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const saved = new Set<string>();
  const watcher = watch(folder, { recursive: true }, (_event, name) => {
    if (name !== null && /(^|[/\\])(\.git|node_modules)([/\\]|$)/.test(name)) return;
    saved.add((name ?? '').replaceAll('\\', '/'));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const paths = [...saved];
      saved.clear();
      onSave(paths);
    }, QUIET_MS);
  });
  // If the folder disappears while it is watched, the next build reports it.
  watcher.on('error', () => undefined);
  return {
    close: () => {
      clearTimeout(timer);
      watcher.close();
    },
  };
}
