/**
 * Finds the redirect of a site that matches a path: the single rule for the builder's checks and links, the preview,
 * the deployment server and the edge.
 *
 * 1. `:name` is one or more characters without a slash; `*` and `:name*` are any characters. Both may be part of a
 *    segment: `/old/article-*`, `/api/v:version/x`.
 * 2. A wildcard of any characters that is the whole last segment may be missing together with its slash:
 *    `/beta/:slug*` matches `/beta`.
 * 3. A wildcard matches as many characters as possible. No regular expressions are used: matching costs at most the
 *    product of the lengths of source and path.
 * 4. The text of a wildcard replaces its name in the destination; the n-th `*` in a destination is the n-th unnamed
 *    wildcard of the source, or the source's last wildcard if it has fewer than n.
 */

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'segment' | 'any'; readonly name: string };

export interface RedirectPattern {
  /** Returns the destination for a path that matches, or `undefined`. */
  match(path: string, destination: string): string | undefined;
}

/** Maximum number of wildcards, more than any author needs; the cost of matching grows with it. */
const MAX_WILDCARDS = 5;

export function hasWildcard(source: string): boolean {
  return /\*|:\w/.test(source);
}

/** @returns `undefined` if the source has too many wildcards; it then matches nothing */
export function compileRedirect(source: string): RedirectPattern | undefined {
  const tokens = readTokens(source.length > 1 && source.endsWith('/') ? source.slice(0, -1) : source);
  if (tokens.filter(({ kind }) => kind !== 'text').length > MAX_WILDCARDS) return undefined;
  const before = tokens.at(-2);
  // 2
  const bare =
    tokens.at(-1)?.kind === 'any' && before?.kind === 'text' && before.text.endsWith('/')
      ? [
          ...tokens.slice(0, -2),
          ...(before.text === '/' ? [] : [{ kind: 'text' as const, text: before.text.slice(0, -1) }]),
        ]
      : undefined;
  return {
    match(path, destination) {
      const first = tokens[0];
      const whole = first?.kind === 'text' && !path.startsWith(first.text) ? undefined : matchTokens(tokens, path);
      const values = whole ?? (bare === undefined ? undefined : matchTokens(bare, path));
      return values === undefined ? undefined : fill(destination, readNames(tokens), values);
    },
  };
}

function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  let last = 0;
  for (const match of source.matchAll(/:(\w+)(\*?)|\*/g)) {
    if (match.index > last) tokens.push({ kind: 'text', text: source.slice(last, match.index) });
    const [whole, name, star] = match;
    tokens.push({ kind: name === undefined || star === '*' ? 'any' : 'segment', name: name ?? '*' });
    last = match.index + whole.length;
  }
  if (last < source.length) tokens.push({ kind: 'text', text: source.slice(last) });
  return tokens;
}

const readNames = (tokens: readonly Token[]): readonly string[] =>
  tokens.flatMap((token) => (token.kind === 'text' ? [] : [token.name]));

/** Returns the text that each wildcard matches, or `undefined` if the whole path doesn't match. */
function matchTokens(tokens: readonly Token[], path: string): readonly string[] | undefined {
  const width = path.length + 1;
  // Whether the tokens from t match the path from p, at t * width + p; filled from the end (rule 3).
  const matches = new Uint8Array((tokens.length + 1) * width);
  matches[tokens.length * width + path.length] = 1;
  for (let t = tokens.length - 1; t >= 0; t--) {
    for (let p = path.length; p >= 0; p--) {
      if (isMatch(tokens[t], { matches, width, t, p, path })) matches[t * width + p] = 1;
    }
  }
  if (matches[0] !== 1) return undefined;
  const values: string[] = [];
  let p = 0;
  for (const [t, token] of tokens.entries()) {
    if (token.kind === 'text') {
      p += token.text.length;
      continue;
    }
    const end = longestEnd(token.kind, { matches, width, t, p, path });
    values.push(path.slice(p, end));
    p = end;
  }
  return values;
}

interface Cell {
  readonly matches: Uint8Array;
  readonly width: number;
  readonly t: number;
  readonly p: number;
  readonly path: string;
}

/**
 * Whether a token matches. A wildcard matches if the rest matches here, or if the wildcard consumes the next character
 * and matches from there.
 */
function isMatch(token: Token | undefined, { matches, width, t, p, path }: Cell): boolean {
  if (token === undefined) return false;
  if (token.kind === 'text')
    return path.startsWith(token.text, p) && matches[(t + 1) * width + p + token.text.length] === 1;
  const next = p < path.length && (token.kind === 'any' || path[p] !== '/');
  if (token.kind === 'any') return matches[(t + 1) * width + p] === 1 || (next && matches[t * width + p + 1] === 1);
  return next && (matches[(t + 1) * width + p + 1] === 1 || matches[t * width + p + 1] === 1);
}

function longestEnd(kind: 'segment' | 'any', { matches, width, t, p, path }: Cell): number {
  const slash = path.indexOf('/', p);
  let end = kind === 'any' || slash === -1 ? path.length : slash;
  while (end > p && matches[(t + 1) * width + end] !== 1) end--;
  return end;
}

/** Inserts wildcards' text into a destination (rule 4). */
function fill(destination: string, names: readonly string[], values: readonly string[]): string {
  const unnamed = names.flatMap((name, index) => (name === '*' ? [values[index] ?? ''] : []));
  let stars = 0;
  const filled = destination.replaceAll(/:(\w+)\*?|\*/g, (whole, name: string | undefined) => {
    if (name === undefined) return unnamed[stars++] ?? values.at(-1) ?? '';
    const index = names.indexOf(name);
    return index === -1 ? whole : (values[index] ?? '');
  });
  return filled.length > 1 && filled.endsWith('/') ? filled.slice(0, -1) : filled;
}
