import { builtInComponents, createIconSet, IslandStore, type RenderSite, SnippetStore } from '../page/index.ts';
import type { BuildSettings } from '../settings/build-settings.ts';
import { decodeText } from '../text/decode-text.ts';
import { createHighlightCache, createHighlighter, type CustomGrammar, type HighlightCache } from '@docwright/highlight';
import { charsOfOneBuild } from './cache/index.ts';
import type { IssueLog } from '../issues/issue-log.ts';
import { AnchorCheck, AnchorIndex, AssetStore, type PageTexts, type SitePage, type SitePlan } from '../site/index.ts';
import { readImageSize } from '../source/image-size/read-image-size.ts';
import type { ImageSize } from '../source/image-size/image-size.ts';
import type { SiteState } from './apply-effects.ts';
import { ForwardableCalls } from '../openapi/index.ts';
import type { SiteSource } from '../source/site-source.ts';

export interface RenderSiteRequest {
  readonly source: SiteSource;
  readonly settings: BuildSettings;
  readonly plan: SitePlan;
  readonly log: IssueLog;
  readonly grammars: readonly CustomGrammar[];
  readonly highlights: HighlightCache | undefined;
  readonly digestOfFile: (path: string) => string | undefined;
}

/** The site that a build's pages are rendered with, and the receiver of their effects. */
export function createRenderSite(request: RenderSiteRequest): {
  readonly site: RenderSite;
  readonly state: SiteState;
  readonly islandParts: IslandParts;
} {
  const { source, settings, plan, log } = request;
  const { config } = plan;
  const snippets = new SnippetStore({
    source,
    parse: { math: config.styling.latex },
    maxFileBytes: settings.limits.sourceFileBytes,
  });
  const assets = new AssetStore(request.digestOfFile, settings.basePath);
  const readSiteFile = (path: string): string | undefined => {
    const bytes = source.read(path);
    return bytes === undefined ? undefined : decodeText(bytes).text;
  };
  const icons = createIconSet({ library: config.icons.library, readSiteFile });
  const islandParts: IslandParts = { snippets, icons, assets, log };
  const islands = settings.javaScript === 'off' ? undefined : createSiteIslands(islandParts);
  const site: RenderSite = {
    config,
    features: settings.features,
    basePath: settings.basePath,
    siteUrl: settings.siteUrl,
    limits: settings.limits,
    links: plan.links,
    anchors: new AnchorIndex(createPageTexts(plan, snippets)),
    assets,
    imageSize: createImageSizes(source),
    icons,
    highlighter: createSiteHighlighter(request),
    snippets,
    components: builtInComponents,
    islands,
    notices: settings.notices,
    choices: plan.seal?.choices,
  };
  return {
    site,
    state: { log, anchors: new AnchorCheck(), assets, islands, calls: new ForwardableCalls() },
    islandParts,
  };
}

/** Finds the pages' text. The map of pages is created on demand, because most builds with a cache don't need it. */
function createPageTexts({ pages }: SitePlan, snippets: SnippetStore): PageTexts {
  let known: ReadonlyMap<string, SitePage> | undefined;
  const find = (path: string): SitePage | undefined =>
    (known ??= new Map(pages.map(({ page }) => [page.path, page]))).get(path);
  return {
    body: (path) => find(path)?.body,
    snippets: (path) => {
      const page = find(path);
      return page === undefined ? [] : snippets.textsBelow(page.body, page.sourcePath);
    },
  };
}

/** Sizes of the site's images, each file read once per build. */
function createImageSizes(source: SiteSource): RenderSite['imageSize'] {
  const known = new Map<string, ImageSize | undefined>();
  return (path) => {
    if (known.has(path)) return known.get(path);
    const bytes = source.read(path);
    const size = bytes === undefined ? undefined : readImageSize(bytes);
    known.set(path, size);
    return size;
  };
}

/**
 * Creates a highlighter. Code in a language that the site defines isn't shared: another site can define a different
 * language with the same name.
 */
function createSiteHighlighter({ grammars, highlights }: RenderSiteRequest): RenderSite['highlighter'] {
  if (grammars.length > 0) return createHighlighter({ customGrammars: grammars });
  return createHighlighter({ cache: highlights ?? createHighlightCache(charsOfOneBuild) });
}

export interface IslandParts {
  readonly snippets: SnippetStore;
  readonly icons: RenderSite['icons'];
  readonly assets: AssetStore;
  readonly log: IssueLog;
}

export function createSiteIslands({ snippets, icons, assets, log }: IslandParts): IslandStore {
  return new IslandStore({
    components: builtInComponents,
    icons,
    findImport: (specifier, from) => {
      const path = snippets.findImport(specifier, from);
      const file = path === undefined ? undefined : snippets.load(path);
      return file?.kind === 'module' ? file : undefined;
    },
    addressOf: (path) => assets.addressOf(path),
    keepFile: (path) => assets.keepHashed(path),
    report: (issue) => log.add(issue),
  });
}
