import type { Clock } from '../../platform/clock/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { createSandbox } from '../../platform/sandbox/index.ts';
import { builderCodeFolders, builderEntry } from './builder-code.ts';
import { createBuilderPool } from './builder-pool.ts';
import { createCodeCache } from './code-cache.ts';
import { countBuilders, readMachine } from './count-builders.ts';
import { createSandboxedRenderer } from './sandboxed-renderer.ts';
import type { SiteRenderer } from './site-renderer.ts';

/** The strongest walls that this machine allows, or none where the operator said so; the log says which. */
export async function createSiteRenderer(options: {
  readonly mode: 'auto' | 'none';
  readonly clock: Clock;
  readonly log: Logger;
  /** Folder for the builder's compiled code, kept between starts. */
  readonly codeCacheFolder: string;
  /** Builder processes at the same time; undefined: as many as this machine can bear. */
  readonly builders?: number | undefined;
}): Promise<SiteRenderer> {
  const { mode, clock, log } = options;
  if (mode === 'none') {
    log.warn('DOCWRIGHT_SANDBOX=none: sites are built without walls. Use this for your own sites only.');
    // Loaded here only: it brings the whole builder along.
    const { createInProcessRenderer } = await import('./in-process-renderer.ts');
    return createInProcessRenderer(clock);
  }
  const sandbox = await createSandbox({ mode, codeFolders: builderCodeFolders() });
  if (sandbox.mode !== 'bwrap') {
    log.warn(
      { sandbox: sandbox.mode },
      'bubblewrap does not work here: sites are built in a process with Node’s permission model only',
    );
  }
  const codeCache = createCodeCache({
    sandbox,
    entry: builderEntry,
    root: options.codeCacheFolder,
    onError: (error) => log.warn({ err: error }, 'the builder’s code could not be compiled ahead: builds start slower'),
  });
  const places = options.builders ?? countBuilders(readMachine());
  return createSandboxedRenderer(createBuilderPool({ sandbox, entry: builderEntry, codeCache, places }));
}
