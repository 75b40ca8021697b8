import { builtInComponents, createIconSet, IslandStore, type RenderSite, SnippetStore } from '../page/index.ts';
import type { BuildSettings } from '../settings/build-settings.ts';
import { decodeText } from '../text/decode-text.ts';
import { createHighlightCache, createHighlighter, type CustomGrammar, type HighlightCache } from '@docwright/highlight';
import type { IssueLog } from '../issues/issue-log.ts';
import { type AnchorCheck, AnchorIndex, AssetStore, type SitePlan } from '../site/index.ts';
import { readImageSize } from '../source/image-size/read-image-size.ts';
import type { ImageSize } from '../source/image-size/image-size.ts';
import { ForwardableCalls } from '../openapi/index.ts';
import type { SiteSource } from '../source/site-source.ts';

/** What pages are rendered with, and what a whole build asks of the same parts. */
export interface BuildSite extends RenderSite {
  readonly assets: AssetStore;
  readonly islands: IslandStore | undefined;
  readonly calls: ForwardableCalls;
}

export interface RenderSiteRequest {
  readonly source: SiteSource;
  readonly settings: BuildSettings;
  readonly plan: SitePlan;
  readonly log: IssueLog;
  readonly anchors: AnchorCheck;
  readonly grammars: readonly CustomGrammar[];
  readonly highlights: HighlightCache | undefined;
  readonly digestOfFile: (path: string) => string | undefined;
}

export function createRenderSite(request: RenderSiteRequest): BuildSite {
  const { source, settings, plan, log, anchors } = request;
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
  const icons = createIconSet({
    library: config.icons.library,
    readSiteFile,
    asset: (path) => assets.hashedAddress(path.replace(/^\//, '')) ?? path,
  });
  return {
    config,
    features: settings.features,
    basePath: settings.basePath,
    limits: settings.limits,
    links: plan.links,
    anchors: new AnchorIndex(createBodies(plan)),
    assets,
    imageSize: createImageSizes(source),
    icons,
    highlighter: createSiteHighlighter(request),
    snippets,
    components: builtInComponents,
    islands: settings.javaScript === 'off' ? undefined : createIslands(snippets, icons, log),
    calls: new ForwardableCalls(),
    notices: settings.notices,
    report: (issue) => log.add(issue),
    expectAnchor: (anchor) => anchors.expect(anchor),
  };
}

/** Most builds that remember ask for none. */
function createBodies({ pages }: SitePlan): (path: string) => string | undefined {
  let bodies: ReadonlyMap<string, string> | undefined;
  return (path) => (bodies ??= new Map(pages.map(({ page }) => [page.path, page.body]))).get(path);
}

/** Sizes of the site's images, each file looked at once in a build. */
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

/** Blocks that a site repeats stand near each other; more is for processes that build a site again and again. */
const cacheCharsOfOneBuild = 4 * 1024 * 1024;

/** Code in a language of the site's own is not shared: another site may mean another language by the name. */
function createSiteHighlighter({ grammars, highlights }: RenderSiteRequest): RenderSite['highlighter'] {
  if (grammars.length > 0) return createHighlighter({ customGrammars: grammars });
  return createHighlighter({ cache: highlights ?? createHighlightCache(cacheCharsOfOneBuild) });
}

function createIslands(snippets: SnippetStore, icons: RenderSite['icons'], log: IssueLog): IslandStore {
  return new IslandStore({
    components: builtInComponents,
    icons,
    findImport: (specifier, from) => {
      const path = snippets.findImport(specifier, from);
      const file = path === undefined ? undefined : snippets.load(path);
      return file?.kind === 'module' ? file : undefined;
    },
    report: (issue) => log.add(issue),
  });
}
