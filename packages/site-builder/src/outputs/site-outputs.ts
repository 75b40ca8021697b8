import type { BuildSettings } from '../settings/build-settings.ts';
import { type RedirectRule, type LinkTarget, type SitePlan, encodePath, publicUrl } from '../site/index.ts';
import type { OutputFile } from '../source/output-file.ts';
import { decodeText } from '../text/decode-text.ts';
import type { ForwardableCalls } from '../openapi/index.ts';
import type { SiteSource } from '../source/site-source.ts';
import type { Theme } from '../theme/index.ts';
import {
  completeLlms,
  isInLlms,
  writeLlms,
  writeLlmsFull,
  type ListedPage,
  type LlmsFile,
  type LlmsPage,
} from './llms.ts';
import { restrictedHeading, restrictedLines, restrictedText, type RestrictedListRequest } from './restricted-lists.ts';
import { pageListFile } from './page-list.ts';
import { stubPath, writeRedirectList } from './redirects.ts';
import { skillFiles, skillRedirects } from './skills.ts';
import { sitemapUrl, writeRobots, writeSitemap } from './sitemap.ts';

export interface OutputsRequest {
  readonly source: SiteSource;
  readonly plan: SitePlan;
  readonly calls: ForwardableCalls;
  readonly settings: BuildSettings;
  readonly theme: Theme;
  /** Pages that the sitemap, the search or `llms.txt` lists, in reading order. */
  readonly listed: readonly ListedPage[];
}

/**
 * The files about the whole site. A file in the repository at the same path takes precedence, except `llms.txt`, which
 * is extended by the pages that it leaves out.
 */
export function siteOutputs(request: OutputsRequest): OutputFile[] {
  const { source, plan, calls, settings, theme, listed } = request;
  const { siteUrl, basePath } = settings;
  const { config } = plan;
  const own = new Set(plan.staticFiles.all);
  const inLlms = listed.filter(isInLlms);
  const about = {
    name: config.name,
    baseUrl: `${siteUrl}${basePath}`,
    description: config.description,
    instructions: config.markdown.instructions,
    pages: inLlms.filter(({ path }) => !plan.whens.has(path)),
    externalLinks: plan.externalLinks.filter(({ when }) => when === undefined),
    ...specUrls(plan, `${siteUrl}${basePath}/`),
  };
  const ownList = own.has('llms.txt') ? source.read('llms.txt') : undefined;
  const lists = withRestricted(
    ownList === undefined ? writeLlms(about) : completeLlms(decodeText(ownList).text, about),
    {
      pages: inLlms,
      links: plan.externalLinks,
      specs: restrictedSpecs(plan, `${siteUrl}${basePath}/`),
      whenOf: (path) => plan.whens.get(path),
    },
  );
  const built = new Set(listed.map(({ path }) => path));
  const urls = plan.pages
    .filter(({ page }) => built.has(page.path))
    .map((planned) => sitemapUrl(plan, settings, planned))
    .filter((url) => url !== undefined);
  const skills = { source, isIgnored: plan.isIgnored };
  const redirects = [...config.redirects, ...rootRedirect(plan), ...wellKnownRedirects(own), ...skillRedirects(skills)];
  const files: OutputFile[] = [
    { path: '404.html', bytes: theme.notFound(plan.views.view(plan.pages[0]?.page.path ?? 'index')) },
    { path: 'robots.txt', bytes: writeRobots(siteUrl, basePath) },
    { path: 'sitemap.xml', bytes: writeSitemap(urls) },
    // A list from the repository is the same at both addresses.
    { path: '.well-known/llms.txt', bytes: lists[0]?.bytes ?? '' },
    { path: 'llms-full.txt', bytes: own.has('llms-full.txt') ? '' : fullText(writeLlmsFull(about), inLlms, plan) },
    { path: 'redirects.json', bytes: writeRedirectList(redirects) },
    ...skillFiles(skills, basePath),
    ...redirectStubs(plan, theme, basePath),
    ...rootPage(plan, theme, basePath),
  ];
  const made = [...files, ...lists.slice(1)].filter(({ path }) => !own.has(path));
  return [...lists.slice(0, 1), ...made, pageList(plan, listed), ...calls.files()];
}

function withRestricted(lists: readonly LlmsFile[], request: RestrictedListRequest<LlmsPage>): readonly LlmsFile[] {
  const lines = restrictedLines(request);
  const [first, ...others] = lists;
  if (first === undefined || lines.length === 0) return lists;
  return [{ ...first, bytes: first.bytes + restrictedHeading + lines.map(({ text }) => text).join('') }, ...others];
}

function fullText(ofPublic: Uint8Array, pages: readonly LlmsPage[], { whens }: SitePlan): Uint8Array {
  const others = pages.filter(({ path }) => whens.has(path));
  if (others.length === 0) return ofPublic;
  const texts = others.map(({ markdown, url }) => Buffer.from(restrictedText(Buffer.from(markdown).toString(), url)));
  return Buffer.concat([ofPublic, ...texts]);
}

function pageList({ config, pages, views }: SitePlan, listed: readonly ListedPage[]): OutputFile {
  const planned = new Map(pages.map((page) => [page.page.path, page]));
  const described = listed
    .filter(({ search }) => search)
    .map(({ path, title, description }) => {
      const own = planned.get(path);
      const tag = own?.page.frontmatter['tag'];
      return {
        path,
        title,
        description,
        view: views.view(path),
        tag: typeof tag === 'string' ? tag : '',
        reference: own?.reference,
      };
    });
  return pageListFile(config.name, described);
}

/** Redirects one of the two addresses at which machines request the whole site's text, which is written only once. */
export function wellKnownRedirects(own: Pick<ReadonlySet<string>, 'has'>): RedirectRule[] {
  const source = '/.well-known/llms-full.txt';
  return own.has(source.slice(1)) ? [] : [{ source, destination: '/llms-full.txt', permanent: false }];
}

function specUrls(
  { catalog, withheld, restrictedSpecs: restricted }: SitePlan,
  base: string,
): { openapi: string[]; asyncapi: string[] } {
  const openapi: string[] = [];
  const asyncapi: string[] = [];
  for (const path of catalog.paths())
    // Files that were fetched for the build aren't files of the site.
    if (!withheld.has(path) && !restricted.has(path) && !path.startsWith('.'))
      (catalog.kindOf(path) === 'asyncapi' ? asyncapi : openapi).push(`${base}${encodePath(path)}`);
  return { openapi, asyncapi };
}

/** Lists restricted specifications. In a build for one audience, all readers receive them: their condition is empty. */
function restrictedSpecs(plan: SitePlan, base: string): RestrictedListRequest<LlmsPage>['specs'] {
  const specs = plan.catalog.paths().filter((path) => plan.restrictedSpecs.has(path) && !path.startsWith('.'));
  return specs.map((path) => ({ url: `${base}${encodePath(path)}`, when: [] }));
}

/** Maximum length of a redirect chain. */
const maxRedirects = 5;

/** HTML at a moved page's old address, for hosts that don't support redirects. */
function redirectStubs(plan: SitePlan, theme: Theme, basePath: string): OutputFile[] {
  // Addresses that differ only in case share one stub: many file systems can't distinguish them.
  const taken = new Set(plan.pages.map(({ page }) => `${page.path}.html`.toLowerCase()));
  return plan.config.redirects.flatMap(({ source, destination }): OutputFile[] => {
    const path = stubPath(source);
    if (path === undefined || taken.has(path.toLowerCase())) return [];
    const target = redirectTarget(destination, (written) => plan.links.find(written, 'index'), basePath);
    if (target === undefined) return [];
    taken.add(path.toLowerCase());
    return [{ path, bytes: theme.redirect(target, plan.views.view(path.replace(/\.html$/, ''))) }];
  });
}

/**
 * The final target of a redirect chain, or `undefined` if the chain doesn't end. A plain file server would stop at the
 * first target, and a page that redirects to itself would reload forever.
 */
export function redirectTarget(
  destination: string,
  find: (written: string) => LinkTarget,
  basePath: string,
): string | undefined {
  let target = find(destination);
  for (let hops = 0; target.kind === 'redirect' && hops < maxRedirects; hops++) target = find(target.to);
  if (target.kind === 'redirect') return undefined;
  if (target.kind === 'external') return target.url;
  if (target.kind === 'page')
    return `${basePath}/${target.path}.html${target.query}${target.anchor === '' ? '' : `#${target.anchor}`}`;
  return `${basePath}${destination}`;
}

/** The page that opens for a site without an `index` page: its first page. */
function firstPage({ pages }: SitePlan): string | undefined {
  return pages.some(({ page }) => page.path === 'index') ? undefined : pages[0]?.page.path;
}

/** The redirect at the root, as a page for hosts that don't support redirects. */
function rootPage(plan: SitePlan, theme: Theme, basePath: string): OutputFile[] {
  const first = firstPage(plan);
  if (first === undefined) return [];
  return [{ path: 'index.html', bytes: theme.redirect(`${basePath}/${first}.html`, plan.views.view(first)) }];
}

/** The redirect at the root. It isn't permanent, because another page may become the first. */
function rootRedirect(plan: SitePlan): RedirectRule[] {
  const first = firstPage(plan);
  const isTaken = plan.config.redirects.some(isAtRoot);
  return first === undefined || isTaken ? [] : [rootRedirectTo(first)];
}

export function rootRedirectTo(path: string): RedirectRule {
  return { source: '/', destination: publicUrl('', '', path), permanent: false };
}

/** Whether a redirect begins at the site's root. */
export function isAtRoot({ source }: RedirectRule): boolean {
  return source.replaceAll('/', '') === '';
}
