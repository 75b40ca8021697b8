import { posix } from 'node:path';
import { compileRedirect } from '@docwright/bundle/match-redirect';
import type { Condition } from '@docwright/site-access/rules';
import type { Meets } from '../readers/choices/choices.ts';
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
      /**
       * `case`: found only by ignoring case; `folder`: the path is that of a folder, and the page is its first page;
       * `prefix`: found without the prefix under which the site is served elsewhere (`/docs`).
       */
      readonly match: 'exact' | 'case' | 'folder' | 'prefix';
    }
  | { readonly kind: 'file'; readonly path: string; readonly suffix: string }
  | { readonly kind: 'redirect'; readonly from: string; readonly to: string; readonly suffix: string }
  /** `remoteSpec`: the possible source of the page, which a build never reads. */
  | {
      readonly kind: 'broken';
      readonly path: string;
      readonly suffix: string;
      readonly remoteSpec: string | undefined;
    };

export interface SiteLinksOptions {
  /** Extension-less paths of all pages in reading order, including generated pages. */
  readonly pages: Iterable<string>;
  readonly hasFile: (path: string) => boolean;
  readonly redirects: readonly RedirectRule[];
  /** Maps folders whose pages a specification on another host generates to the specification's address. */
  readonly remoteFolders: ReadonlyMap<string, string>;
  /** Paths that the build itself writes: `llms.txt`, `sitemap.xml`, `guides/rss.xml`. */
  readonly outputs: ReadonlySet<string>;
  readonly basePath: string;
  /** Paths under which the site is served elsewhere, such as `/docs`; most likely first. */
  readonly prefixes: readonly string[];
  /** In a sealed build: the readers of a page or a redirect. */
  readonly conditions?: LinkConditions | undefined;
}

export interface LinkConditions {
  page(path: string): Condition | undefined;
  redirect(rule: RedirectRule): Condition | undefined;
}

const everyone: Meets = () => true;

/** Resolves a site's links. The result depends only on the paths, not on the pages' content. */
export class SiteLinks {
  readonly #pages: ReadonlySet<string>;
  readonly #foldedPages = new Map<string, string[]>();
  /** Pages below each folder; only the first if all readers see it. */
  readonly #folders = new Map<string, string[]>();
  readonly #redirects: RedirectMatcher;
  readonly #options: SiteLinksOptions;

  constructor(options: SiteLinksOptions) {
    this.#options = options;
    this.#pages = new Set(options.pages);
    const { conditions } = options;
    const keepsAll = conditions !== undefined;
    this.#redirects = createRedirectMatcher(options.redirects, (rule) => conditions?.redirect(rule));
    for (const page of this.#pages) {
      const folded = page.toLowerCase();
      this.#foldedPages.set(folded, [page, ...(keepsAll ? (this.#foldedPages.get(folded) ?? []) : [])]);
      for (let slash = page.lastIndexOf('/'); slash > 0; slash = page.lastIndexOf('/', slash - 1)) {
        const folder = page.slice(0, slash);
        const known = this.#folders.get(folder);
        if (known === undefined) this.#folders.set(folder, [page]);
        else if (keepsAll) known.push(page);
      }
    }
  }

  hasPage(path: string): boolean {
    return this.#pages.has(path);
  }

  /**
   * Whether a redirect's destination with wildcards can be a page, a file or another redirect of the site; true if this
   * can't be determined.
   *
   * @param files paths of the files that the site copies
   */
  canExist(destination: string, files: Iterable<string>): boolean {
    const [path = ''] = destination.split(/[?#]/);
    const inside = this.#withoutBase(path.startsWith('/') ? path : `/${path}`);
    const { prefixes, outputs, redirects, remoteFolders } = this.#options;
    const prefix = prefixes.find((known) => inside.startsWith(`${known}/`)) ?? '';
    const wanted = [inside, inside.slice(prefix.length)].map((text) => text.toLowerCase().replace(/\/+$/, ''));
    // The text that a wildcard of the source matches can contain slashes.
    const patterns = wanted.map((text) => compileRedirect(text.replaceAll(/:(\w+)\*?/g, ':$1*')));
    const starts = wanted.map((text) => text.replace(/(?:\*|:\w)[^]*$/, ''));
    const isMet = (known: string): boolean =>
      patterns.some((pattern) => pattern === undefined || pattern.match(known.toLowerCase(), '') !== undefined);
    for (const page of this.#pages)
      if (isMet(`/${page}`) || (page.endsWith('/index') && isMet(`/${page.slice(0, -6)}`))) return true;
    for (const file of outputs) if (isMet(`/${file}`)) return true;
    for (const file of files) if (isMet(`/${file}`)) return true;
    // Another redirect may continue from there, and pages of a remote specification aren't known.
    const others = [...redirects.map(({ source }) => source), ...[...remoteFolders.keys()].map((one) => `/${one}/*`)];
    return others.some((source) => {
      const own = source.toLowerCase().replace(/(?:\*|:\w)[^]*$/, '');
      return (
        isMet(source) ||
        (own !== source.toLowerCase() && starts.some((start) => own.startsWith(start) || start.startsWith(own)))
      );
    });
  }

  /** Finds a link's target. @param from path of the page that contains the link */
  find(written: string, from: string, meets = everyone): LinkTarget {
    const target = readTarget(written);
    if (target.kind !== 'site') return target;
    const { path, query, anchor } = target;
    if (path === '' && query === '') return { kind: 'anchor', anchor };
    const suffix = query + (anchor === '' ? '' : `#${anchor}`);
    const candidates = candidatePaths(this.#withoutBase(path), from);
    for (const candidate of candidates) {
      const page = this.#findPage(candidate, meets);
      if (page !== undefined) return { kind: 'page', path: page, query, anchor, match: 'exact' };
      if (this.#hasOutput(candidate, meets) || this.#options.hasFile(candidate))
        return { kind: 'file', path: candidate, suffix };
    }
    for (const candidate of candidates) {
      const to = this.#redirects.find(candidate, meets);
      if (to !== undefined) return { kind: 'redirect', from: candidate, to, suffix };
    }
    for (const candidate of candidates) {
      const page = this.#foldedPages.get(candidate.toLowerCase())?.find((one) => this.#isSeen(one, meets));
      if (page !== undefined) return { kind: 'page', path: page, query, anchor, match: 'case' };
    }
    for (const candidate of candidates) {
      const page = this.#folders.get(candidate)?.find((one) => this.#isSeen(one, meets));
      if (page !== undefined) return { kind: 'page', path: page, query, anchor, match: 'folder' };
    }
    const inside = this.#withoutPrefix(path, { suffix, from, meets });
    if (inside !== undefined) return inside;
    const broken = candidates[0] ?? path;
    return { kind: 'broken', path: broken, suffix, remoteSpec: this.#remoteSpec(broken) };
  }

  /**
   * The target of a link that includes the prefix under which the site is served elsewhere, if no folder of the site
   * has that name.
   */
  #withoutPrefix(
    path: string,
    { suffix, from, meets }: { readonly suffix: string; readonly from: string; readonly meets: Meets },
  ): LinkTarget | undefined {
    const prefix = this.#options.prefixes.find((known) => path === known || path.startsWith(`${known}/`));
    if (prefix === undefined) return undefined;
    const inside = this.find((path.slice(prefix.length) || '/') + suffix, from, meets);
    if (inside.kind === 'page' && inside.match === 'exact') return { ...inside, match: 'prefix' };
    return inside.kind === 'redirect' || inside.kind === 'file' ? inside : undefined;
  }

  #remoteSpec(path: string): string | undefined {
    for (const [folder, spec] of this.#options.remoteFolders) if (path.startsWith(`${folder}/`)) return spec;
    return undefined;
  }

  /** Strips the site's own base path from a link. */
  #withoutBase(path: string): string {
    const { basePath } = this.#options;
    if (basePath === '' || !path.startsWith(basePath)) return path;
    const rest = path.slice(basePath.length);
    return rest === '' || rest.startsWith('/') ? rest || '/' : path;
  }

  #findPage(path: string, meets: Meets): string | undefined {
    const has = (page: string): boolean => this.#pages.has(page) && this.#isSeen(page, meets);
    if (has(path)) return path;
    if (path === '' || path === 'index')
      return has('index') ? 'index' : this.#pages.values().find((page) => this.#isSeen(page, meets));
    const bare = path.replace(/\.(?:mdx|md|html)$/i, '');
    if (bare !== path && has(bare)) return bare;
    return [`${bare}/index`, `${bare}/README`].find(has);
  }

  #isSeen(page: string, meets: Meets): boolean {
    return meets(this.#options.conditions?.page(page));
  }

  #hasOutput(path: string, meets: Meets): boolean {
    return this.#options.outputs.has(path) && this.#isSeen(path.replace(/\/rss\.xml$|\.md$/, ''), meets);
  }
}

/**
 * Possible targets of a link, most likely first: relative links start at the page's folder; links without a dot are
 * often relative to the root.
 */
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
