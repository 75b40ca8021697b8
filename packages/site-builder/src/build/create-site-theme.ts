import { highlightStyles } from '@docwright/highlight';
import { mathFiles, mermaidFiles, openPage, type PageEffects, PageOutput, type RenderSite } from '../page/index.ts';
import { apiPageFiles } from '../openapi/index.ts';
import { applyEffects, type SiteState } from './apply-effects.ts';
import { digestOf } from '../text/digest-of.ts';
import type { BuildCache } from './cache/index.ts';
import { searchClient } from '@docwright/site-search';
import {
  isRestricted,
  pageAddress,
  type SitePlan,
  isToolScript,
  readSiteStyles,
  reportBlockedSources,
} from '../site/index.ts';
import { createUtilityStyles, type SocialImages } from '../outputs/index.ts';
import {
  assistantFiles,
  createTheme,
  type Theme,
  type ThemeAddOns,
  type ThemeContext,
  type ThemeSite,
} from '../theme/index.ts';
import { isApiPage, type RestrictedSheet, type RestrictedStyles } from './restricted-styles.ts';
import { hasSearch, type BuildSettings } from '../settings/build-settings.ts';
import type { OutputFile } from '../source/output-file.ts';
import type { SiteSource } from '../source/site-source.ts';

/** Path at which edges and deployment servers answer searches of a site's own pages. */
const SEARCH_ENDPOINT = '_docwright/search';
/** From this number of pages on, a server's response is smaller than the part of the index that a browser must read. */
const SERVER_PAGES = 500;

/** Parts of a site that only some pages load; each is written when the first page requests it. */
export type AddOn = 'assistant' | 'katex' | 'mermaid' | 'playground' | 'search';

export interface SiteTheme {
  readonly theme: Theme;
  /** Style sheets of restricted pages. */
  readonly restricted: readonly RestrictedSheet[];
  /** Opens a document, which reads from `site` and records its effects. */
  openDocument(site: RenderSite): { readonly context: ThemeContext; readonly effects: () => PageEffects };
  /** Digest of the theme's part of every document: style and script names. */
  readonly digest: string;
  /** Files that the rendered pages need. */
  readonly addOnFiles: (used: ReadonlySet<AddOn>) => OutputFile[];
}

export interface SiteThemeRequest {
  readonly plan: SitePlan;
  readonly site: RenderSite;
  /** Receives the effects of the parts that documents share. */
  readonly state: SiteState;
  readonly settings: BuildSettings;
  readonly source: SiteSource;
  /** Class names for the style sheet of the public pages. */
  readonly classNames: ReadonlySet<string>;
  readonly restricted: RestrictedStyles;
  readonly cache: BuildCache | undefined;
  readonly social: SocialImages | undefined;
}

/** A site's theme, and the modules that the theme loads on demand. */
export async function createSiteTheme(request: SiteThemeRequest): Promise<SiteTheme> {
  const { plan, site, state, settings, classNames, restricted, cache, social } = request;
  const { config } = plan;
  const at = { path: 'index', sourcePath: config.file, title: config.name };
  const nav = knownAddress(request);
  const shared = createContext(
    site,
    (use) => {
      const page = openPage(site, at);
      const answer = use(page);
      applyEffects(page.output.effects(), state);
      return answer;
    },
    nav,
  );
  const math = mathFiles();
  const mermaid = mermaidFiles();
  const api = apiPageFiles({ playground: settings.features.playground });
  const publicPages = plan.pages.filter(({ page }) => !plan.whens.has(page.path));
  const hasApi = publicPages.some(isApiPage);
  const { features } = settings;
  const search = searchClient();
  const assistant = assistantFiles();
  const themes = config.styling.codeblocks.themes;
  const addOns: ThemeAddOns = {
    searchScript: hasSearch(features) ? search.script : undefined,
    nearestScript: hasSearch(features) ? search.nearestScript : undefined,
    searchEndpoint: asksServer(request) ? SEARCH_ENDPOINT : undefined,
    mathStylesheet: math.stylesheet,
    mathFonts: math.pageFonts,
    mermaidScript: mermaid.script,
    playgroundScript: hasApi ? api.script : undefined,
    restrictedPlaygroundScript: api.script,
    islandsScript: site.islands?.runtimePath,
    assistantScript: features.assistant ? assistant.script : undefined,
    mcpUrl: undefined,
  };
  const { sheets, scripts } = linkOwnFiles(request);
  const theme = createTheme({
    config,
    basePath: settings.basePath,
    siteUrl: settings.siteUrl,
    repository: settings.repository,
    editorUrl: settings.editorUrl,
    features,
    countsReaders: settings.countsReaders,
    hasReaders: hasReaders(settings),
    offersSignIn: settings.offersSignIn,
    ...shared,
    stylesheets: sheets,
    scripts,
    utilities: await utilityStyles(classNames, cache),
    highlightStyles: highlightStyles(themes ?? {}),
    socialImage: socialImageOf(request),
    apiStyles: hasApi ? api.styles : '',
    addOns,
    hasRestrictedContent: isRestricted(plan),
    ...readersOf(request),
  });
  // Loaded on demand, because reading a library takes as long as a hundred pages.
  const addOnsByName = { assistant, katex: math, mermaid, playground: api, search } as const satisfies Record<
    AddOn,
    { readonly files: readonly OutputFile[] }
  >;
  const names = [...theme.files(), ...restricted.sheets.map(({ file }) => file)].map(({ path }) => path);
  const digest = digestOf(JSON.stringify([names, addOns, sheets, scripts, social?.digest, ...sourceLinksOf(request)]));
  return {
    theme,
    restricted: restricted.sheets,
    digest,
    openDocument: (own) => {
      const output = new PageOutput();
      const context = createContext(own, (use) => use(openPage(own, at, output)), nav);
      return { context, effects: () => output.effects() };
    },
    addOnFiles: (used) => [...used].sort().flatMap((name) => addOnsByName[name].files),
  };
}

/** The addresses to which pages link for changes and questions. */
function sourceLinksOf({ plan, settings }: SiteThemeRequest): readonly unknown[] {
  const { suggestEdit, raiseIssue } = plan.config.feedback;
  const linked = suggestEdit || raiseIssue ? settings.repository : undefined;
  return [
    ...(linked === undefined ? [] : [linked]),
    ...(suggestEdit && settings.editorUrl !== undefined ? [settings.editorUrl] : []),
  ];
}

/**
 * Whether pages search on a server. Index files contain only public pages; a server also searches the restricted pages
 * that the reader may see.
 */
function asksServer({ plan, settings }: SiteThemeRequest): boolean {
  const { features } = settings;
  const publicPages = plan.pages.filter(({ page }) => !plan.whens.has(page.path)).length;
  return features.search && (hasReaders(settings) || publicPages >= SERVER_PAGES || !features.offlineSearch);
}

const hasReaders = ({ isProtected, offersSignIn }: BuildSettings): boolean => isProtected || offersSignIn;

function socialImageOf({ social, settings }: SiteThemeRequest): ThemeSite['socialImage'] {
  return (page, view) => {
    const path = social?.pathFor(page, view);
    return path === undefined ? undefined : `${settings.siteUrl}${settings.basePath}/${path}`;
  };
}

/** The address of a page that the navigation shows only to its readers. */
function knownAddress({ plan, settings }: SiteThemeRequest): (target: string) => string | undefined {
  return (target) =>
    plan.seal !== undefined && /^[\w-]+(?:\/[\w-]+)*$/.test(target) && plan.links.hasPage(target)
      ? pageAddress(settings.basePath, target)
      : undefined;
}

function readersOf({
  plan: { seal },
  restricted,
  settings: { basePath },
}: SiteThemeRequest): Pick<ThemeSite, 'readers' | 'restrictedStyles'> {
  return {
    readers: seal && { choices: seal.choices, whenLink: (href) => seal.conditions.link(href) },
    restrictedStyles: (path) => {
      const sheet = restricted.of(path);
      return sheet === undefined ? undefined : `${basePath}/${sheet.file.path}`;
    },
  };
}

/** Links the site's own style sheets and scripts, and reports parts that can't work. */
function linkOwnFiles({ plan, site, state, settings, source }: SiteThemeRequest) {
  const { config } = plan;
  const linked = (path: string): string => {
    state.assets.keepPlain(path);
    return site.assets.plainAddress(path);
  };
  const { stylesheets } = plan.staticFiles;
  const styles = readSiteStyles({
    source,
    staticFiles: plan.staticFiles,
    basePath: settings.basePath,
    report: (issue) => state.log.add(issue),
  });
  // A file that pages show is written only under its hashed name.
  for (const path of styles.files) state.assets.keepPlain(path);
  const sheets = {
    early: stylesheets.filter((path) => styles.early.has(path)).map(linked),
    late: stylesheets.filter((path) => !styles.early.has(path)).map(linked),
    layers: styles.layers,
  };
  const ownScripts = plan.staticFiles.scripts.filter((path) => !isToolScript(source, path));
  const scripts = ownScripts.map(linked);
  reportBlockedSources({
    source,
    scripts: ownScripts,
    allowedOrigins: config.security.allowedOrigins,
    configFile: config.file,
    report: (issue) => state.log.add(issue),
  });
  return { sheets, scripts };
}

/** Creates a context that renders each call like a separate page, so that it doesn't depend on earlier calls. */
function createContext(
  site: RenderSite,
  ask: (use: (page: ReturnType<typeof openPage>) => string) => string,
  nav: (target: string) => string | undefined,
): ThemeContext {
  return {
    icon: (spec) => ask((page) => page.icon(spec)),
    asset: (path) => ask((page) => page.asset(path)),
    imageSize: (path) => site.imageSize(path.replace(/^\/+/, '')),
    href: (target) => nav(target) ?? ask((page) => page.href(target)),
    inlineMarkdown: (text) => ask((page) => page.inlineMarkdown(text)),
    blockMarkdown: (text) => ask((page) => page.blockMarkdown(text)),
  };
}

async function utilityStyles(classNames: ReadonlySet<string>, cache: BuildCache | undefined): Promise<string> {
  if (cache === undefined) return createUtilityStyles(classNames);
  return cache.utilities(digestOf([...classNames].join(' ')), () => createUtilityStyles(classNames));
}
