import { defaultBuildSettings, type BuildSettings } from '../../settings/build-settings.ts';
import { planSite } from './plan-site.ts';
import type { SiteSource } from '../../source/site-source.ts';

/**
 * Paths of the pages that a build of the site would publish, including generated pages.
 * @throws SiteConfigMissing, RestrictedPages, SiteProtected
 */
export function listSitePages(source: SiteSource, changes: Partial<Omit<BuildSettings, 'limits'>> = {}): string[] {
  const settings = { ...defaultBuildSettings, ...changes };
  const reader = { source, maxBytes: defaultBuildSettings.limits.sourceFileBytes };
  return planSite(reader, settings, () => undefined).pages.map(({ page }) => page.path);
}
