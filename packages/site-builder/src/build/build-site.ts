import type { BuildReport, BuildRequest } from './build-request.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { prepareBuild } from './prepare-build.ts';
import { SiteBuild } from './site-build.ts';

/**
 * Builds a whole site. Rejects only if the source has no `docs.json` or `mint.json` (`SiteConfigMissing`), when `emit`
 * throws, or with the signal's reason when it is aborted; a fault of the site is an issue in the report.
 */
export async function buildSite(request: BuildRequest): Promise<BuildReport> {
  request.signal?.throwIfAborted();
  const startedAt = request.clock();
  const settings = resolveSettings(request.settings);
  const build = new SiteBuild(await prepareBuild(request, settings));
  await build.run();
  return build.finish(startedAt);
}

/** The same build without its files: what it reports is what `buildSite` would report. */
export async function checkSite(request: Omit<BuildRequest, 'emit'>): Promise<BuildReport> {
  return buildSite({ ...request, emit: undefined });
}
