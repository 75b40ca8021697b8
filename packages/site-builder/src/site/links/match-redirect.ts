import { compileRedirect, hasWildcard, type RedirectPattern } from '@docwright/bundle/match-redirect';
import type { RedirectRule } from '../config/site-config.ts';

/** Finds the redirect of a path as the servers of a site do: plain rules first (a lookup), then wildcards in order. */
export interface RedirectMatcher {
  /** `path` without leading slash. Returns the destination with the matched parts filled in. */
  find(path: string): string | undefined;
}

export function createRedirectMatcher(rules: readonly RedirectRule[]): RedirectMatcher {
  const plain = new Map<string, string>();
  const patterns: { readonly pattern: RedirectPattern; readonly destination: string }[] = [];
  for (const { source, destination } of rules) {
    const path = trim(source);
    if (!hasWildcard(path)) {
      if (!plain.has(path)) plain.set(path, destination);
      continue;
    }
    const pattern = compileRedirect(`/${path}`);
    if (pattern !== undefined) patterns.push({ pattern, destination });
  }
  return {
    find(path) {
      const exact = plain.get(path);
      if (exact !== undefined) return exact;
      for (const { pattern, destination } of patterns) {
        const found = pattern.match(`/${path}`, destination);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

function trim(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}
