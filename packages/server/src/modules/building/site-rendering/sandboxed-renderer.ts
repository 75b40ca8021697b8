import { BuilderProcess, type AnswerSink, type FinalAnswer, type PlainQuestion } from './builder-process.ts';
import type { BuilderPool, BuilderRequest } from './builder-pool.ts';
import { CheckedSite } from './checked-site.ts';
import { renderSite } from './render-site.ts';
import { createSiteCaches, type SiteCaches } from './site-caches.ts';
import {
  RenderFailure,
  type OwnedFolder,
  type SiteCheck,
  type SiteFolder,
  type SiteRenderer,
} from './site-renderer.ts';
import { WarmBuilders } from './warm-builders.ts';

/** State that a site's processes save for later ones: a check needs less than a render. */
export interface RendererCaches {
  readonly checks: SiteCaches;
  readonly renders: SiteCaches;
  /** Called if a process could not save its findings about a site, unless the renderer is closed. */
  readonly onUnsaved?: (error: unknown) => void;
}

/**
 * Creates a renderer that runs the builder in disposable sandboxed processes, for a tenant's parser, expressions, and
 * components: one process for each site that is rendered, and one for each site that is being checked.
 */
export function createSandboxedRenderer(
  pool: BuilderPool,
  caches: RendererCaches = { checks: createSiteCaches(), renders: createSiteCaches() },
): SiteRenderer {
  let isClosed = false;
  const onUnsaved = (error: unknown): void => {
    if (!isClosed) caches.onUnsaved?.(error);
  };
  const warm = new WarmBuilders(pool, caches.renders);
  const findSite = createSiteTable((site) => new CheckedSite({ pool, caches: caches.checks, onUnsaved }, site));
  return {
    render: (request) => renderSite({ pool, caches: caches.renders, warm }, request),
    listPages: async ({ organizationId, folder, policy = {} }, signal) => {
      const question = { type: 'list-pages', settings: policy } as const;
      const answer = await askOnce(pool, { organizationId, use: 'check', signal }, { folder, question, sink: {} });
      if (answer.type !== 'pages') throw unexpected(answer);
      return answer.paths;
    },
    listRemoteSpecs: async ({ organizationId, folder }, signal) => {
      const question = { type: 'list-remote-specs' } as const;
      const answer = await askOnce(pool, { organizationId, use: 'check', signal }, { folder, question, sink: {} });
      if (answer.type !== 'remote-specs') throw unexpected(answer);
      return answer.urls;
    },
    openCheck: (folder) => openCheck(findSite(folder)),
    warmUp: ({ spares }) => pool.warmUp(spares),
    close: () => {
      isClosed = true;
      return pool.close();
    },
  };
}

/** Asks one question in a separate process. */
async function askOnce(
  pool: BuilderPool,
  request: BuilderRequest,
  task: { readonly folder: SiteFolder; readonly question: PlainQuestion; readonly sink: AnswerSink },
): Promise<FinalAnswer> {
  const process = new BuilderProcess(await pool.take(request), task.folder);
  try {
    return await process.ask(task.question, task.sink, request.signal);
  } finally {
    await process.close();
  }
}

/** Creates a cache of sites. A site is cached as long as its folder is in use, and is used only for its project. */
function createSiteTable(create: (site: OwnedFolder) => CheckedSite): (site: OwnedFolder) => CheckedSite {
  const known = new WeakMap<SiteFolder, Map<string, CheckedSite>>();
  return (site) => {
    const ofFolder = known.get(site.folder) ?? new Map<string, CheckedSite>();
    known.set(site.folder, ofFolder);
    const found = ofFolder.get(site.siteId) ?? create(site);
    ofFolder.set(site.siteId, found);
    return found;
  };
}

function openCheck(site: CheckedSite): SiteCheck {
  site.enter();
  return {
    check: (changes, signal) => site.check(changes, signal),
    parsePage: (path, content, signal) => site.parsePage(path, content, signal),
    renderPage: (request, signal) => site.renderPage(request, signal),
    close: () => site.leave(),
  };
}

const unexpected = (answer: FinalAnswer): RenderFailure =>
  new RenderFailure('internal', `The builder returned "${answer.type}" for a different question.`);
