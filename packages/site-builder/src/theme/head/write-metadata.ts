import type { Html } from '../../markup/html.ts';
import { canonicalUrl, ownCanonical, publicUrl, type NavigationView, type OtherVersion } from '../../site/index.ts';
import type { RenderedPage } from '../../page/index.ts';
import { configuredTags, findOwnImage } from './configured-tags.ts';
import { escapeAttribute } from '../../markup/escape-html.ts';
import type { ThemeSite } from '../theme-site.ts';
import { writeSummary } from './write-summary.ts';

/** Names that a page can set in its frontmatter to override the site's. */
const PAGE_TAG = /^(?:(?:og|twitter|article|al|fb):[\w:.-]+|robots|author|googlebot|google)$/;

/**
 * Writes the `<meta>` tags and the canonical link of a page. In order of precedence: the page's frontmatter, the
 * longest matching `seo.paths`, `seo.metatags`, and data derived from the page.
 */
export function writeMetadata(
  site: ThemeSite,
  page: RenderedPage,
  { view, other }: { readonly view: NavigationView; readonly other: OtherVersion | undefined },
): Html {
  const tags = new Map<string, string>(pageFacts(site, page));
  const canonicalOfSite = collectConfigured(site, page, tags);
  for (const [name, value] of Object.entries(page.frontmatter)) {
    if (PAGE_TAG.test(name) && (typeof value === 'string' || typeof value === 'number')) tags.set(name, String(value));
  }
  for (const [name, value] of imageTags(site, page, view)) tags.set(name, value);
  if (page.noindex) tags.set('robots', 'noindex');
  const canonical = canonicalLink({ site, page, other }, canonicalOfSite);
  if (canonical !== undefined) tags.set('og:url', canonical);
  let html = canonical === undefined ? '' : `<link rel="canonical" href="${escapeAttribute(canonical)}">`;
  for (const [name, value] of tags) {
    if (value === '') continue;
    const attribute = /^(?:og|article|fb|al|profile|book|music|video):/.test(name) ? 'property' : 'name';
    html += `<meta ${attribute}="${escapeAttribute(name)}" content="${escapeAttribute(value)}">`;
  }
  return html;
}

function pageFacts(site: ThemeSite, page: RenderedPage): readonly (readonly [string, string])[] {
  const description = writeSummary(page) || site.config.description;
  const keywords = page.frontmatter['keywords'];
  return [
    ['description', description],
    ['keywords', Array.isArray(keywords) ? keywords.filter((word) => typeof word === 'string').join(', ') : ''],
    ['og:type', 'article'],
    ['og:site_name', site.config.name],
    ['og:title', page.title],
    ['og:description', description],
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', page.title],
    ['twitter:description', description],
  ];
}

/** Returns the tags for the author's image, or for the generated image. */
function imageTags(site: ThemeSite, page: RenderedPage, view: NavigationView): readonly (readonly [string, string])[] {
  const own = findOwnImage(site.config, page);
  const url = own === undefined ? site.socialImage(page, view) : toUrl(site, own);
  if (url === undefined) return [];
  const size = own === undefined ? { width: 1200, height: 630 } : site.imageSize(own);
  const sized: readonly (readonly [string, string])[] =
    size === undefined
      ? []
      : [
          ['og:image:width', String(size.width)],
          ['og:image:height', String(size.height)],
        ];
  const ownTwitter = page.frontmatter['twitter:image'];
  const twitter = typeof ownTwitter === 'string' && ownTwitter !== '' ? toUrl(site, ownTwitter) : url;
  return [['og:image', url], ...sized, ['og:image:alt', page.title], ['twitter:image', twitter]];
}

/** Returns an image's address with a host, which social networks require. */
function toUrl(site: ThemeSite, image: string): string {
  const address = site.asset(image);
  return address.startsWith('/') ? site.siteUrl + address : address;
}

/** Collects the site's tags, general tags first. Returns `canonical` separately, because it is a link, not a tag. */
function collectConfigured(site: ThemeSite, page: RenderedPage, tags: Map<string, string>): string | undefined {
  let canonical: string | undefined;
  const put = (from: ReadonlyMap<string, string>): void => {
    for (const [name, value] of from) {
      if (name === 'canonical') canonical = value;
      // A page's own description is more accurate than text for the whole site.
      else if (!(name === 'description' && page.description !== '')) tags.set(name, value);
    }
  };
  configuredTags(site.config, page.path).forEach(put);
  return canonical;
}

interface CanonicalRequest {
  readonly site: ThemeSite;
  readonly page: RenderedPage;
  readonly other: OtherVersion | undefined;
}

/** Returns the canonical address: search engines should show a page's current version. */
function canonicalLink({ site, page, other }: CanonicalRequest, ofSite: string | undefined): string | undefined {
  const current = other?.path ?? page.path;
  const own = ownCanonical(page.frontmatter);
  if (own !== undefined) return own;
  if (ofSite !== undefined && /^https?:\/\//.test(ofSite)) return publicUrl(ofSite.replace(/\/+$/, ''), '', current);
  if (site.siteUrl === '') return undefined;
  const { trailingSlash } = site.config.seo;
  return canonicalUrl({ siteUrl: site.siteUrl, basePath: site.basePath, trailingSlash }, current);
}
