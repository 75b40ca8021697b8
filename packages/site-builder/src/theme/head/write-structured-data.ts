import type { Html } from '../../markup/html.ts';
import type { NavigationView } from '../../site/index.ts';
import type { RenderedPage } from '../../page/index.ts';
import { readAuthors, readDay } from '../content/read-credits.ts';
import { pageUrl } from '../links.ts';
import { escapeScriptJson } from '../../markup/escape-html.ts';
import type { ThemeSite } from '../theme-site.ts';
import { writeSummary } from './write-summary.ts';

/** Writes JSON-LD (schema.org): the article, its breadcrumbs, the site's organization. */
export function writeStructuredData(site: ThemeSite, page: RenderedPage, view: NavigationView): Html {
  const url = pageUrl(site, page);
  const description = writeSummary(page);
  const authors = readAuthors(page.frontmatter['authors']);
  const home = `${site.siteUrl}${site.basePath}/`;
  const trail = [site.config.name, ...view.breadcrumbs, page.title].filter((name) => name !== '');
  const graph: Record<string, unknown>[] = [
    {
      '@type': 'TechArticle',
      '@id': url,
      url,
      headline: page.title,
      ...(description === '' ? {} : { description }),
      ...datesOf(page),
      ...(authors.length === 0 ? {} : { author: authors.map((name) => ({ '@type': 'Person', name })) }),
      inLanguage: view.language,
      isPartOf: { '@type': 'WebSite', name: site.config.name, url: home },
    },
    {
      '@type': 'BreadcrumbList',
      // Groups have no address; only the first and the last item have an address.
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

/** Dates set by the author. */
function datesOf({ frontmatter }: RenderedPage): { readonly datePublished?: string; readonly dateModified?: string } {
  const published = readDay(frontmatter['createdDate']);
  const modified = readDay(frontmatter['lastUpdatedDate']);
  return {
    ...(published === undefined ? {} : { datePublished: published }),
    ...(modified === undefined ? {} : { dateModified: modified }),
  };
}

function crumbAddress(
  index: number,
  count: number,
  to: { readonly home: string; readonly url: string },
): { readonly item?: string } {
  if (index === 0) return { item: to.home };
  return index === count - 1 ? { item: to.url } : {};
}
