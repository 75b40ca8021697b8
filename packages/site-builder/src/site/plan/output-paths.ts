import type { PlannedPage } from './site-plan.ts';

const fixedOutputs = ['llms.txt', 'llms-full.txt', 'sitemap.xml', 'robots.txt', '404.html'] as const;

/** Bundle paths that links may use and that aren't files of the repository. */
export function outputPaths(pages: readonly PlannedPage[]): ReadonlySet<string> {
  const markdown = pages.map(({ page }) => `${page.path}.md`);
  const feeds = pages.filter(({ page }) => page.hasFeed).map(({ page }) => `${page.path}/rss.xml`);
  return new Set([...fixedOutputs, '.well-known/llms.txt', ...markdown, ...feeds]);
}
