/** The page's entries in files about the whole site. */
import type { SearchPage } from '@docwright/site-search';
import { writeFeed } from '../outputs/index.ts';
import { publicUrl, type PlannedPage, type SitePlan } from '../site/index.ts';
import type { OutputFile } from '../source/output-file.ts';
import type { BuiltPage } from './make-page.ts';
import { countedPartsOf } from './counted-parts-of.ts';
import type { BuildParts } from './prepare-build.ts';

export function searchPageOf(
  plan: SitePlan,
  made: Pick<BuiltPage, 'rendered' | 'view'>,
  planned: PlannedPage,
): SearchPage {
  return { ...countedPartsOf(plan, made, planned), sections: made.rendered.sections };
}

export function feedOf(
  { settings, plan }: Pick<BuildParts, 'settings' | 'plan'>,
  { rendered, feed: entries }: Pick<BuiltPage, 'rendered' | 'feed'>,
): OutputFile {
  const url = publicUrl(settings.siteUrl, settings.basePath, rendered.path);
  const bytes = writeFeed({
    title: `${rendered.title} - ${plan.config.name}`,
    description: rendered.description,
    url,
    entries,
  });
  return { path: `${rendered.path}/rss.xml`, bytes };
}
