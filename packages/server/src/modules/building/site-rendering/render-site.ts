import type { BuildReport } from '@docwright/site-builder';
import { defaultLimits } from '../../../platform/sandbox/index.ts';
import type { BuilderPool } from './builder-pool.ts';
import { BuilderProcess } from './builder-process.ts';
import type { SiteCaches } from './site-caches.ts';
import { RenderFailure, type SiteFolder, WarmBuilderFailed, type RenderRequest } from './site-renderer.ts';
import type { SiteBuilder, WarmBuilders } from './warm-builders.ts';

/**
 * Seven eighths of a process's limit: a render with a cache must not fail because it needs more memory than a render
 * without a cache. The text in a cache is limited, and a render keeps the same amount of text in memory with or without
 * a cache.
 */
const maxPeakBytes = (defaultLimits.memoryBytes / 8) * 7;
/** The memory that `countBuilders` allows for each process. */
const maxWarmBytes = 1024 ** 3;

export interface RenderParts {
  readonly pool: BuilderPool;
  readonly caches: SiteCaches;
  readonly warm: WarmBuilders;
}

/**
 * Renders a whole site in the process that rendered it last, or in a new one that continues from its saved cache.
 * @throws WarmBuilderFailed, RenderFailure, or the signal's reason
 */
export async function renderSite(parts: RenderParts, request: RenderRequest): Promise<BuildReport> {
  const { warm } = parts;
  const { signal, reuse } = request;
  const before = reuse && (await warm.take(reuse.siteId));
  const folder = await request
    .loadFolder((path, id) => before !== undefined && before.builder.has(path, id))
    .catch((error: unknown) => {
      if (reuse !== undefined && before !== undefined) warm.keep(reuse.siteId, before);
      throw error;
    });
  before?.builder.useFolder(folder);
  const site = before ?? (await startBuilder(parts, request, folder));
  try {
    const report = await build(site.builder, request);
    if (reuse !== undefined && report.peakMemoryBytes <= maxWarmBytes) warm.keep(reuse.siteId, site);
    else if (reuse !== undefined && report.peakMemoryBytes <= maxPeakBytes) void warm.saveAndClose(reuse.siteId, site);
    else await dropAndClose(parts, request, site);
    return report;
  } catch (error) {
    // If the cache caused the failure, the next attempt would also fail.
    await dropAndClose(parts, request, site);
    throw before !== undefined && !signal.aborted && isProcessFailure(error)
      ? new WarmBuilderFailed('The process that had built the site before failed.', { cause: error })
      : error;
  }
}

/** Whether an earlier build in the same process may have caused a failure: all builds of a process share its limits. */
const isProcessFailure = (error: unknown): boolean =>
  error instanceof RenderFailure && (error.code === 'internal' || error.code === 'limit_exceeded');

async function startBuilder(
  { pool, caches }: RenderParts,
  { organizationId, signal, reuse }: RenderRequest,
  folder: SiteFolder,
): Promise<SiteBuilder> {
  const fresh = await pool.take({ organizationId, use: 'render', signal });
  const cache = reuse && ({ keeps: 'digests', saved: caches.find(reuse.siteId) } as const);
  const builder = new BuilderProcess(fresh, folder, cache);
  return { builder, process: fresh.process, organizationId, startedAtMs: performance.now() };
}

async function build(builder: BuilderProcess, request: RenderRequest): Promise<BuildReport> {
  const { signal, reuse, basePath, siteUrl, repository, editorUrl, features, paths, policy } = request;
  const countsReaders = request.countsReaders === true;
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
  const answer = await builder.ask(question, sink, signal);
  if (answer.type !== 'built')
    throw new RenderFailure('internal', `The builder returned "${answer.type}" for a build.`);
  return answer.report;
}

async function dropAndClose(
  { caches }: RenderParts,
  { reuse, signal }: RenderRequest,
  site: SiteBuilder,
): Promise<void> {
  if (reuse !== undefined && !signal.aborted) caches.forget(reuse.siteId);
  await site.builder.close();
}
