import { tmpdir } from 'node:os';
import type { BaseFiles, DocsGate } from '../../packages/doc-agent/src/index.ts';
import { createSiteRenderer } from '../../packages/server/src/modules/building/site-rendering/index.ts';
import { systemClock } from '../../packages/server/src/platform/clock/index.ts';
import { createLogger } from '../../packages/server/src/platform/log/index.ts';

const renderer = await createSiteRenderer({
  mode: 'none',
  clock: systemClock,
  log: createLogger({ level: 'silent' }),
  // Required but unused: only processes in a sandbox store compiled code there.
  codeCacheFolder: tmpdir(),
});

/**
 * Creates the service's docs gate for files in memory. It runs in this process, because these sites are public and a
 * sandbox would take time.
 */
export function siteGate(files: ReadonlyMap<string, Uint8Array>): { base: BaseFiles; gate: DocsGate } & Disposable {
  const paths = [...files.keys()].sort();
  const check = renderer.openCheck({
    folder: { paths, read: (path) => files.get(path) },
    siteId: 'replay',
    organizationId: 'replay',
  });
  return {
    base: {
      list: () => Promise.resolve(paths.map((path) => ({ path, sizeBytes: files.get(path)?.byteLength ?? 0 }))),
      read: (path) => Promise.resolve(files.get(path)),
    },
    gate: {
      check: async (docs, signal) => {
        const changes = new Map<string, string | null>();
        for (const path of docs.changed) {
          const bytes = await docs.read(path);
          changes.set(path, bytes === undefined ? null : Buffer.from(bytes).toString('utf8'));
        }
        return check.check(changes, signal);
      },
      parsePage: (path, content, signal) => check.parsePage(path, content, signal),
    },
    [Symbol.dispose]: () => check.close(),
  };
}
