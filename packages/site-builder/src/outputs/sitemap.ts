import { escapeText } from '../markup/escape-html.ts';
import { canonicalUrl, ownCanonical, type PlannedPage, type SiteAddress, type SitePlan } from '../site/index.ts';

/**
 * A page's address in the sitemap; `undefined` if its canonical link points to another page: the page in the current
 * version, or a page that its frontmatter names. Search engines report such entries as errors.
 */
export function sitemapUrl(
  { views, config }: Pick<SitePlan, 'views' | 'config'>,
  { siteUrl, basePath }: Pick<SiteAddress, 'siteUrl' | 'basePath'>,
  { page, visibility }: Pick<PlannedPage, 'page' | 'visibility'>,
): string | undefined {
  if (!visibility.sitemap) return undefined;
  const url = canonicalUrl({ siteUrl, basePath, trailingSlash: config.seo.trailingSlash }, page.path);
  const own = ownCanonical(page.frontmatter);
  if (own !== undefined) return isSame(own, url) ? url : undefined;
  const { otherVersion, perReader } = views.view(page.path);
  return perReader?.otherVersion === undefined && otherVersion?.path !== undefined ? undefined : url;
}

const isSame = (one: string, other: string): boolean => one.replace(/\/$/, '') === other.replace(/\/$/, '');

export function writeSitemap(urls: readonly string[]): string {
  return writeSitemapOf(urls.map(sitemapEntry).join(''));
}

export function sitemapEntry(url: string): string {
  return `  <url><loc>${escapeText(url)}</loc></url>\n`;
}

export function writeSitemapOf(entries: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`;
}

export function writeRobots(siteUrl: string, basePath: string): string {
  const sitemap = siteUrl === '' ? '' : `\nSitemap: ${siteUrl}${basePath}/sitemap.xml\n`;
  return `User-agent: *\nContent-Signal: search=yes, ai-input=yes\nAllow: /\n${sitemap}`;
}
