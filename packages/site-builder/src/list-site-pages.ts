import { defaultBuildSettings } from './settings/build-settings.ts';
import { IssueLog } from './issues/issue-log.ts';
import { planSite } from './site-plan.ts';
import type { SiteSource } from './source/site-source.ts';

/** Paths of the pages that a build of the site would publish, generated ones included. @throws SiteConfigMissing */
export function listSitePages(source: SiteSource): string[] {
  const log = new IssueLog(defaultBuildSettings.limits.issuesPerFileAndCode);
  return planSite(source, defaultBuildSettings, log).pages.map(({ page }) => page.path);
}
