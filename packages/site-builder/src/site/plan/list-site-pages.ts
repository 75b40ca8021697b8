import { defaultBuildSettings } from '../../settings/build-settings.ts';
import { planSite } from './plan-site.ts';
import type { SiteSource } from '../../source/site-source.ts';

/** Paths of the pages that a build of the site would publish, generated ones included. @throws SiteConfigMissing */
export function listSitePages(source: SiteSource): string[] {
  const reader = { source, maxBytes: defaultBuildSettings.limits.sourceFileBytes };
  return planSite(reader, defaultBuildSettings, () => undefined).pages.map(({ page }) => page.path);
}
