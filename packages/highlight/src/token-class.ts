/**
 * Token classes, written as `tk-<letter>` in the HTML. There are intentionally few: each is a color that every
 * theme has, and brackets, operators and plain identifiers need no class, which keeps pages small.
 */
export const tokenClasses = {
  c: 'comment',
  s: 'string',
  n: 'number or constant',
  k: 'keyword',
  f: 'function or command',
  t: 'type or class',
  p: 'property, key or attribute',
  g: 'tag',
  v: 'variable with a sigil',
  h: 'heading',
  b: 'bold',
  e: 'emphasis',
  l: 'link',
  i: 'inserted',
  d: 'deleted',
} as const;

export type TokenClass = keyof typeof tokenClasses;

/**
 * Text divided into runs: run `i` ends before `ends[i]` and starts at the end of the previous run. The runs cover the
 * whole text by construction, so no lexer can lose or repeat a character.
 */
export interface Tokens {
  readonly ends: number[];
  /** `''` is plain text. */
  readonly classes: (TokenClass | '')[];
}

export function noTokens(): Tokens {
  return { ends: [], classes: [] };
}

/** Appends a run that ends before `end`, and joins it with the previous run if both have the same class. */
export function appendToken(tokens: Tokens, end: number, token: TokenClass | ''): void {
  const last = tokens.ends.length - 1;
  if (last >= 0) {
    const lastEnd = tokens.ends[last] ?? 0;
    if (end <= lastEnd) return;
    if (tokens.classes[last] === token) {
      tokens.ends[last] = end;
      return;
    }
  } else if (end <= 0) return;
  tokens.ends.push(end);
  tokens.classes.push(token);
}
