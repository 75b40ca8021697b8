import { escapeAttribute } from '../markup/escape-html.ts';
import { canonicalUrl } from '../site/index.ts';
import type { ThemeSite } from './theme-site.ts';

/**
 * Returns the address of the site's first page: every bundle has an `index.html`, even if no page of that path was
 * written.
 */
export function homeHref(site: ThemeSite): string {
  return `${site.basePath}/index.html`;
}

/** Writes `href` and additional attributes for a link to another site. */
export function linkAttributes(site: ThemeSite, target: string): string {
  const external = /^(?:https?:)?\/\//i.test(target) ? ' target="_blank" rel="noreferrer"' : '';
  return `href="${escapeAttribute(site.href(target))}"${external}`;
}

/** Returns the page's public address, as its canonical link and the sitemap write it. */
export function pageUrl(site: ThemeSite, page: { readonly path: string }): string {
  const { siteUrl, basePath, config } = site;
  return canonicalUrl({ siteUrl, basePath, trailingSlash: config.seo.trailingSlash }, page.path);
}
