/** The parts of a glob; `compile-glob.ts` describes their meaning. */
export type GlobPiece =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'class'; readonly isNegated: boolean; readonly ranges: readonly (readonly [string, string])[] }
  | { readonly kind: 'star' }
  /** A `**`, with the slash after it, if any. */
  | { readonly kind: 'globstar'; readonly hasSlash: boolean }
  | { readonly kind: 'either'; readonly branches: readonly (readonly GlobPiece[])[] };

/** Parses a glob in time linear in its length. Every text is a valid glob. */
export function parseGlob(glob: string): GlobPiece[] {
  return new GlobParser(Array.from(glob)).sequence(false);
}

class GlobParser {
  readonly #chars: readonly string[];
  /** The braces that are alternatives are determined first: trying each would double the work with every brace. */
  readonly #braces: ReadonlySet<number>;
  /** Position of the `]` of each `[` that is closed before the next slash. */
  readonly #classes: ReadonlyMap<number, number>;
  #at = 0;

  constructor(chars: readonly string[]) {
    this.#chars = chars;
    this.#classes = findClasses(chars);
    this.#braces = findAlternatives(chars, this.#classes);
  }

  /** Parses pieces until the end or, within alternatives, until a comma or the closing brace. */
  sequence(isBranch: boolean): GlobPiece[] {
    const pieces: GlobPiece[] = [];
    for (let char = this.#chars[this.#at]; char !== undefined; char = this.#chars[this.#at]) {
      if (isBranch && (char === ',' || char === '}')) break;
      const piece = this.#piece(char);
      const last = pieces.at(-1);
      // Consecutive `**` segments are equivalent to one.
      const isRepeated = isFolders(piece) && last !== undefined && isFolders(last);
      if (!isRepeated) pieces.push(piece);
    }
    return pieces;
  }

  #piece(char: string): GlobPiece {
    const at = this.#at++;
    if (char === '\\') return { kind: 'char', char: this.#chars[this.#at++] ?? '\\' };
    if (char === '?') return { kind: 'any' };
    if (char === '*') return this.#stars();
    if (char === '[' && this.#classes.has(at)) return this.#class(this.#classes.get(at) ?? at);
    if (char === '{') return this.#range() ?? (this.#braces.has(at) ? this.#either() : { kind: 'char', char });
    return { kind: 'char', char };
  }

  #stars(): GlobPiece {
    let count = 1;
    for (; this.#chars[this.#at] === '*'; this.#at++) count++;
    if (count !== 2) return { kind: 'star' };
    if (this.#chars[this.#at] !== '/') return { kind: 'globstar', hasSlash: false };
    this.#at++;
    return { kind: 'globstar', hasSlash: true };
  }

  #class(close: number): GlobPiece {
    const isNegated = this.#chars[this.#at] === '!' || this.#chars[this.#at] === '^';
    const inside = this.#chars.slice(this.#at + (isNegated ? 1 : 0), close);
    this.#at = close + 1;
    const ranges: [string, string][] = [];
    for (let index = 0; index < inside.length; index++) {
      const from = inside[index] ?? '';
      const to = inside[index + 1] === '-' ? inside[index + 2] : undefined;
      if (to !== undefined) index += 2;
      ranges.push([from, to ?? from]);
    }
    return { kind: 'class', isNegated, ranges };
  }

  /** Parses `a..c}` after the opening brace. */
  #range(): GlobPiece | undefined {
    const [from, dot, otherDot, to, close] = this.#chars.slice(this.#at, this.#at + 5);
    if (from === undefined || to === undefined || dot !== '.' || otherDot !== '.' || close !== '}') return undefined;
    this.#at += 5;
    return { kind: 'class', isNegated: false, ranges: [from < to ? [from, to] : [to, from]] };
  }

  #either(): GlobPiece {
    const branches: GlobPiece[][] = [];
    do branches.push(this.sequence(true));
    while (this.#chars[this.#at++] === ',');
    return { kind: 'either', branches };
  }
}

const isFolders = (piece: GlobPiece): boolean => piece.kind === 'globstar' && piece.hasSlash;

function findClasses(chars: readonly string[]): Map<number, number> {
  const classes = new Map<number, number>();
  let open: number | undefined;
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at];
    if (char === '\\') at++;
    else if (char === '/') open = undefined;
    else if (char === '[') open ??= at;
    else if (char === ']' && open !== undefined && at > open + (isNegation(chars[open + 1]) ? 2 : 1)) {
      classes.set(open, at);
      open = undefined;
    }
  }
  return classes;
}

const isNegation = (char: string | undefined): boolean => char === '!' || char === '^';

/** Positions of opening braces that are closed and contain a top-level comma. */
function findAlternatives(chars: readonly string[], classes: ReadonlyMap<number, number>): Set<number> {
  const found = new Set<number>();
  const open: { readonly at: number; hasComma: boolean }[] = [];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at];
    const top = open.at(-1);
    if (char === '\\') at++;
    else if (char === '[') at = classes.get(at) ?? at;
    else if (char === '{') open.push({ at, hasComma: false });
    else if (char === ',' && top !== undefined) top.hasComma = true;
    else if (char === '}' && top !== undefined) {
      open.pop();
      if (top.hasComma) found.add(top.at);
    }
  }
  return found;
}
