/**
 * Compiles globs to tests of paths. A test takes time linear in the path's length: it advances a set of states once
 * over the path, without backtracking.
 *
 * - `*` zero or more characters except `/`; `?` exactly one; `**` as a whole segment: zero or more segments
 * - `[abc]`, `[a-z]`, `[!abc]`, `[^abc]` one character except `/`; an unclosed `[` is literal
 * - `{a,b}` either, which can be nested and contain `/`; `{a..c}` as `[a-c]`; any other brace is literal
 * - `\` before a character makes it literal; everything else is literal
 * - a leading `/` or `./` is ignored: all globs are relative to the docs folder
 * - without `dot`, a name that begins with a dot matches only if the glob has that dot
 */
import { parseGlob, type GlobPiece } from './parse-glob.ts';

export interface GlobOptions {
  /** Whether wildcards match names that begin with a dot. */
  readonly dot: boolean;
  readonly ignoreCase: boolean;
}

/** Maximum length of a glob: the longer the glob, the higher the cost for each character of a path. */
export const maxGlobLength = 300;

type Test = (char: string) => boolean;
/** Whether a state can be passed between these two characters. `undefined` is the beginning, or the end. */
type Guard = (before: string | undefined, after: string | undefined) => boolean;
type State =
  | { readonly takes: Test; readonly next: number }
  | { readonly passes: Guard; readonly free: readonly number[] };

/** Compiles globs to a test for paths that match one of them. @throws RangeError for a glob that is too long. */
export function compileGlobs(globs: readonly string[], options: GlobOptions): (path: string) => boolean {
  const tests = globs.map((glob) => compileGlob(glob, options));
  return (path) => tests.some((test) => test(path));
}

/** @throws RangeError for a glob that is too long. */
export function compileGlob(glob: string, { dot, ignoreCase }: GlobOptions): (path: string) => boolean {
  if (glob.length > maxGlobLength)
    throw new RangeError(`the glob has ${glob.length} characters; at most ${maxGlobLength} are allowed`);
  const automaton = new Automaton(dot);
  const source = (ignoreCase ? foldCase(glob) : glob).replace(/^\.?\//, '');
  const start = automaton.addAll(parseGlob(source), automaton.end);
  return (path) => automaton.matches(start, ignoreCase ? foldCase(path) : path);
}

/** Returns the same text for all names that a case-insensitive file system treats as equal: `ſ` becomes `s`. */
export function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase();
}

const always: Guard = () => true;
const atStart: Guard = (before) => before === undefined || before === '/';
const atEnd: Guard = (_before, after) => after === undefined || after === '/';
const notHidden: Guard = (before, after) => after !== '.' || !atStart(before, after);
const notSlash: Test = (char) => char !== '/';

class Automaton {
  readonly end = 0;
  readonly #states: State[] = [{ passes: () => false, free: [] }];
  /** Condition for the start of a wildcard. */
  readonly #wild: Guard;

  constructor(dot: boolean) {
    this.#wild = dot ? always : notHidden;
  }

  /** Adds the pieces before a state; returns the state that they begin with. */
  addAll(pieces: readonly GlobPiece[], next: number): number {
    return pieces.reduceRight((after, piece) => this.#add(piece, after), next);
  }

  #add(piece: GlobPiece, next: number): number {
    switch (piece.kind) {
      case 'char':
        return this.#push({ takes: (char) => char === piece.char, next });
      case 'any':
        return this.#free(this.#wild, [this.#push({ takes: notSlash, next })]);
      case 'class':
        return this.#free(this.#wild, [this.#push({ takes: (char) => isInClass(piece, char), next })]);
      case 'star':
        return this.#free(this.#wild, [this.#loop(notSlash, next)]);
      case 'either':
        return this.#free(
          always,
          piece.branches.map((branch) => this.addAll(branch, next)),
        );
      case 'globstar':
        return this.#addGlobstar(piece.hasSlash, next);
    }
  }

  /** Adds a `**`, which is treated like `*` if it isn't a whole segment. */
  #addGlobstar(hasSlash: boolean, next: number): number {
    const slash = (after: number): number => this.#push({ takes: (char) => char === '/', next: after });
    const asStar = this.#free(this.#wild, [this.#loop(notSlash, hasSlash ? slash(next) : next)]);
    const done = hasSlash ? next : this.#free(atEnd, [next]);
    const again: number[] = [];
    const segments = this.#free(atStart, again);
    const segment = this.#loop(notSlash, slash(segments));
    again.push(this.#free(this.#wild, [segment]));
    if (hasSlash) again.push(done);
    else again.push(this.#free(this.#wild, [this.#loop(notSlash, done)]));
    return this.#free(always, [asStar, segments]);
  }

  /** Matches any number of characters, then continues at `next`. */
  #loop(takes: Test, next: number): number {
    const free = [next];
    const loop = this.#free(always, free);
    free.push(this.#push({ takes, next: loop }));
    return loop;
  }

  #free(passes: Guard, free: readonly number[]): number {
    return this.#push({ passes, free });
  }

  #push(state: State): number {
    return this.#states.push(state) - 1;
  }

  matches(start: number, path: string): boolean {
    const chars = Array.from(path);
    const reached: Reached = { states: [start], marks: new Int32Array(this.#states.length).fill(-1) };
    this.#reach(reached, 0, chars);
    for (const [index, char] of chars.entries()) {
      const taken: number[] = [];
      for (const number of reached.states) {
        const state = this.#states[number];
        if (state !== undefined && 'takes' in state && state.takes(char)) taken.push(state.next);
      }
      if (taken.length === 0) return false;
      reached.states = taken;
      this.#reach(reached, index + 1, chars);
    }
    return reached.states.includes(this.end);
  }

  /** Adds all states reachable at a position between two characters, each once. */
  #reach(reached: Reached, place: number, chars: readonly string[]): void {
    const [before, after] = [chars[place - 1], chars[place]];
    const { marks } = reached;
    const states: number[] = [];
    const add = (number: number): void => {
      if (marks[number] === place) return;
      marks[number] = place;
      states.push(number);
    };
    reached.states.forEach(add);
    // The list grows during the iteration.
    for (const number of states) {
      const state = this.#states[number];
      if (state !== undefined && 'free' in state && state.passes(before, after)) state.free.forEach(add);
    }
    reached.states = states;
  }
}

interface Reached {
  states: readonly number[];
  /** For each state, the last position where it was reached. */
  readonly marks: Int32Array;
}

function isInClass({ isNegated, ranges }: GlobPiece & { kind: 'class' }, char: string): boolean {
  return char !== '/' && ranges.some(([from, to]) => from <= char && char <= to) !== isNegated;
}
