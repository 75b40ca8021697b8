/** The page's entries in files about the whole site. */
import type { SearchPage } from '@docwright/site-search';
import { writeFeed } from '../outputs/index.ts';
import { plainDescription } from '../page/index.ts';
import { publicUrl, type PlannedPage, type SitePlan } from '../site/index.ts';
import type { OutputFile } from '../source/output-file.ts';
import type { BuiltPage } from './make-page.ts';
import type { BuildParts } from './prepare-build.ts';

/** For equal matches, an explaining text precedes the description of an operation. */
const referenceBoost = 0.5;

export function searchPageOf(
  { views }: SitePlan,
  { rendered, view }: Pick<BuiltPage, 'rendered' | 'view'>,
  { page, reference }: PlannedPage,
): SearchPage {
  const { frontmatter } = page;
  const groups = views.location(page.path)?.groups ?? [];
  const boost = frontmatter['boost'] ?? groups.findLast((group) => group.boost !== undefined)?.boost;
  return {
    path: page.path,
    title: rendered.title,
    description: plainDescription(rendered),
    breadcrumbs: view.breadcrumbs,
    scope: view.searchScope,
    facets: { ...views.facets(page.path), language: view.language },
    tags: textsOf([frontmatter['tag'], frontmatter['tags']].flat()),
    sections: rendered.sections,
    boost: typeof boost === 'number' && boost > 0 ? boost : reference === undefined ? 1 : referenceBoost,
    keywords: textsOf(frontmatter['keywords']),
  };
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

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? (value as unknown[]).filter((one) => typeof one === 'string') : [];
}
