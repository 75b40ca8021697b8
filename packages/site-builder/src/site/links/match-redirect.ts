import { compileRedirect, hasWildcard, type RedirectPattern } from '@docwright/bundle/match-redirect';
import type { Condition } from '@docwright/site-access/rules';
import type { Meets } from '../readers/choices/choices.ts';
import type { RedirectRule } from '../config/site-config.ts';

/**
 * Finds the redirect for a path in the same way as a site's servers: plain rules first (a lookup), then wildcards in
 * order.
 */
export interface RedirectMatcher {
  /** `path` has no leading slash. Returns the destination with the matched parts filled in. */
  find(path: string, meets: Meets): string | undefined;
}

interface Target {
  readonly destination: string;
  readonly when: Condition | undefined;
}

/** `whenOf`: the readers of a redirect, in a sealed build. */
export function createRedirectMatcher(
  rules: readonly RedirectRule[],
  whenOf: (rule: RedirectRule) => Condition | undefined = () => undefined,
): RedirectMatcher {
  const plain = new Map<string, Target[]>();
  const patterns: (Target & { readonly pattern: RedirectPattern })[] = [];
  for (const rule of rules) {
    const path = trim(rule.source);
    const target = { destination: rule.destination, when: whenOf(rule) };
    if (!hasWildcard(path)) {
      const before = plain.get(path);
      if (before === undefined) plain.set(path, [target]);
      else before.push(target);
      continue;
    }
    const pattern = compileRedirect(`/${path}`);
    if (pattern !== undefined) patterns.push({ ...target, pattern });
  }
  return {
    find(path, meets) {
      const exact = plain.get(path)?.find(({ when }) => meets(when));
      if (exact !== undefined) return exact.destination;
      for (const { pattern, destination, when } of patterns) {
        const found = pattern.match(`/${path}`, destination);
        if (found !== undefined && meets(when)) return found;
      }
      return undefined;
    },
  };
}

function trim(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}
