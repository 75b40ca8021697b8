import type { BuildReport } from '@docwright/site-builder';
import { defaultLimits } from '../../../platform/sandbox/index.ts';
import type { BuilderPool } from './builder-pool.ts';
import { BuilderProcess } from './builder-process.ts';
import type { SiteCaches } from './site-caches.ts';
import { RenderFailure, type RenderRequest } from './site-renderer.ts';

/** Caches are written when no one waits for them anymore. */
const saveTimeoutMs = 120_000;
/**
 * Seven eighths of a process's limit: a render with a cache must not fail because it needs more memory than one without.
 * The texts in a cache are limited, and a render keeps as many of them in memory whether it begins with a cache or not.
 */
const maxPeakBytes = (defaultLimits.memoryBytes / 8) * 7;

/** Renders a whole site in a separate process, which continues from the last process of the same site. */
export async function renderSite(
  { pool, caches }: { readonly pool: BuilderPool; readonly caches: SiteCaches },
  request: RenderRequest,
): Promise<BuildReport> {
  const { organizationId, folder, signal, reuse, basePath, siteUrl, repository, editorUrl } = request;
  const { features, paths, policy } = request;
  const countsReaders = request.countsReaders === true;
  const fresh = await pool.take({ organizationId, use: 'render', signal });
  const cache = reuse && ({ keeps: 'digests', saved: caches.find(reuse.siteId) } as const);
  const builder = new BuilderProcess(fresh, folder, cache);
  const sink = {
    onFile: request.onFile,
    onSealedFile: request.onSealedFile,
    onProgress: request.onProgress,
    ...(reuse && { onFileReused: reuse.onFileReused }),
  };
  const question = {
    type: 'build',
    settings: { basePath, siteUrl, repository, editorUrl, features, countsReaders, paths, ...policy },
    existing: reuse?.existing ?? [],
  } as const;
  try {
    const answer = await builder.ask(question, sink, signal);
    if (answer.type !== 'built')
      throw new RenderFailure('internal', `The builder returned "${answer.type}" for a build.`);
    if (reuse !== undefined && answer.report.peakMemoryBytes <= maxPeakBytes) {
      void saveAndClose(builder, caches, reuse.siteId);
    } else {
      if (reuse !== undefined) caches.forget(reuse.siteId);
      await builder.close();
    }
    return answer.report;
  } catch (error) {
    // If the cache is the cause, the next attempt would also fail.
    if (reuse !== undefined && !signal.aborted) caches.forget(reuse.siteId);
    await builder.close();
    throw error;
  }
}

async function saveAndClose(builder: BuilderProcess, caches: SiteCaches, siteId: string): Promise<void> {
  const question = { type: 'save-cache', maxBytes: caches.maxBytesOfSite } as const;
  const onCache = (saved: Uint8Array): void => caches.keep(siteId, saved);
  // Without the cache, the next render is only slower.
  await builder.ask(question, { onCache }, AbortSignal.timeout(saveTimeoutMs)).catch(() => undefined);
  await builder.close();
}
