import { encodePath } from './read-target.ts';

/** A page's address without extension, for links in Markdown. */
export function publicUrl(siteUrl: string, basePath: string, path: string): string {
  const bare = path === 'index' ? '' : path.replace(/\/index$/, '');
  return `${siteUrl}${basePath}${bare === '' ? '/' : `/${encodePath(bare)}`}`;
}

/** The site's address, and its `seo.trailingSlash`. */
export interface SiteAddress {
  readonly siteUrl: string;
  readonly basePath: string;
  readonly trailingSlash: boolean;
}

/** A page's address in canonical links and the sitemap. */
export function canonicalUrl({ siteUrl, basePath, trailingSlash }: SiteAddress, path: string): string {
  const url = publicUrl(siteUrl, basePath, path);
  return trailingSlash && !url.endsWith('/') ? `${url}/` : url;
}

/** The canonical address that a page's frontmatter names. */
export function ownCanonical(frontmatter: Readonly<Record<string, unknown>>): string | undefined {
  const own = frontmatter['canonical'];
  return typeof own === 'string' && /^https?:\/\//.test(own) ? own : undefined;
}
