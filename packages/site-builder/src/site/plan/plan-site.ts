import { serialize } from 'node:v8';
import { readConfig } from '../config/read-config.ts';
import { readIgnore } from '../config/read-ignore.ts';
import { isRemoteSpec } from '../config/resolve-api.ts';
import type { BuildSettings } from '../../settings/build-settings.ts';
import { digestOf } from '../../text/digest-of.ts';
import { toFlag } from '../../text/to-flag.ts';
import type { ReportIssue } from '../../issues/issue.ts';
import type { NavPage } from '../navigation/navigation-view.ts';
import { findPrefixes } from '../links/find-prefixes.ts';
import { SiteLinks } from '../links/site-links.ts';
import { listStaticFiles } from '../links/static-files.ts';
import {
  NavigationViews,
  PageFinder,
  parseNavigation,
  walkNavigation,
  type NavConditions,
  type NavContent,
  type NavTreePage,
} from '../navigation/index.ts';
import type { ApiReference } from '../specs/api-spec.ts';
import { navConditions } from '../readers/nav-conditions.ts';
import { defaultsOf, planSeal } from '../readers/plan-seal.ts';
import { planReaders, type ReaderPlan } from '../readers/plan-readers.ts';
import { partialSource } from '../../source/partial-source.ts';
import { reduceCatalog } from '../readers/reduced-catalog.ts';
import { createApiCatalog, type ApiCatalogOptions } from '../specs/catalog.ts';
import type { SiteConfig, SpecReference } from '../config/site-config.ts';
import { defaultDirectory } from '../specs/list-pages.ts';
import { outputPaths } from './output-paths.ts';
import { listExternalLinks, type ExternalLink } from './list-external-links.ts';
import { listSpecs } from './list-specs.ts';
import { findPlacements, findVisibility } from './page-visibility.ts';
import { skillPaths } from './skill-paths.ts';
import { isRestricted, type PlannedPage, type ReadPage, type SitePlan } from './site-plan.ts';
import { externalUrl, findApiReference, labelOf, toNavPage } from '../pages/page-labels.ts';
import { findTitle } from '../pages/page-title.ts';
import { listPageFiles, readPageFile, toGeneratedPage, type PageReader } from '../pages/read-pages.ts';
import type { SitePage } from '../pages/site-page.ts';
import { fillVariables } from '../config/fill-variables.ts';
import type { SiteSource } from '../../source/site-source.ts';
import { countOf } from '../../text/count-of.ts';

/** Plans a site. @throws SiteConfigMissing, RestrictedPages, SiteProtected */
export function planSite(reader: PageReader, settings: BuildSettings, report: ReportIssue): SitePlan {
  const { source } = reader;
  const written = readConfig(source, report);
  const { isIgnored, isRepositoryText } = readIgnore(source);
  const { files, moved } = listPageFiles(source, { isIgnored, isRepositoryText }, report);
  const specs = listSpecs(written);
  const options = toCatalogOptions(specs, { source, configFile: written.file, report });
  const catalog = createApiCatalog(options);
  const defaultSpecs = written.api.openapi;
  for (const { source: name } of [...defaultSpecs, ...written.api.asyncapi]) catalog.reportMissing(name);
  const operationOf = ({ path, specs: named }: NavTreePage): ApiReference | undefined =>
    findApiReference(readPageFile(reader, path, files.get(path) ?? path), catalog, named);
  const finder = new PageFinder({
    pages: files,
    moved,
    operationOf,
    catalog,
    defaultSpecs,
    file: written.file,
    report,
  });
  const tree = parseNavigation(written.navigation, finder, written.file, report);
  const unlisted = [...files].filter(([, file]) => !isRepositoryText(file));
  const pages = collectPages(tree, { files, unlisted }, reader);
  const limited = limitPages(pages, settings, report, written.file);
  const listed = new Map([...walkNavigation(tree)].map(({ page }) => [page.path, page.specs] as const));
  const beyond = pages.slice(limited.length).filter(({ path }) => listed.has(path));
  const all = limited.map((page): ReadPage => {
    const reference = findApiReference(page, catalog, listed.get(page.path) ?? []);
    const title = fillVariables(findTitle(page, reference), { config: written });
    return { page, title, reference, inNavigation: listed.has(page.path) };
  });
  const listedPages = leaveOrphans(all, settings, report);
  const readers = planReaders({ source, config: written, root: tree, pages: listedPages, catalog, settings, report });
  const { config, root, withheld, replaced, isPartial, rules, whens, restrictedSpecs } = readers;
  const visible = partialSource(source, readers);
  const seen = reduceCatalog({ catalog, options, source: visible, readers });
  // Whether a page or a link is in the default version is decided for everyone, from what everyone sees.
  const conditions = isRestricted(readers) ? navConditions(whens) : undefined;
  const planned = planPages(seen.pages, { root, config, whens, conditions });
  const byPath = new Map(planned.map((entry) => [entry.page.path, entry]));
  const seal = readers.specs && planSeal({ root, config, pages: planned, whens, specs: readers.specs });
  const isHidden = (path: string): boolean => toFlag(byPath.get(path)?.page.frontmatter['hidden']) === true;
  const views = new NavigationViews(root, {
    labels: labelsOf(byPath, config),
    isHidden,
    whole: tree,
    conditions: seal?.conditions,
  });
  const remoteFolders = foldersOf(specs);
  return {
    config,
    catalog: seen.catalog,
    specs,
    remoteFolders,
    pages: planned,
    expected: listed.size - countListed(all) + countListed(planned) + finder.missing.length,
    missing: [...finder.missing, ...beyond.map(({ path }) => ({ path, cause: 'page-limit' as const }))],
    views,
    externalLinks: [...listExternalLinks(root, seal?.conditions ?? conditions), ...listPageLinks(planned, whens)],
    ...planLinks({ config, pages: planned, remoteFolders, isIgnored, seal }, visible, settings),
    seal,
    whens,
    staticFiles: listStaticFiles(visible, isIgnored),
    withheld,
    replaced,
    isPartial,
    rules,
    restrictedSpecs,
    isIgnored,
  };
}

/** The addresses of visible pages that only link to another site. */
function listPageLinks(pages: readonly PlannedPage[], whens: SitePlan['whens']): readonly ExternalLink[] {
  return pages.flatMap(({ page, title, inNavigation, isDefault, visibility }): ExternalLink[] => {
    const url = externalUrl(page.frontmatter);
    if (url === undefined || !inNavigation || !isDefault || visibility.noindex) return [];
    const when = whens.get(page.path);
    return [{ label: labelOf(page, title), url, ...(when === undefined ? {} : { when }) }];
  });
}

function planPages(
  pages: readonly ReadPage[],
  {
    root,
    config,
    whens,
    conditions,
  }: Pick<ReaderPlan, 'root' | 'config' | 'whens'> & { readonly conditions: NavConditions | undefined },
): PlannedPage[] {
  const placements = findPlacements(root);
  const isPublicDefault = conditions && defaultsOf(root, conditions);
  return pages.map((entry) => {
    const { path, frontmatter } = entry.page;
    const placement = placements.get(path);
    const visibility = findVisibility(frontmatter, placement, config.seo.indexing);
    const isDefault =
      isPublicDefault === undefined || whens.has(path)
        ? (placement?.isDefault ?? true)
        : isPublicDefault(path, (when) => when === undefined);
    return { ...entry, visibility, isDefault };
  });
}

function labelsOf(pages: ReadonlyMap<string, PlannedPage>, config: SiteConfig): (path: string) => NavPage {
  return (path) => {
    const entry = pages.get(path);
    if (entry === undefined) return { kind: 'page', path, label: path, deprecated: false };
    const shown = toNavPage(entry.page, entry.title, entry.reference);
    const { description } = shown;
    return {
      ...shown,
      label: fillVariables(shown.label, { config }),
      ...(description === undefined ? {} : { description: fillVariables(description, { config }) }),
    };
  };
}

function toCatalogOptions(
  specs: readonly SpecReference[],
  about: Pick<ApiCatalogOptions, 'source' | 'configFile' | 'report'>,
): ApiCatalogOptions {
  return {
    ...about,
    defaultSpecs: specs.filter((spec) => !isRemoteSpec(spec)).map(({ source: path }) => path),
    remoteSpecs: specs.filter(isRemoteSpec).map(({ source: url }) => url),
    overlays: new Map(specs.map(({ source: path, overlays }) => [path, overlays])),
  };
}

/** Prepares the site's links, whose targets depend on the site's paths and redirects. */
function planLinks(
  {
    config,
    pages,
    remoteFolders,
    isIgnored,
    seal,
  }: Pick<SitePlan, 'config' | 'pages' | 'remoteFolders' | 'isIgnored' | 'seal'>,
  source: SiteSource,
  { basePath }: BuildSettings,
): Pick<SitePlan, 'links' | 'shape'> {
  const paths = pages.map(({ page }) => page.path);
  const feeds = pages.flatMap(({ page }) => (page.hasFeed ? [page.path] : []));
  const skills = skillPaths({ source, isIgnored });
  const links = new SiteLinks({
    pages: paths,
    hasFile: (path) => source.has(path) && !/\.mdx?$/i.test(path),
    redirects: config.redirects,
    remoteFolders,
    outputs: new Set([...outputPaths(pages), ...skills]),
    basePath,
    prefixes: findPrefixes(config.seo.metatags),
    conditions: seal?.links,
  });
  const shape = digestOf(serialize([paths, source.paths, feeds, skills, config.redirects, remoteFolders, basePath]));
  return { links, shape };
}

function collectPages(
  root: NavContent,
  { files, unlisted }: { readonly files: ReadonlyMap<string, string>; readonly unlisted: readonly [string, string][] },
  reader: PageReader,
): SitePage[] {
  const pages = new Map<string, SitePage>();
  const read = (path: string, file: string): SitePage => readPageFile(reader, path, file);
  for (const { page } of walkNavigation(root)) {
    if (pages.has(page.path)) continue;
    const file = files.get(page.path);
    if (file !== undefined) pages.set(page.path, read(page.path, file));
    else if (page.api !== undefined) pages.set(page.path, toGeneratedPage(page.api));
  }
  for (const [path, file] of unlisted) if (!pages.has(path)) pages.set(path, read(path, file));
  return [...pages.values()];
}

/**
 * Reports pages outside the navigation, or leaves them out. They can be found only by their address and by search;
 * `hidden` marks this as intended.
 */
function leaveOrphans(
  pages: readonly ReadPage[],
  { excludeOrphans }: BuildSettings,
  report: ReportIssue,
): readonly ReadPage[] {
  return pages.filter(({ page, inNavigation }) => {
    if (inNavigation || toFlag(page.frontmatter['hidden']) === true) return true;
    report({
      path: page.sourcePath,
      severity: 'info',
      code: 'orphan-page',
      message: `The page "${page.path}" is outside the navigation${excludeOrphans ? '; it was left out' : ''}.`,
      fix: 'Add it to the navigation, or set hidden: true.',
    });
    return !excludeOrphans;
  });
}

function countListed(pages: readonly ReadPage[]): number {
  return pages.filter(({ inNavigation }) => inNavigation).length;
}

function limitPages(
  pages: readonly SitePage[],
  settings: BuildSettings,
  report: ReportIssue,
  file: string,
): readonly SitePage[] {
  const limit = settings.limits.pages;
  if (pages.length <= limit) return pages;
  report({
    path: file,
    severity: 'error',
    code: 'page-limit',
    message: `The site has ${countOf(pages.length, 'page')}; only ${limit} are built.`,
    fix: 'Raise the limit "pages", or split the site.',
  });
  return pages.slice(0, limit);
}

/** Maps folders of pages to the addresses of their specifications on other hosts. */
function foldersOf(specs: readonly SpecReference[]): ReadonlyMap<string, string> {
  return new Map(specs.filter(isRemoteSpec).map(({ source: url, directory }) => [toFolder(directory), url] as const));
}

function toFolder(directory = defaultDirectory): string {
  return directory.replace(/^\/+|\/+$/g, '');
}
