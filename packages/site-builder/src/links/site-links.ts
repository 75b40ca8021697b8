import { posix } from 'node:path';
import { createRedirectMatcher, type RedirectMatcher } from './match-redirect.ts';
import { encodePath, normalizePath, readTarget } from './read-target.ts';
import type { RedirectRule } from '../config/site-config.ts';

export type LinkTarget =
  | { readonly kind: 'external'; readonly url: string }
  | { readonly kind: 'unsafe'; readonly scheme: string }
  | { readonly kind: 'anchor'; readonly anchor: string }
  | {
      readonly kind: 'page';
      readonly path: string;
      readonly query: string;
      readonly anchor: string;
      readonly inexact: boolean;
    }
  | { readonly kind: 'file'; readonly path: string; readonly suffix: string }
  | { readonly kind: 'redirect'; readonly from: string; readonly to: string; readonly suffix: string }
  | { readonly kind: 'broken'; readonly path: string; readonly suffix: string };

export interface SiteLinksOptions {
  /** Extension-less paths of all pages, generated ones included. */
  readonly pages: Iterable<string>;
  readonly hasFile: (path: string) => boolean;
  readonly redirects: readonly RedirectRule[];
  /** Paths that the build itself writes: `llms.txt`, `sitemap.xml`, `guides/rss.xml`. */
  readonly outputs: ReadonlySet<string>;
}

/** Finds what the links of a site lead to. The answer depends on the paths alone, not on what is written in the pages. */
export class SiteLinks {
  readonly #pages: ReadonlySet<string>;
  readonly #foldedPages = new Map<string, string>();
  readonly #redirects: RedirectMatcher;
  readonly #options: SiteLinksOptions;

  constructor(options: SiteLinksOptions) {
    this.#options = options;
    this.#pages = new Set(options.pages);
    this.#redirects = createRedirectMatcher(options.redirects);
    for (const page of this.#pages) this.#foldedPages.set(page.toLowerCase(), page);
  }

  hasPage(path: string): boolean {
    return this.#pages.has(path);
  }

  /** `from` is the path of the page that the link stands on. */
  find(written: string, from: string): LinkTarget {
    const target = readTarget(written);
    if (target.kind !== 'site') return target;
    const { path, query, anchor } = target;
    if (path === '' && query === '') return { kind: 'anchor', anchor };
    const suffix = query + (anchor === '' ? '' : `#${anchor}`);
    const candidates = candidatePaths(path, from);
    for (const candidate of candidates) {
      const page = this.#findPage(candidate);
      if (page !== undefined) return { kind: 'page', path: page, query, anchor, inexact: false };
      if (this.#options.outputs.has(candidate) || this.#options.hasFile(candidate))
        return { kind: 'file', path: candidate, suffix };
    }
    for (const candidate of candidates) {
      const to = this.#redirects.find(candidate);
      if (to !== undefined) return { kind: 'redirect', from: candidate, to, suffix };
    }
    for (const candidate of candidates) {
      const page = this.#foldedPages.get(candidate.toLowerCase());
      if (page !== undefined) return { kind: 'page', path: page, query, anchor, inexact: true };
    }
    return { kind: 'broken', path: candidates[0] ?? path, suffix };
  }

  #findPage(path: string): string | undefined {
    if (this.#pages.has(path)) return path;
    const bare = path.replace(/\.(?:mdx|md|html)$/i, '');
    if (bare !== path && this.#pages.has(bare)) return bare;
    const index = bare === '' ? 'index' : `${bare}/index`;
    if (this.#pages.has(index)) return index;
    const readme = bare === '' ? 'README' : `${bare}/README`;
    return this.#pages.has(readme) ? readme : undefined;
  }
}

/** Where a link may lead, best first: relative links start at the page's folder; those without a dot are often meant from the root. */
function candidatePaths(path: string, from: string): string[] {
  if (path.startsWith('/')) return one(normalizePath(path));
  const folder = posix.dirname(from) === '.' ? '' : posix.dirname(from);
  const relative = one(normalizePath(`${folder}/${path}`));
  if (path.startsWith('.')) return relative;
  return [...relative, ...one(normalizePath(path))];
}

function one(path: string | undefined): string[] {
  return path === undefined ? [] : [path];
}

/** The address of a page file inside the bundle. */
export function pageAddress(basePath: string, path: string): string {
  return `${basePath}/${encodePath(path)}.html`;
}
