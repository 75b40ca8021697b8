/**
 * A site's redirects, as written by its authors: `/old`, `/old/:slug`, `/old/:slug*`, `/old/*`.
 *
 * 1. Wildcards follow the rules of `match-redirect.ts`.
 * 2. If several redirects match, the first applies; redirects without wildcards precede those with wildcards.
 * 3. Wildcard matches are inserted into the destination; the result must again be a path of the site or an allowed
 *    URL.
 */

import { compileRedirect, hasWildcard, type RedirectPattern } from './match-redirect.ts';

/** A redirect of the site. Paths have no base path; `:name`, `:name*` and `*` are wildcards. */
export interface BundleRedirect {
  readonly source: string;
  /** A path of the site or an `http(s)` URL. */
  readonly destination: string;
  readonly status: 307 | 308;
}

/** A redirect as in a site's configuration. */
export interface SiteRedirect {
  readonly source: string;
  readonly destination: string;
  /** Whether the status is 308 (the default) instead of 307. */
  readonly permanent?: boolean;
}

const external = /^(?:https?:\/\/|mailto:)/i;

function toPath(text: string): string {
  return `/${text.replace(/^\/+/, '')}`;
}

/**
 * Converts a site's redirects to the manifest's form; invalid redirects (another scheme, whitespace) are returned as
 * refused.
 */
export function toBundleRedirects(redirects: readonly SiteRedirect[]): {
  readonly redirects: readonly BundleRedirect[];
  readonly refused: readonly SiteRedirect[];
} {
  const good: BundleRedirect[] = [];
  const refused: SiteRedirect[] = [];
  for (const redirect of redirects) {
    const source = toPath(redirect.source.trim());
    const target = redirect.destination.trim();
    const isExternal = external.test(target);
    const destination = isExternal ? target : toPath(target);
    const hasOtherScheme = !isExternal && /^[a-z][a-z\d+.-]*:/i.test(target);
    if (!hasOtherScheme && isDestination(destination) && !/\s/.test(source)) {
      good.push({ source, destination, status: redirect.permanent === false ? 307 : 308 });
    } else refused.push(redirect);
  }
  return { redirects: good, refused };
}

/**
 * Whether the text is a valid `Location`: one line with a path of the site, or a URL whose scheme can't run scripts.
 */
export function isDestination(text: string): boolean {
  return /^(?:\/(?![/\\])|https?:\/\/|mailto:)[^\s\\]*$/i.test(text);
}

interface Pattern {
  readonly pattern: RedirectPattern;
  readonly redirect: BundleRedirect;
}

export interface RedirectMatch {
  /** Path (without base path) or URL. */
  readonly destination: string;
  readonly status: 307 | 308;
}

export interface RedirectTable {
  findExact(path: string): RedirectMatch | undefined;
  findWildcard(path: string): RedirectMatch | undefined;
}

/** Returns the canonical form of a path: `/a/b/`, `/a/b.html` and `/a/b` are the same address. */
export function toAddress(path: string): string {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return trimmed.endsWith('.html') ? trimmed.slice(0, -5) : trimmed;
}

export function compileRedirects(redirects: readonly BundleRedirect[]): RedirectTable {
  const exact = new Map<string, RedirectMatch>();
  const patterns: Pattern[] = [];
  for (const redirect of redirects) {
    const { destination, status } = redirect;
    const address = toAddress(redirect.source);
    if (hasWildcard(address)) {
      const pattern = compileRedirect(address);
      if (pattern !== undefined) patterns.push({ pattern, redirect });
    } else if (!exact.has(address) && toAddress(destination) !== address) exact.set(address, { destination, status });
  }
  return {
    findExact: (path) => exact.get(toAddress(path)),
    findWildcard: (path) => findPattern(patterns, toAddress(path)),
  };
}

function findPattern(patterns: readonly Pattern[], path: string): RedirectMatch | undefined {
  for (const { pattern, redirect } of patterns) {
    const destination = pattern.match(path, redirect.destination);
    if (destination === undefined) continue;
    if (isDestination(destination) && toAddress(destination) !== path) return { destination, status: redirect.status };
  }
  return undefined;
}
