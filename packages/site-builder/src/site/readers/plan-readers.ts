import type { BuildSettings } from '../../settings/build-settings.ts';
import type { ReportIssue } from '../../issues/issue.ts';
import type { SiteSource } from '../../source/site-source.ts';
import { decodeText } from '../../text/decode-text.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { toPagePath, walkNavigation, type NavAccess, type NavContent } from '../navigation/index.ts';
import type { ReadPage } from '../plan/site-plan.ts';
import type { ApiReference } from '../specs/api-spec.ts';
import type { ApiCatalog } from '../specs/catalog.ts';
import { flattenPages } from '../specs/list-pages.ts';
import { isRestricted } from './find-restricted.ts';
import { pruneNavigation } from './prune-navigation.ts';
import { RestrictedPages, SiteProtected } from './restricted-site.ts';

/** The parts of a plan that concern pages. */
export interface PlannedSite {
  readonly config: SiteConfig;
  readonly root: NavContent;
  readonly pages: readonly ReadPage[];
}

export interface ReaderPlan extends PlannedSite {
  /**
   * Files with content for some readers only: the build continues as if they didn't exist. Empty if nothing was left
   * out.
   */
  readonly withheld: ReadonlySet<string>;
}

export interface PlanReadersRequest extends PlannedSite {
  readonly source: SiteSource;
  readonly catalog: ApiCatalog;
  readonly settings: BuildSettings;
  readonly report: ReportIssue;
}

/**
 * What a build may show to everybody. Pages are excluded here, before links, lists and outputs are derived from the
 * plan, so that none of these mentions them. @throws RestrictedPages, SiteProtected
 */
export function planReaders(request: PlanReadersRequest): ReaderPlan {
  const { config, root, pages, settings, report } = request;
  if (settings.restricted === 'include') return { config, root, pages, withheld: new Set() };
  if (settings.restricted === 'refuse' && config.protection !== undefined) throw new SiteProtected(config.protection);
  const restricted = findRestrictedPages(request);
  const specs = findRestrictedSpecs(request, restricted);
  const paths = restricted.map(({ page }) => page.path);
  if (settings.restricted === 'refuse') {
    if (paths.length + specs.size > 0) throw new RestrictedPages(paths.length > 0 ? paths : [...specs]);
    return { config, root, pages, withheld: new Set() };
  }
  for (const { page } of restricted) reportLeftOut(page, report);
  const left = new Set(paths);
  const kept = pages.filter(({ page }) => !left.has(page.path));
  const files = restricted.flatMap(({ page }) => (page.api === undefined ? [page.sourcePath] : []));
  return {
    config: { ...config, redirects: keepRedirects(config, left, kept) },
    root: pruneNavigation(root, left),
    pages: kept,
    withheld: new Set([...files, ...specs]),
  };
}

function findRestrictedPages({ config, root, pages, catalog }: PlanReadersRequest): ReadPage[] {
  const places = new Map<string, NavAccess[]>();
  for (const { page } of walkNavigation(root)) places.set(page.path, [...(places.get(page.path) ?? []), page.access]);
  return pages.filter(({ page, reference }) =>
    isRestricted({
      page,
      places: places.get(page.path) ?? [],
      operationGroups: groupsOf(reference, catalog),
      isSiteProtected: config.protection !== undefined,
    }),
  );
}

function groupsOf(reference: ApiReference | undefined, catalog: ApiCatalog): readonly string[] {
  return reference === undefined ? [] : (catalog.page(reference)?.readerGroups ?? []);
}

/** Specifications that describe what a restricted page documents, or an operation with its own reader groups. */
function findRestrictedSpecs({ catalog, source }: PlanReadersRequest, restricted: readonly ReadPage[]): Set<string> {
  const specs = new Set<string>();
  for (const { reference } of restricted)
    if (reference !== undefined && reference.kind !== 'manual') specs.add(reference.spec.path);
  for (const path of catalog.paths()) {
    // Most files that look like a specification aren't used by any page: they aren't parsed for this.
    if (specs.has(path) || !decodeText(source.read(path) ?? new Uint8Array()).text.includes('x-mint')) continue;
    if (flattenPages(catalog.pages(path)).some((page) => page.readerGroups.length > 0)) specs.add(path);
  }
  return specs;
}

function reportLeftOut({ path, sourcePath }: ReadPage['page'], report: ReportIssue): void {
  report({
    path: sourcePath,
    severity: 'info',
    code: 'restricted-page',
    message: `The page "${path}" is restricted and was left out.`,
    fix: "If this isn't intended, remove its groups, or set public: true.",
  });
}

/** Redirects to an excluded page would reveal its address. */
function keepRedirects(
  { redirects }: SiteConfig,
  left: ReadonlySet<string>,
  kept: readonly ReadPage[],
): SiteConfig['redirects'] {
  if (left.size === 0) return redirects;
  return redirects.filter(({ destination }) => {
    const target = destination.replace(/[?#].*$/, '');
    const fixed = target.replace(/[:*].*$/, '');
    if (fixed === target) return !left.has(toPagePath(target)) && !left.has(`${toPagePath(target)}/index`);
    const folder = fixed.replace(/^\//, '');
    const isKept = folder === '' || kept.some(({ page }) => page.path.startsWith(folder));
    return isKept || ![...left].some((path) => path.startsWith(folder));
  });
}
