import { availableParallelism } from 'node:os';
import { startPageThreads, type PageThreads } from '@docwright/site-builder/page-threads';
import type { Invocation } from '../invocation.ts';
import { hasBuildMemory } from './build-memory-path.ts';
import { siteSettings, type OpenSite, type SiteOptions } from './open-site.ts';

/** Additional threads would only wait for the command's own thread, which writes the files. */
const maxThreads = 4;

/**
 * Starts threads in addition to the command's own, or returns `undefined` if a single thread is faster. The threads
 * load the builder in parallel with the command, which shouldn't load it earlier. The caller closes the threads.
 */
export function startThreads(
  { options, context }: Invocation<SiteOptions>,
  { folder, leftOut, source, hasRemoteSpecs }: OpenSite,
  command: 'build' | 'validate' | 'preview',
): PageThreads | undefined {
  if (hasRemoteSpecs === true) return undefined;
  const { cache, threads = Math.min(maxThreads, availableParallelism()) } = options;
  const kept = { build: 'contents', validate: 'issues', preview: undefined } as const;
  const keeps = kept[command];
  // Most pages are already cached.
  if (keeps !== undefined && cache !== false && hasBuildMemory(folder, context.env, keeps)) return undefined;
  const site = {
    source: { kind: 'folder', folder, leftOut },
    settings: siteSettings(options, folder),
    needsFiles: command !== 'validate',
    isCached: command === 'preview' || (command === 'build' ? cache === true : cache !== false),
  } as const;
  return startPageThreads(source.paths, site, threads);
}
