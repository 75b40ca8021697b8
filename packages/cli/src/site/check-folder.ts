import { checkSite, type BuildReport } from '@docwright/site-builder';
import type { PageThreads } from '@docwright/site-builder/page-threads';
import type { Invocation } from '../invocation.ts';
import { openBuildMemory } from './build-memory-file.ts';
import { siteSettings, type OpenSite, type SiteOptions } from './open-site.ts';

/** Checks a site, and caches the results for the next check. */
export async function checkFolder(
  { options, context }: Invocation<SiteOptions>,
  { folder, source }: OpenSite,
  threads: PageThreads | undefined,
): Promise<BuildReport> {
  const remembered = options.cache === false ? undefined : openBuildMemory(folder, context.env, 'issues');
  const report = await checkSite({
    source,
    threads,
    settings: siteSettings(options, folder),
    signal: context.signal,
    clock: context.clock,
    ...(remembered && { cache: remembered.cache }),
  });
  remembered?.save(context.now());
  return report;
}
