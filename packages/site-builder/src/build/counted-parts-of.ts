import type { CountedParts } from '@docwright/site-search';
import { plainDescription, type RenderedPage } from '../page/index.ts';
import type { NavigationView, PlannedPage, SitePlan } from '../site/index.ts';

/** Weight of an operation's description: for equal matches, explanatory text ranks higher. */
const referenceBoost = 0.5;

/** Returns a page's entry in the search index, without the page's text. */
export function countedPartsOf(
  { views }: SitePlan,
  { rendered, view }: { readonly rendered: RenderedPage; readonly view: NavigationView },
  { page, reference }: PlannedPage,
): CountedParts {
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
    boost: typeof boost === 'number' && boost > 0 ? boost : reference === undefined ? 1 : referenceBoost,
    keywords: textsOf(frontmatter['keywords']),
  };
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? (value as unknown[]).filter((one) => typeof one === 'string') : [];
}
