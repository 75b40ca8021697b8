import type { BuildRequest } from './build-request.ts';
import { needsIndex, type BuildSettings } from '../settings/build-settings.ts';
import { collectClassNames, writeMarkdownHead, SocialImages } from '../outputs/index.ts';
import type { SiteState } from './apply-effects.ts';
import { createRenderSite, type IslandParts, type RenderSiteRequest } from './create-render-site.ts';
import type { Issue } from '../issues/issue.ts';
import { IssueLog } from '../issues/issue-log.ts';
import { readGrammars, planSite, type PlannedPage, type SitePlan } from '../site/index.ts';
import { PageMaker } from './make-page.ts';
import { Digests } from './cache/index.ts';
import type { SiteKeys } from './site-keys.ts';
import { reachedSource, type RenderSite } from '../page/index.ts';
import type { SiteSource } from '../source/site-source.ts';
import { partialSource } from '../source/partial-source.ts';
import { apiSettingsOf } from '../openapi/index.ts';
import { restrictedStyles } from './restricted-styles.ts';
import { siteKeysOf } from './site-keys.ts';
import { createSiteTheme, type SiteTheme } from './create-site-theme.ts';

/** The data that a build needs for all its pages, which is the same in each of its threads. */
export interface BuildParts {
  readonly request: BuildRequest;
  /** The site's files as readers of the build see them. */
  readonly source: SiteSource;
  readonly settings: BuildSettings;
  readonly log: IssueLog;
  readonly plan: SitePlan;
  /** The pages of the plan to build, in its order. */
  readonly chosen: readonly PlannedPage[];
  readonly site: RenderSite;
  /** The results of the pages so far. */
  readonly state: SiteState;
  /** Whether the build may have islands that the whole site doesn't have. */
  readonly islandParts: IslandParts;
  readonly theme: SiteTheme;
  /** `undefined` if no images are drawn. */
  readonly social: SocialImages | undefined;
  readonly keys: SiteKeys;
  readonly markdownHead: string;
  readonly pages: PageMaker;
  readonly digestOfFile: (path: string) => string | undefined;
}

/** Reads everything that pages share. `needsLookups`: whether pages are reused. @throws SiteConfigMissing */
export async function prepareBuild(
  request: BuildRequest,
  settings: BuildSettings,
  needsLookups: (plan: SitePlan) => boolean = () => request.cache !== undefined,
): Promise<BuildParts> {
  const { cache } = request;
  request.onProgress?.({ phase: 'read', done: 0, total: 1 });
  const log = new IssueLog(settings.limits.issuesPerFileAndCode);
  const reader = { source: request.source, maxBytes: settings.limits.sourceFileBytes, known: cache?.read };
  const report = (issue: Issue): void => log.add(issue);
  const plan = cache?.plans.plan(reader, settings, report) ?? planSite(reader, settings, report);
  const source = partialSource(request.source, plan);
  const digestOfFile = createFileDigests(source, cache);
  const grammars = readGrammars(plan.config, source, report);
  const shared = { source, settings, plan, log, grammars, digestOfFile };
  const { site, state, islandParts } = createRenderSite({ ...shared, highlights: cache?.highlights });
  const classNamesOf = (pages: readonly PlannedPage[], isPartial: boolean): ReadonlySet<string> =>
    collectClassNames(
      pages.map(({ page }) => page),
      reachedSource(source, { pages, isPartial }),
      cache?.classNames,
    );
  const forEverybody = plan.whens.size === 0 ? plan.pages : plan.pages.filter(({ page }) => !plan.whens.has(page.path));
  const classNames = classNamesOf(forEverybody, plan.isPartial);
  const restricted = await restrictedStyles(plan, (pages) => classNamesOf(pages, true));
  const social = openSocialImages(shared);
  const theme = await createSiteTheme({ plan, site, state, settings, source, classNames, restricted, cache, social });
  const own = siteKeysOf(shared);
  const keys = { ...own, document: `${own.content}\n${theme.digest}` };
  const markdownHead = writeMarkdownHead(plan.config, settings.siteUrl + settings.basePath, settings.features.feedback);
  const pages = new PageMaker({
    plan,
    cache,
    site,
    state,
    theme,
    apiSettings: apiSettingsOf(plan.config, settings.basePath),
    digestOfFile,
    keys,
    notesLookups: needsLookups(plan),
    needsFiles: request.emit !== undefined,
    markdownHead,
    existing: request.existing,
    isIndexed: needsIndex(settings.features),
  });
  const { paths } = settings;
  const chosen = paths.length === 0 ? plan.pages : plan.pages.filter(({ page }) => paths.includes(page.path));
  request.onProgress?.({ phase: 'read', done: 1, total: 1 });
  return {
    request,
    source,
    settings,
    log,
    plan,
    chosen,
    site,
    state,
    islandParts,
    theme,
    social,
    keys,
    markdownHead,
    pages,
    digestOfFile,
  };
}

/**
 * Opens the social images. Returns `undefined` if they are off or the site has no URL: social networks read an image
 * only at an address with a host.
 */
function openSocialImages(shared: Omit<RenderSiteRequest, 'highlights'>): SocialImages | undefined {
  const { plan, settings, source, digestOfFile } = shared;
  if (!settings.features.socialImages || settings.siteUrl === '') return undefined;
  return new SocialImages({
    config: plan.config,
    read: (path) => source.read(path),
    digestOfFile,
  });
}

/** SHA-256 digests of the site's files, each computed once per build. */
function createFileDigests(source: SiteSource, cache: BuildRequest['cache']): (path: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  const digests = cache?.digests ?? new Digests();
  return (path) => {
    if (known.has(path)) return known.get(path);
    const bytes = source.read(path);
    const digest = bytes === undefined ? undefined : digests.of(bytes);
    known.set(path, digest);
    return digest;
  };
}
