import type { RedirectRule } from '../config/site-config.ts';

/** Finds the redirect of a path among plain rules (a look-up) and wildcard rules (in order). */
export interface RedirectMatcher {
  /** `path` without leading slash. Gives the destination with the matched parts filled in. */
  find(path: string): string | undefined;
}

const maxWildcards = 5;

export function createRedirectMatcher(rules: readonly RedirectRule[]): RedirectMatcher {
  const plain = new Map<string, string>();
  const patterns: { readonly pattern: RegExp; readonly names: readonly string[]; readonly destination: string }[] = [];
  for (const rule of rules) {
    if (!/[*:]/.test(rule.source)) {
      plain.set(trim(rule.source), rule.destination);
      continue;
    }
    const compiled = compile(trim(rule.source));
    if (compiled !== undefined) patterns.push({ ...compiled, destination: rule.destination });
  }
  return {
    find(path) {
      const exact = plain.get(path);
      if (exact !== undefined) return exact;
      for (const { pattern, names, destination } of patterns) {
        const match = pattern.exec(path);
        if (match !== null) return fill(destination, names, match);
      }
      return undefined;
    },
  };
}

/** `/a/:slug*`, `/a/*`, `/a/:id/b`. Each wildcard matches without backtracking into another's segment more than once. */
function compile(source: string): { pattern: RegExp; names: string[] } | undefined {
  const names: string[] = [];
  const text = source.replace(/:(\w+)(\*?)|\*|[.+?^${}()|[\]\\]/g, (match, name?: string, star?: string) => {
    if (name !== undefined) {
      names.push(name);
      return star === '*' ? '(.*)' : '([^/]+)';
    }
    if (match !== '*') return `\\${match}`;
    names.push('*');
    return '(.*)';
  });
  if (names.length > maxWildcards) return undefined;
  return { pattern: new RegExp(`^${text.replace(/\/\(\.\*\)$/, '(?:/(.*))?')}$`), names };
}

function fill(destination: string, names: readonly string[], match: RegExpExecArray): string {
  let star = 0;
  const stars = names.flatMap((name, index) => (name === '*' ? [match[index + 1] ?? ''] : []));
  return destination.replace(/:(\w+)\*?|\*/g, (whole: string, name?: string) => {
    if (name === undefined) return stars[star++] ?? '';
    const index = names.indexOf(name);
    return index === -1 ? whole : (match[index + 1] ?? '');
  });
}

function trim(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}
