import { buildSite, type BuildReport } from '@docwright/site-builder';
import type { PageThreads } from '@docwright/site-builder/page-threads';
import { openFolderWriter } from '../files/folder-writer.ts';
import type { Invocation } from '../invocation.ts';
import { openBuildMemory } from './build-memory-file.ts';
import { siteSettings, type OpenSite, type SiteOptions } from './open-site.ts';

const phaseText = { read: 'reading', pages: 'pages', assets: 'assets', outputs: 'finishing' } as const;

/**
 * Builds a site into a folder, writing each file when it is ready. Files of earlier builds with other names are kept.
 */
export async function buildToFolder(
  { options, context, progress }: Invocation<SiteOptions>,
  { folder: siteFolder, source, out }: OpenSite,
  threads: PageThreads | undefined,
): Promise<{ readonly report: BuildReport; readonly out: string }> {
  // Written synchronously, because awaiting thousands of small files costs more than writing them.
  const writer = openFolderWriter(out, { replaces: true });
  // By default, a first build isn't cached, because most machines build only once, and caching takes a tenth of the
  // time.
  const opened = options.cache === false ? undefined : openBuildMemory(siteFolder, context.env, 'contents');
  const remembered = opened?.isFound === true || options.cache === true ? opened : undefined;
  const report = await buildSite({
    source,
    ...(remembered && { cache: remembered.cache }),
    emit: ({ path, bytes }) => writer.write(path, bytes),
    threads,
    settings: siteSettings(options, siteFolder),
    signal: context.signal,
    clock: context.clock,
    onProgress: ({ phase, done, total }) =>
      progress.show(`${phaseText[phase]} ${done} of ${total}`, total === 0 ? 100 : (done / total) * 100),
  });
  remembered?.save(context.now());
  return { report, out };
}
