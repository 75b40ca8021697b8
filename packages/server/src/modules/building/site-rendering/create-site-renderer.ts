import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { createSandbox, type SandboxSetting } from '../../../platform/sandbox/index.ts';
import { builderCodeFolders, builderEntry } from './builder-code.ts';
import { createBuilderPool } from './builder-pool.ts';
import { createCodeCache } from './code-cache.ts';
import { countBuilders, readMachine } from './count-builders.ts';
import { describeIsolation, noIsolation, type Isolation } from './isolation.ts';
import { createSandboxedRenderer } from './sandboxed-renderer.ts';
import { createSiteCaches } from './site-caches.ts';
import type { SiteRenderer } from './site-renderer.ts';

export interface SiteRendererOptions {
  readonly mode: SandboxSetting;
  readonly clock: Clock;
  readonly log: Logger;
  /**
   * Folder for the builder's compiled code, kept between starts. Used if the process can't keep the code next to its
   * own.
   */
  readonly codeCacheFolder: string;
  /** Maximum number of concurrent builder processes; the default depends on the size of the machine. */
  readonly builders?: number | undefined;
  /** Whether several organizations use the processes. Default: no. */
  readonly isShared?: () => boolean;
}

/** A renderer and the isolation that it provides. */
export interface IsolatedRenderer extends SiteRenderer {
  readonly isolation: Isolation;
}

/** Returns a folder next to this process's compiled code, shared by all data folders of an installation. */
function ownCompileCache(): string[] {
  const folder = getCompileCacheDir();
  return folder === undefined ? [] : [join(dirname(folder), 'builders')];
}

/** @throws SandboxUnavailableError with `require`, if bubblewrap doesn't work */
export async function createSiteRenderer(options: SiteRendererOptions): Promise<IsolatedRenderer> {
  const { mode, clock, log } = options;
  if (mode === 'none') {
    log.warn({ sandbox: mode }, noIsolation.warning);
    // Loaded only here, because it includes the whole builder.
    const { createInProcessRenderer } = await import('./in-process-renderer.ts');
    return { ...createInProcessRenderer(clock), isolation: noIsolation };
  }
  const sandbox = await createSandbox({ mode, codeFolders: builderCodeFolders() });
  const isolation = describeIsolation(sandbox);
  if (isolation.warning !== undefined) log.warn({ sandbox: isolation.mode }, isolation.warning);
  const codeCache = createCodeCache({
    sandbox,
    entry: builderEntry,
    roots: [...ownCompileCache(), options.codeCacheFolder],
    onError: (error) =>
      log.warn({ err: error }, "the builder's code could not be compiled ahead of time; builds start more slowly"),
  });
  const shared = options.isShared === undefined ? {} : { isShared: options.isShared };
  const places = options.builders ?? countBuilders(readMachine());
  const pool = createBuilderPool({ sandbox, entry: builderEntry, codeCache, places, ...shared });
  const onUnsaved = (error: unknown): void =>
    log.warn({ err: error }, "a builder's findings about a site could not be saved; its next check is slower");
  const caches = { checks: createSiteCaches(), renders: createSiteCaches(), onUnsaved };
  return { ...createSandboxedRenderer(pool, caches), isolation };
}
