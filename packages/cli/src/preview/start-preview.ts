import type { PreviewOptions } from './preview-options.ts';
import type { Invocation } from '../invocation.ts';
import { formatDuration } from '../output/format-size.ts';
import { createStyle } from '../output/style.ts';
import { describeIssues } from '../site/describe-issues.ts';
import { withRemoteSpecs } from '@docwright/site-builder/remote-specs';
import { fetchRemoteSpecs } from '../site/fetch-remote-specs.ts';
import { openSite, siteSettings } from '../site/open-site.ts';
import { startThreads } from '../site/start-threads.ts';
import { createLiveFolder } from './live-folder.ts';
import { createLiveSite, type LiveSite, type Rebuild } from './live-site.ts';
import { servePreview, type PreviewServer } from './serve-preview.ts';
import { watchFolder } from './watch-folder.ts';
import { countOf } from '../count-of.ts';

export interface Preview {
  readonly url: string;
  readonly pages: number;
  stop(): Promise<void>;
}

/** Builds the site, serves it, and rebuilds it after each save. */
export async function startPreview(call: Invocation<PreviewOptions>): Promise<Preview> {
  const { options, context, progress } = call;
  const opened = openSite(call);
  const { folder } = opened;
  const specs = await fetchRemoteSpecs(call, opened);
  const live = createLiveFolder(folder);
  await using threads = startThreads(call, { ...opened, hasRemoteSpecs: specs.length > 0 }, 'preview');
  progress.show('building …');
  const site = createLiveSite({
    folder: specs.length === 0 ? live : { open: (saved) => withRemoteSpecs(live.open(saved), specs) },
    settings: siteSettings(options, folder),
    clock: context.clock,
    signal: context.signal,
  });
  const { pages } = await site.rebuild(threads);
  const basePath = options.basePath ?? '';
  const server = await servePreview(site, options.port);
  const rebuilds = createRebuilds(call, site, server);
  const watcher = watchFolder(folder, rebuilds.ask);
  return {
    url: `http://localhost:${server.port}${basePath}/`,
    pages,
    stop: async () => {
      watcher.close();
      await rebuilds.settled();
      await server.close();
    },
  };
}

/** Delay between the last saved page and a rebuild of the whole site. */
const WHOLE_AFTER_MS = 300;

/**
 * Creates the functions that rebuild the site. Builds run one after the other. A saved page is built immediately on its
 * own, which takes a fraction of the time, and the whole site is rebuilt when the author pauses. A change to another
 * file rebuilds the whole site.
 */
function createRebuilds(call: Invocation<unknown>, site: LiveSite, server: PreviewServer) {
  const pages = new Set<string>();
  let isWholeAsked = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let fault = site.fault();

  async function run(): Promise<void> {
    while (pages.size > 0 || isWholeAsked) {
      const alone = isWholeAsked ? [] : [...pages];
      isWholeAsked = false;
      pages.clear();
      try {
        const rebuild = alone.length > 0 ? await site.rebuildPages(alone) : await site.rebuild();
        // Reports the end of a fault first: changed pages reload, and unchanged pages only remove their notice.
        if (site.fault() !== fault) server.announceFault();
        fault = site.fault();
        if (rebuild.changed.size > 0) server.announce(rebuild.changed);
        tell(call, rebuild);
      } catch (error) {
        // The previous site is served while the author fixes docs.json.
        if (call.context.signal.aborted) break;
        call.context.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      }
      if (alone.length > 0) {
        clearTimeout(timer);
        timer = setTimeout(() => ask([]), WHOLE_AFTER_MS);
      }
    }
    running = undefined;
  }

  function ask(saved: readonly string[]): void {
    const isPage = (path: string): boolean =>
      site.find(path.replace(/\.mdx?$/i, '.html')) !== undefined && /\.mdx?$/i.test(path);
    if (saved.length === 0 || !saved.every(isPage)) isWholeAsked = true;
    else for (const path of saved) pages.add(path);
    running ??= run();
  }

  return {
    ask,
    settled: async () => {
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
    },
  };
}

function tell({ context, options }: Invocation<unknown>, { changed, durationMs, issues, refused }: Rebuild): void {
  if (changed.size === 0 && refused === undefined) return;
  const style = createStyle(context, context.isTerminal.stderr);
  const errors = refused === undefined ? issues.filter(({ severity }) => severity === 'error') : [refused];
  if (options.json !== true && refused === undefined) {
    context.stderr.write(`${countOf(changed.size, 'file')} changed in ${formatDuration(durationMs)}\n`);
  }
  if (errors.length > 0) context.stderr.write(`${describeIssues(errors, style)}\n`);
}
