import type { BuildReport, BuildRequest } from './build-request.ts';
import { IssueLog } from '../issues/issue-log.ts';
import type { BuildSettings } from '../settings/build-settings.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { prepareBuild } from './prepare-build.ts';
import { PublicFiles } from './seal/public-files.ts';
import { SiteSeal, type SealedSite } from './seal/seal-site.ts';
import { SiteBuild } from './site-build.ts';
import { isRestricted, type SitePlan } from '../site/index.ts';

/**
 * Builds a whole site. Rejects only if the source has no `docs.json` or `mint.json` (`SiteConfigMissing`), if `emit`
 * throws, or with the signal's reason if it is aborted. An error in the site is an issue in the report.
 */
export async function buildSite(request: BuildRequest): Promise<BuildReport> {
  request.signal?.throwIfAborted();
  const startedAt = request.clock();
  const settings = resolveSettings(request.settings);
  if (settings.restricted === 'seal') return buildSealed(request, settings, startedAt);
  const build = new SiteBuild(await prepareBuild(request, settings));
  await build.run();
  return build.finish(startedAt);
}

/** Checks a site without creating files: reports the same issues as `buildSite`. */
export async function checkSite(request: Omit<BuildRequest, 'emit'>): Promise<BuildReport> {
  return buildSite({ ...request, emit: undefined });
}

/** Builds the public site like any other build, and then the content that other readers see instead. */
async function buildSealed(request: BuildRequest, settings: BuildSettings, startedAt: number): Promise<BuildReport> {
  const { emit, emitSealed } = request;
  const isSealed = (plan: SitePlan): boolean => emit !== undefined && emitSealed !== undefined && isRestricted(plan);
  const publicFiles = new PublicFiles();
  const parts = await prepareBuild(
    publicFiles.watch(request),
    { ...settings, restricted: 'exclude' },
    (plan) => request.cache !== undefined || isSealed(plan),
  );
  if (emitSealed === undefined || !isSealed(parts.plan)) {
    const build = new SiteBuild(parts);
    await build.run();
    return build.finish(startedAt);
  }
  publicFiles.start(parts.plan.pages.flatMap(({ page }) => [`${page.path}.html`, `${page.path}.md`]));
  const seal = await SiteSeal.open({ request, settings, publicFiles, emit: emitSealed });
  const build = new SiteBuild(parts, (planned, made) => seal.addPublicPage({ planned, made }));
  await build.run();
  const sealed = await seal.finish();
  return withSealed(build.finish(startedAt), parts.log, sealed);
}

/** Issues that concern only the public site, because readers with access see the content that it lacks. */
const ofPublicSite: ReadonlySet<string> = new Set(['restricted-page', 'restricted-part', 'groups-without-access']);

/** Reports the issues of pages that readers with the most access would notice. */
function withSealed(
  report: BuildReport,
  log: IssueLog,
  { pages, rendered, expected, ...sealed }: SealedSite,
): BuildReport {
  const merged = new IssueLog(log.maxPerFileAndCode);
  merged.addFrom(log, ({ path, code }) => !sealed.sources.has(path) && !ofPublicSite.has(code));
  merged.addFrom(sealed.log, ({ path, code }) => sealed.sources.has(path) || code === 'unsealed-page');
  return {
    ...report,
    pages,
    expected,
    rendered,
    publicPages: report.rendered,
    issues: merged.sorted(),
    issueCounts: merged.counts(),
  };
}
