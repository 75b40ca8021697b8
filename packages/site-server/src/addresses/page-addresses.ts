/**
 * The addresses of a version's pages. In a bundle, links point to files (`/guides/start.html`), because some servers
 * can only serve pages by file name. Docwright's servers replace the file names with addresses (`/guides/start`).
 */
import { createRoutes, LARGEST_INSPECTED_BYTES, parseJson, type RoutedSite } from '@docwright/bundle';
import type { SiteFile } from '../site-source.ts';
import { cleanLinks } from './clean-links.ts';

/** A version whose `look` finds every reader's files. */
export type AddressedSite = RoutedSite<{ readonly path: string }>;

/** The file that `usesTrailingSlash` reads. */
export const sitemapFile = 'sitemap.xml';

/** Maximum number of addresses in memory. Every page contains the sidebar's links. */
const maxKnown = 10_000;
const sidebarParts = /^_docwright\/sidebars\/[^/]+\.json$/;

/** Whether a file has links to pages: a page, the 404 page, or part of a large sidebar. */
export function hasPageLinks({ path, size }: Pick<SiteFile, 'path' | 'size'>, look: AddressedSite['look']): boolean {
  if (size > LARGEST_INSPECTED_BYTES) return false;
  if (!path.endsWith('.html')) return sidebarParts.test(path);
  // Other HTML files, such as those that verify domain ownership, are sent unchanged.
  return path === '404.html' || look(`${path.slice(0, -5)}.md`) !== undefined;
}

/** Whether the canonical addresses of a site end with a slash (`seo.trailingSlash`). */
export function usesTrailingSlash(sitemap: string, basePath: string): boolean {
  for (const [, url = ''] of sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)) {
    const path = url.replace(/^https?:\/\/[^/]*/i, '');
    if (path !== `${basePath}/` && path !== basePath) return path.endsWith('/');
  }
  return false;
}

export class PageAddresses {
  readonly #basePath: string;
  readonly #routes: ReturnType<typeof createRoutes<{ readonly path: string }>>;
  readonly #suffix: string;
  readonly #hidesSignIn: boolean;
  readonly #known = new Map<string, string | undefined>();

  /**
   * @param sitemap `''` if the version has none
   * @param hidesSignIn whether sign-in links are removed from pages
   */
  constructor(site: AddressedSite, sitemap: string, hidesSignIn = false) {
    this.#hidesSignIn = hidesSignIn;
    this.#basePath = site.basePath;
    this.#routes = createRoutes(site);
    this.#suffix = usesTrailingSlash(sitemap, site.basePath) ? '/' : '';
  }

  /** Returns the content of a file that has links to pages, with addresses in place of file names. */
  clean({ path }: Pick<SiteFile, 'path'>, content: Buffer): Buffer {
    if (sidebarParts.test(path)) return this.#cleanParts(content);
    return Buffer.from(this.#cleanHtml(content.toString('latin1')), 'latin1');
  }

  #cleanHtml(html: string): string {
    const addressOf = (path: string): string | undefined => this.#addressOf(path);
    return cleanLinks(html, { suffix: this.#suffix, hidesSignIn: this.#hidesSignIn, addressOf });
  }

  /** Cleans a JSON object that contains the HTML of each part. */
  #cleanParts(content: Buffer): Buffer {
    const parts: unknown = readJson(content);
    if (typeof parts !== 'object' || parts === null || Array.isArray(parts)) return content;
    const cleaned = Object.entries(parts).map(([key, part]) => [
      key,
      typeof part === 'string' ? this.#cleanHtml(part) : part,
    ]);
    return Buffer.from(JSON.stringify(Object.fromEntries(cleaned)));
  }

  #addressOf(path: string): string | undefined {
    if (this.#known.has(path)) return this.#known.get(path);
    if (this.#known.size >= maxKnown) this.#known.clear();
    const address = this.#find(path);
    this.#known.set(path, address);
    return address;
  }

  #find(path: string): string | undefined {
    const route = this.#routes.find(path);
    if (route.kind === 'redirect' && route.page !== undefined)
      return this.#complete(path.replace(/\/index\.html$|\.html$/, ''));
    if (route.kind === 'missing' || path !== `${this.#basePath}/index.html`) return undefined;
    // A site without this page redirects its root to the first page.
    const root = this.#routes.find(`${this.#basePath}/`);
    return root.kind === 'redirect' && root.location.startsWith('/') ? this.#complete(root.location) : undefined;
  }

  #complete(address: string): string {
    if (address === this.#basePath) return `${address}/`;
    return address.endsWith('/') ? address : address + this.#suffix;
  }
}

/** @returns `undefined` if it isn't JSON, or is nested too deeply */
function readJson(content: Buffer): unknown {
  try {
    return parseJson(content);
  } catch {
    return undefined;
  }
}
