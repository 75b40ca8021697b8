import type { Html, NavigationView, RenderedPage } from '../model.ts';
import { pageUrl } from './write-contextual-menu.ts';
import { escapeScriptJson } from './escape-html.ts';
import type { ThemeSite } from './theme-site.ts';
import { writeSummary } from './write-summary.ts';

/** JSON-LD (schema.org): the article, the way to it, the organisation behind the site. */
export function writeStructuredData(site: ThemeSite, page: RenderedPage, view: NavigationView): Html {
  const url = pageUrl(site, page);
  const description = writeSummary(page);
  const home = `${site.siteUrl}${site.basePath}/`;
  const trail = [site.config.name, ...view.breadcrumbs, page.title].filter((name) => name !== '');
  const graph: Record<string, unknown>[] = [
    {
      '@type': 'TechArticle',
      '@id': url,
      url,
      headline: page.title,
      ...(description === '' ? {} : { description }),
      inLanguage: view.language,
      isPartOf: { '@type': 'WebSite', name: site.config.name, url: home },
    },
    {
      '@type': 'BreadcrumbList',
      // A group has no address of its own; only the first and the last step name one.
      itemListElement: trail.map((name, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        ...crumbAddress(index, trail.length, { home, url }),
      })),
    },
  ];
  if (site.config.seo.organization !== undefined)
    graph.push({ '@type': 'Organization', ...site.config.seo.organization });
  return `<script type="application/ld+json">${escapeScriptJson({ '@context': 'https://schema.org', '@graph': graph })}</script>`;
}

function crumbAddress(
  index: number,
  count: number,
  to: { readonly home: string; readonly url: string },
): { readonly item?: string } {
  if (index === 0) return { item: to.home };
  return index === count - 1 ? { item: to.url } : {};
}
