import assert from 'node:assert/strict';
import { readTags } from '@docwright/bundle';

export interface Crawled {
  /** The paths of all pages to which the site links. */
  readonly pages: readonly string[];
  /** Paths of files other than pages. */
  readonly files: readonly string[];
}

export type FetchPath = (path: string) => Promise<{
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}>;

const wanted: ReadonlySet<string> = new Set(['a', 'area', 'link']);
const unescape = (text: string): string => text.replaceAll('&#39;', "'").replaceAll('&amp;', '&');

/**
 * Follows every link of a site from its start page, sitemap, `llms.txt` and Markdown, like a client without JavaScript.
 * No link may redirect, and all links to a page, including its canonical link, must contain one address.
 */
export async function crawlSite(fetchPath: FetchPath): Promise<Crawled> {
  const pages = new Map<string, string>();
  const files = new Set<string>();
  const from = new Map([
    ['/', 'start'],
    ['/sitemap.xml', 'start'],
    ['/llms.txt', 'start'],
    ['/an-address-that-does-not-exist', 'start'],
  ]);
  // The loop also visits entries that are added to the map while it runs.
  for (const [path, source] of from) {
    const { status, contentType, text } = await fetchPath(path);
    const isMissing = path === '/an-address-that-does-not-exist';
    assert.equal(status, isMissing ? 404 : 200, `${path}, linked from ${source}`);
    const isPage = contentType.startsWith('text/html');
    if (!isPage) files.add(path);
    const { links, canonical } = isPage ? readPage(text, path) : { links: readText(text, contentType), canonical: '' };
    if (isPage && !isMissing) {
      assert.equal(canonical, path, `the canonical link of ${path}, linked from ${source}`);
      pages.set(path, canonical);
    }
    for (const link of links) if (!from.has(link)) from.set(link, path);
  }
  return { pages: [...pages.keys()], files: [...files] };
}

/**
 * Returns the paths of links to the site itself, without their origin, which differs from that of the test's server.
 */
function readPage(html: string, path: string): { readonly links: string[]; readonly canonical: string } {
  const links: string[] = [];
  let canonical = '';
  for (const { attributes } of readTags(html, wanted)) {
    const href = attributes.get('href');
    if (href === undefined) continue;
    const relation = attributes.get('rel') ?? '';
    const url = URL.parse(unescape(href), `http://site.invalid${path}`);
    if (relation === 'canonical') canonical = url?.pathname ?? '';
    else if (url?.host === 'site.invalid' && !relation.includes('nofollow')) links.push(url.pathname + url.search);
  }
  return { links, canonical };
}

function readText(text: string, contentType: string): string[] {
  const isXml = contentType.includes('xml');
  if (!isXml && !/^text\/(?:markdown|plain)/.test(contentType)) return [];
  // Code samples aren't links.
  const prose = text.replaceAll(/^(\s*)(`{3,}|~{3,})[^]*?^\1\2/gm, '');
  const found = isXml ? prose.matchAll(/<loc>([^<]*)<\/loc>/g) : prose.matchAll(/\]\(([^()\s]+)\)/g);
  return [...found].flatMap(([, target = '']) => {
    const url = URL.parse(unescape(target), 'http://site.invalid/');
    const isOwn = isXml || url?.host === 'site.invalid' || url?.host.endsWith('.localhost') === true;
    return isOwn && url !== null ? [url.pathname + url.search] : [];
  });
}
