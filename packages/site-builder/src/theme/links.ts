import { escapeAttribute } from '../markup/escape-html.ts';
import { publicUrl } from '../site/index.ts';
import type { ThemeSite } from './theme-site.ts';

/** The site's first page: every bundle has an `index.html`, even if no page of that path was written. */
export function homeHref(site: ThemeSite): string {
  return `${site.basePath}/index.html`;
}

/** `href`, and additional attributes for a link to another site. */
export function linkAttributes(site: ThemeSite, target: string): string {
  const external = /^(?:https?:)?\/\//i.test(target) ? ' target="_blank" rel="noreferrer"' : '';
  return `href="${escapeAttribute(site.href(target))}"${external}`;
}

/** The page's public address, without an extension. */
export function pageUrl(site: ThemeSite, page: { readonly path: string }): string {
  return publicUrl(site.siteUrl, site.basePath, page.path);
}
