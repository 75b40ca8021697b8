import {
  admits,
  combineAccess,
  everyone,
  type AccessStatement,
  type Audience,
  type Condition,
  type GroupSet,
} from '@docwright/site-access/rules';
import type { AudienceSettings, BuildSettings } from '../../settings/build-settings.ts';
import type { ReportIssue } from '../../issues/issue.ts';
import type { SiteSource } from '../../source/site-source.ts';
import { digestOf } from '../../text/digest-of.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { NavContent } from '../navigation/index.ts';
import type { ReadPage } from '../plan/site-plan.ts';
import type { ApiReference } from '../specs/api-spec.ts';
import type { ApiCatalog } from '../specs/catalog.ts';
import { conditionOf, keyOf } from './choices/conditions.ts';
import { isLinkToOmitted, type OmittedContent } from './omitted-content.ts';
import type { PageRule } from './page-rule.ts';
import { findPageRules } from './page-rules.ts';
import { pruneConfig } from './prune-config.ts';
import { pruneNavigation } from './prune-navigation.ts';
import { reportOmitted, reportSpecProblems } from './report-omitted.ts';
import { RestrictedPages, SiteProtected } from './restricted-site.ts';
import { SpecOutcomes } from './spec-outcomes/spec-outcomes.ts';
import { findRestrictedSpecs, reduceSpecs, type ReducedSpecs } from './specs/reduce-specs.ts';

/** The parts of a plan that concern pages. */
export interface PlannedSite {
  readonly config: SiteConfig;
  readonly root: NavContent;
  readonly pages: readonly ReadPage[];
}

export interface ReaderPlan extends PlannedSite {
  /** Files with content only for some readers: the build continues as if they didn't exist. */
  readonly withheld: ReadonlySet<string>;
  /** Source files, reduced to the parts that readers see. */
  readonly replaced: ReadonlyMap<string, Uint8Array>;
  /** Whether content was left out, so that files are kept only if the rest uses them. */
  readonly isPartial: boolean;
  readonly rules: ReadonlyMap<string, PageRule>;
  /** Conditions of restricted pages, in a build for an audience or a sealed build. */
  readonly whens: ReadonlyMap<string, Condition>;
  /** Specifications that the readers of a build for an audience see, but not everyone. */
  readonly restrictedSpecs: ReadonlySet<string>;
  /** The specifications by reader, in a sealed build. */
  readonly specs: SpecOutcomes | undefined;
}

export interface PlanReadersRequest extends PlannedSite {
  readonly source: SiteSource;
  readonly catalog: ApiCatalog;
  readonly settings: Pick<BuildSettings, 'restricted' | 'isProtected'>;
  readonly report: ReportIssue;
}

/**
 * Determines the content that a build may show to its readers. Pages are excluded here, before links, lists and outputs
 * are derived from the plan, so that none of these mentions them.
 * @throws RestrictedPages, SiteProtected
 */
export function planReaders(asked: PlanReadersRequest): ReaderPlan {
  const request = withProtection(asked);
  const { config, root, pages, settings, report } = request;
  if (settings.restricted === 'refuse' && config.protection !== undefined) throw new SiteProtected(config.protection);
  const rules = findPageRules(request);
  const whole: ReaderPlan = {
    config,
    root,
    pages,
    withheld: new Set(),
    replaced: new Map(),
    isPartial: false,
    rules,
    whens: new Map(),
    restrictedSpecs: new Set(),
    specs: undefined,
  };
  if (settings.restricted === 'include') return whole;
  if (settings.restricted === 'refuse') {
    refuse(request, rules);
    return whole;
  }
  if (settings.restricted === 'seal') return planSealedPages(request, rules);
  const audience = typeof settings.restricted === 'string' ? everyone : toAudience(settings.restricted.audience);
  const left = pages.filter(({ page }) => !admits(rules.get(page.path)?.rule, audience));
  const leftPages = new Set(left);
  const kept = pages.filter((entry) => !leftPages.has(entry));
  const specs = planSpecs(request, { left, kept, audience });
  reportOmitted({ ...request, rules, left, parts: specs.parts, file: config.file, report });
  const isAdmitted = (statements: readonly AccessStatement[]): boolean =>
    admits(combineAccess({ own: statements, places: [], isSiteProtected: false }), audience);
  const seen = leaveOut({ config, root, kept, left, specs }, isAdmitted);
  const whens = findConditions(kept, rules);
  // Content that a site without restrictions publishes by default may be for other readers in a build for an audience.
  return {
    ...seen,
    isPartial: seen.isPartial || specs.hasParts || whens.size > 0,
    rules,
    whens,
    restrictedSpecs: audience === everyone ? new Set() : findRestricted(request, specs, rules),
    specs: undefined,
  };
}

/** Specifications that are included here but left out of the public site. */
function findRestricted(
  { catalog, pages, source }: PlanReadersRequest,
  { withheld }: ReducedSpecs,
  rules: ReaderPlan['rules'],
): ReadonlySet<string> {
  const left = pages.filter(({ page }) => rules.get(page.path)?.rule !== undefined);
  const kept = pages.filter(({ page }) => rules.get(page.path)?.rule === undefined);
  const open = reduceSpecs({
    catalog,
    found: findRestrictedSpecs(source, catalog),
    admits: () => false,
    left: referencesOf(left),
    kept: referencesOf(kept),
  });
  return new Set(catalog.paths().filter((path) => open.withheld.has(path) && !withheld.has(path)));
}

interface LeftParts extends Omit<PlannedSite, 'pages'> {
  readonly left: readonly ReadPage[];
  readonly kept: readonly ReadPage[];
  readonly specs: ReducedSpecs;
}

function leaveOut(
  { config, root, left, kept, specs }: LeftParts,
  isAdmitted: OmittedContent['admits'],
): Omit<ReaderPlan, 'rules' | 'whens' | 'restrictedSpecs' | 'specs'> {
  const leftOut: OmittedContent = { pages: new Set(left.map(({ page }) => page.path)), admits: isAdmitted };
  return {
    config: pruneConfig(config, leftOut, kept),
    root: pruneNavigation(root, leftOut),
    pages: kept.map((entry) => withoutRelated(entry, leftOut)),
    withheld: new Set([
      ...left.flatMap(({ page }) => (page.api === undefined ? [page.sourcePath] : [])),
      ...specs.withheld,
    ]),
    replaced: specs.replaced,
    isPartial: left.length + specs.withheld.size + specs.parts.length > 0,
  };
}

/** Protects a site whose readers sign in, regardless of its configuration. */
function withProtection(request: PlanReadersRequest): PlanReadersRequest {
  const { config, settings } = request;
  if (!settings.isProtected || config.protection !== undefined) return request;
  return { ...request, config: { ...config, protection: "the project's access mode" } };
}

/**
 * Plans all pages that have readers, with the conditions of their readers. The files are the public files; the parts of
 * specifications that others see are requested for each reader.
 */
function planSealedPages(request: PlanReadersRequest, rules: ReaderPlan['rules']): ReaderPlan {
  const { config, root, pages, source, catalog } = request;
  const conditions = findConditions(pages, rules);
  const found = findRestrictedSpecs(source, catalog);
  const outcomes = new SpecOutcomes({ source, catalog, found, pages, rules });
  // Pages whose rules admit no one.
  const isLeft = ({ page }: ReadPage): boolean => conditions.get(page.path)?.length === 0;
  const left = pages.filter(isLeft);
  const leftSet = new Set(left);
  const kept = pages.filter((entry) => !leftSet.has(entry));
  const isOpen = ({ page }: ReadPage): boolean => rules.get(page.path)?.rule === undefined;
  const specs = planSpecs(
    { ...request, report: () => undefined },
    { left: pages.filter((entry) => !isOpen(entry)), kept: pages.filter(isOpen), audience: everyone },
  );
  for (const { page } of left) conditions.delete(page.path);
  return {
    ...leaveOut({ config, root, kept, left, specs }, () => true),
    isPartial: true,
    rules,
    whens: conditions,
    restrictedSpecs: new Set(),
    specs: outcomes,
  };
}

function findConditions(pages: readonly ReadPage[], rules: ReaderPlan['rules']): Map<string, Condition> {
  const conditions = new Map<string, Condition>();
  const shared = new Map<string, Condition>();
  for (const { page } of pages) {
    const when = conditionOf(rules.get(page.path)?.rule);
    if (when === undefined) continue;
    // Equal conditions are the same object, so that comparing them is fast.
    const key = keyOf(when);
    const one = shared.get(key) ?? when;
    shared.set(key, one);
    conditions.set(page.path, one);
  }
  return conditions;
}

export function toAudience({ signedIn, groups }: AudienceSettings): Audience {
  return { isSignedIn: signedIn, groups: new Set(groups) };
}

/** Refuses restricted content. @throws RestrictedPages */
function refuse({ pages, source, catalog }: PlanReadersRequest, rules: ReaderPlan['rules']): void {
  const restricted = pages.filter(({ page }) => rules.get(page.path)?.rule !== undefined);
  if (restricted.length > 0) throw new RestrictedPages(restricted.map(({ page }) => page.path));
  const files = new Set(findRestrictedSpecs(source, catalog).parts.map(({ file }) => file));
  if (files.size > 0) throw new RestrictedPages([...files]);
}

interface Division {
  readonly left: readonly ReadPage[];
  readonly kept: readonly ReadPage[];
  readonly audience: Audience;
}

/** `hasParts`: whether parts of specifications are restricted, for these readers or for others. */
function planSpecs(
  { source, catalog, report }: PlanReadersRequest,
  { left, kept, audience }: Division,
): ReducedSpecs & { readonly hasParts: boolean } {
  const found = findRestrictedSpecs(source, catalog);
  reportSpecProblems(found.problems, report);
  const reduced = reduceSpecs({
    catalog,
    found,
    admits: (set: GroupSet) => admits({ groupSets: [set] }, audience),
    left: referencesOf(left),
    kept: referencesOf(kept),
  });
  return { ...reduced, hasParts: found.parts.length > 0 };
}

function referencesOf(pages: readonly ReadPage[]): ApiReference[] {
  return pages.flatMap(({ reference }) => reference ?? []);
}

/** Removes the pages that readers can't open from those that an author lists as related. */
function withoutRelated(entry: ReadPage, left: OmittedContent): ReadPage {
  const { page } = entry;
  const related = page.frontmatter['related'];
  if (!Array.isArray(related)) return entry;
  const shown = related.flatMap((one: unknown) => {
    if (typeof one === 'string') return isLinkToOmitted(one, left) ? [] : [one];
    if (typeof one !== 'object' || one === null) return [one];
    const kept = Object.entries(one).filter(([, path]) => typeof path !== 'string' || !isLinkToOmitted(path, left));
    return kept.length === 0 ? [] : [Object.fromEntries(kept)];
  });
  if (shown.length === related.length && shown.every((one, index) => one === related[index])) return entry;
  const digest = digestOf(`${page.digest} ${JSON.stringify(shown)}`);
  return { ...entry, page: { ...page, digest, frontmatter: { ...page.frontmatter, related: shown } } };
}
