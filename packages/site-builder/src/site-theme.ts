import { highlightStyles } from './highlight/index.ts';
import { mathFiles } from './math/index.ts';
import { mermaidFiles } from './mermaid/index.ts';
import { apiPageFiles } from './openapi/index.ts';
import { PageContext } from './render/page-context.ts';
import type { RenderSite } from './render/render-site.ts';
import { searchClient } from './search/index.ts';
import type { SitePlan } from './site-plan.ts';
import { createUtilityStyles } from './styles/index.ts';
import { createTheme, type Theme, type ThemeAddOns } from './theme/index.ts';
import type { BuildSettings } from './build-request.ts';
import type { OutputFile } from './model.ts';
import { isToolScript } from './links/site-scripts.ts';
import type { SiteSource } from './site-source.ts';

/** Parts of a site that only some pages load; each is written when the first page asks for it. */
export type AddOn = 'katex' | 'mermaid' | 'playground' | 'search';

export interface SiteTheme {
  readonly theme: Theme;
  /** Files of what the pages turned out to need. */
  readonly addOnFiles: (used: ReadonlySet<AddOn>) => OutputFile[];
}

export interface SiteThemeRequest {
  readonly plan: SitePlan;
  readonly site: RenderSite;
  readonly settings: BuildSettings;
  readonly source: SiteSource;
  readonly classNames: ReadonlySet<string>;
}

/** The theme of one site, and what it loads on demand. */
export async function createSiteTheme(request: SiteThemeRequest): Promise<SiteTheme> {
  const { plan, site, settings, source, classNames } = request;
  const { config } = plan;
  const context = new PageContext(site, { path: 'index', sourcePath: config.file, title: config.name });
  const math = mathFiles();
  const mermaid = mermaidFiles();
  const api = apiPageFiles({ playground: settings.features.playground });
  const search = searchClient();
  const themes = config.styling.codeblocks.themes;
  const addOns: ThemeAddOns = {
    searchScript: settings.features.offlineSearch ? search.script : undefined,
    mathStylesheet: math.stylesheet,
    mermaidScript: mermaid.script,
    playgroundScript: api.script,
    playgroundStylesheet: api.stylesheet,
    islandsScript: site.islands?.runtimePath,
    mcpUrl: undefined,
  };
  const theme = createTheme({
    config,
    basePath: settings.basePath,
    siteUrl: settings.siteUrl,
    features: settings.features,
    icon: (spec) => context.icon(spec),
    asset: (path) => context.asset(path),
    href: (target) => context.href(target),
    inlineMarkdown: (text) => context.inlineMarkdown(text),
    blockMarkdown: (text) => context.blockMarkdown(text),
    stylesheets: plan.staticFiles.stylesheets.map((path) => site.assets.plainAddress(path)),
    scripts: plan.staticFiles.scripts
      .filter((path) => !isToolScript(source, path))
      .map((path) => site.assets.plainAddress(path)),
    utilities: await createUtilityStyles(classNames),
    highlightStyles: highlightStyles(themes ?? {}),
    ogImage: () => undefined,
    addOns,
  });
  // Asked for by name, because reading a library that no page uses costs as much as a hundred pages.
  const addOnsByName = { katex: math, mermaid, playground: api, search } as const satisfies Record<
    AddOn,
    { readonly files: readonly OutputFile[] }
  >;
  return { theme, addOnFiles: (used) => [...used].sort().flatMap((name) => addOnsByName[name].files) };
}
