import { createHash } from 'node:crypto';
import {
  BuildCache,
  type BuildRequest,
  buildSite,
  checkSite,
  createMemorySource,
  findParseProblems,
  listRemoteSpecs,
  listSitePages,
  RestrictedPages,
  SiteProtected,
} from '@docwright/site-builder';
import type { FileChanges } from '@docwright/site-builder/packed-changes';
import type { Clock } from '../../../platform/clock/index.ts';
import {
  RenderFailure,
  type RenderReuse,
  type SiteCheck,
  type SiteFolder,
  type SiteRenderer,
} from './site-renderer.ts';

/**
 * Creates a renderer that runs the builder inside this process, without a sandbox. Used only if the operator requested
 * it, for the operator's own sites.
 */
export function createInProcessRenderer(clock: Clock): SiteRenderer {
  const now = (): number => clock.monotonicMs();
  // Not limited, because an operator has few sites.
  const caches = new Map<string, BuildCache>();
  const renderCaches = new Map<string, BuildCache>();
  return {
    render: async (request) =>
      buildSite({
        source: toSource(await request.loadFolder(() => false)),
        emit: request.onFile,
        emitSealed: request.onSealedFile,
        ...(request.reuse && continueFrom(request.reuse, renderCaches)),
        onProgress: ({ phase, done, total }) => {
          if (phase === 'pages') request.onProgress({ done, total });
        },
        settings: {
          basePath: request.basePath,
          siteUrl: request.siteUrl,
          repository: request.repository,
          editorUrl: request.editorUrl,
          features: request.features,
          countsReaders: request.countsReaders === true,
          paths: request.paths,
          ...request.policy,
        },
        signal: request.signal,
        clock: now,
      }).catch(toRenderFailure),
    listPages: async ({ folder, policy }) => {
      try {
        return listSitePages(toSource(folder), policy);
      } catch (error) {
        return toRenderFailure(error);
      }
    },
    listRemoteSpecs: async ({ folder }) => {
      try {
        return listRemoteSpecs(toSource(folder));
      } catch (error) {
        return toRenderFailure(error);
      }
    },
    openCheck: ({ folder, siteId }) => {
      const cache = caches.get(siteId) ?? new BuildCache({ keeps: 'issues' });
      caches.set(siteId, cache);
      return openCheck(folder, cache, now);
    },
    warmUp: () => undefined,
    close: async () => undefined,
  };
}

function continueFrom(
  { siteId, existing, onFileReused }: RenderReuse,
  caches: Map<string, BuildCache>,
): Pick<BuildRequest, 'cache' | 'existing'> {
  const cache = caches.get(siteId) ?? new BuildCache({ keeps: 'digests' });
  caches.set(siteId, cache);
  const digests = new Map(existing);
  return { cache, existing: { digestOf: (path) => digests.get(path), reused: onFileReused } };
}

function openCheck(folder: SiteFolder, cache: BuildCache, clock: () => number): SiteCheck {
  return {
    check: async (changes, signal) => {
      const source = toChangedSource(folder, changes);
      const report = await checkSite({ source, signal, clock, cache }).catch(toRenderFailure);
      return report.issues;
    },
    parsePage: async (path, content) => findParseProblems(path, content),
    renderPage: async ({ page, changes, features, existing, onFile }, signal) => {
      const known = new Map(existing);
      const report = await buildSite({
        source: toChangedSource(folder, changes),
        settings: { features, basePath: '', siteUrl: '', paths: [page] },
        emit: async (file) => {
          const digest = createHash('sha256').update(file.bytes).digest('hex');
          if (known.get(file.path) !== digest) await onFile(file);
        },
        cache,
        clock,
        signal,
      }).catch(toRenderFailure);
      return report.issues;
    },
    close: () => undefined,
  };
}

function toChangedSource(folder: SiteFolder, changes: FileChanges) {
  const files = new Map<string, Uint8Array | string>();
  for (const path of folder.paths) files.set(path, folder.read(path) ?? '');
  for (const [path, content] of changes) {
    if (content === null) files.delete(path);
    else files.set(path, content);
  }
  return createMemorySource(files);
}

function toSource(folder: SiteFolder) {
  return createMemorySource(folder.paths.map((path) => [path, folder.read(path) ?? ''] as const));
}

/** Converts errors that the site itself caused. */
function toRenderFailure(error: unknown): never {
  if (error instanceof Error && error.name === 'SiteConfigMissing') {
    throw new RenderFailure('no_docs_config', error.message, { cause: error });
  }
  if (error instanceof RestrictedPages || error instanceof SiteProtected)
    throw new RenderFailure(error.code, error.message, { cause: error });
  throw error;
}
