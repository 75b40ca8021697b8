import { highlightStyles } from '@docwright/highlight';
import { mathFiles, mermaidFiles, openPage, type RenderSite } from '../page/index.ts';
import { apiPageFiles } from '../openapi/index.ts';
import { digestOf } from '../text/digest-of.ts';
import type { BuildCache } from './cache/index.ts';
import { searchClient } from '@docwright/site-search';
import { type SitePlan, isToolScript } from '../site/index.ts';
import { createUtilityStyles, type SocialImages } from '../outputs/index.ts';
import { createTheme, type Theme, type ThemeAddOns } from '../theme/index.ts';
import type { BuildSettings } from '../settings/build-settings.ts';
import type { OutputFile } from '../source/output-file.ts';
import type { SiteSource } from '../source/site-source.ts';

/** Parts of a site that only some pages load; each is written when the first page asks for it. */
export type AddOn = 'katex' | 'mermaid' | 'playground' | 'search';

export interface SiteTheme {
  readonly theme: Theme;
  /** Of what every document holds of the theme: names of styles and scripts. */
  readonly digest: string;
  /** Files of what the pages turned out to need. */
  readonly addOnFiles: (used: ReadonlySet<AddOn>) => OutputFile[];
}

export interface SiteThemeRequest {
  readonly plan: SitePlan;
  readonly site: RenderSite;
  readonly settings: BuildSettings;
  readonly source: SiteSource;
  readonly classNames: ReadonlySet<string>;
  readonly cache: BuildCache | undefined;
  readonly social: SocialImages | undefined;
}

/** The theme of one site, and what it loads on demand. */
export async function createSiteTheme(request: SiteThemeRequest): Promise<SiteTheme> {
  const { plan, site, settings, source, classNames, cache, social } = request;
  const { config } = plan;
  // One for each call: a fault that two pages have is told for both, so that each can be made without the other.
  const at = { path: 'index', sourcePath: config.file, title: config.name };
  const context = () => openPage(site, at);
  const math = mathFiles();
  const mermaid = mermaidFiles();
  const api = apiPageFiles({ playground: settings.features.playground });
  const hasApi = plan.pages.some(({ page, reference }) => reference !== undefined || 'openapi' in page.frontmatter);
  const search = searchClient();
  const themes = config.styling.codeblocks.themes;
  const addOns: ThemeAddOns = {
    searchScript: settings.features.offlineSearch ? search.script : undefined,
    mathStylesheet: math.stylesheet,
    mathFonts: math.pageFonts,
    mermaidScript: mermaid.script,
    playgroundScript: hasApi ? api.script : undefined,
    islandsScript: site.islands?.runtimePath,
    mcpUrl: undefined,
  };
  const stylesheets = plan.staticFiles.stylesheets.map((path) => site.assets.plainAddress(path));
  const scripts = plan.staticFiles.scripts
    .filter((path) => !isToolScript(source, path))
    .map((path) => site.assets.plainAddress(path));
  const theme = createTheme({
    config,
    basePath: settings.basePath,
    siteUrl: settings.siteUrl,
    features: settings.features,
    icon: (spec) => context().icon(spec),
    asset: (path) => context().asset(path),
    imageSize: (path) => site.imageSize(path.replace(/^\/+/, '')),
    href: (target) => context().href(target),
    inlineMarkdown: (text) => context().inlineMarkdown(text),
    blockMarkdown: (text) => context().blockMarkdown(text),
    stylesheets,
    scripts,
    utilities: await utilityStyles(classNames, cache),
    highlightStyles: highlightStyles(themes ?? {}),
    socialImage: (page, view) => {
      const path = social?.pathFor(page, view);
      return path === undefined ? undefined : `${settings.siteUrl}${settings.basePath}/${path}`;
    },
    apiStyles: hasApi ? api.styles : '',
    addOns,
  });
  // Asked for by name, because reading a library that no page uses costs as much as a hundred pages.
  const addOnsByName = { katex: math, mermaid, playground: api, search } as const satisfies Record<
    AddOn,
    { readonly files: readonly OutputFile[] }
  >;
  const names = theme.files().map(({ path }) => path);
  const digest = digestOf(JSON.stringify([names, addOns, stylesheets, scripts, social?.digest]));
  return { theme, digest, addOnFiles: (used) => [...used].sort().flatMap((name) => addOnsByName[name].files) };
}

async function utilityStyles(classNames: ReadonlySet<string>, cache: BuildCache | undefined): Promise<string> {
  if (cache === undefined) return createUtilityStyles(classNames);
  return cache.utilities(digestOf([...classNames].join(' ')), () => createUtilityStyles(classNames));
}
