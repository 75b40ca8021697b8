import { createRequire } from 'node:module';
import type * as Re2 from 're2js';
import type { Budget } from './budget.ts';
import { unsupported } from './errors.ts';

/** Longer patterns would need too much memory for a page. */
const maxPatternChars = 1000;

export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  /** The whole match, followed by its groups. */
  readonly groups: readonly (string | undefined)[];
}

/** Compiled literals, which are cached between pages like the trees that contain the literals. */
const compiled = new WeakMap<RegExp, Re2.RE2JS>();
/** Maps each copy to the literal that it was created from. */
const literals = new WeakMap<RegExp, RegExp>();

/**
 * The matches of an author's regular expression. The search takes time linear in the text, with an engine that doesn't
 * backtrack: JavaScript's own would run forever on `(a+)+$`. Lookaround and backreferences are rejected, because such
 * an engine can't support them.
 */
export function* findMatches(pattern: RegExp, text: string, budget: Budget): Generator<PatternMatch> {
  const engine = compile(pattern);
  const matcher = engine.matcher(text);
  budget.step(1 + Math.ceil((text.length * engine.programSize()) / 1000));
  while (matcher.find()) {
    budget.step();
    yield toMatch(matcher);
  }
}

/**
 * `pattern.exec(text)`: if the pattern is global or sticky, the next match from `lastIndex`, which is set to its end;
 * otherwise the first match.
 */
export function findNext(pattern: RegExp, text: string, budget: Budget): PatternMatch | undefined {
  const isStateful = pattern.global || pattern.sticky;
  const from = isStateful ? pattern.lastIndex : 0;
  const found = from > text.length ? undefined : findFrom(pattern, text, from, budget);
  const match = pattern.sticky && found?.start !== from ? undefined : found;
  if (isStateful) pattern.lastIndex = match?.end ?? 0;
  return match;
}

function findFrom(pattern: RegExp, text: string, from: number, budget: Budget): PatternMatch | undefined {
  const engine = compile(pattern);
  budget.step(1 + Math.ceil(((text.length - from) * engine.programSize()) / 1000));
  const matcher = engine.matcher(text);
  return matcher.find(from) ? toMatch(matcher) : undefined;
}

function toMatch(matcher: Re2.Matcher): PatternMatch {
  const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, group) => matcher.group(group) ?? undefined);
  return { start: matcher.start(), end: matcher.end(), groups };
}

interface MatchPlace {
  readonly index: number;
  readonly input: string;
}

/** A match is a list of its elements; its position is stored separately. */
const places = new WeakMap<readonly unknown[], MatchPlace>();

/** The whole match and its groups, with `index` and `input`. */
export function toMatchList({ start, groups }: PatternMatch, text: string): (string | undefined)[] {
  const list = [...groups];
  places.set(list, { index: start, input: text });
  return list;
}

export const readMatchPosition = (list: readonly unknown[]): MatchPlace | undefined => places.get(list);

/** Returns the value of a literal. As in JavaScript, each evaluation has its own `lastIndex`. */
export function copyPattern(literal: RegExp): RegExp {
  const copy = new RegExp(literal.source, literal.flags);
  literals.set(copy, literals.get(literal) ?? literal);
  return copy;
}

export function findMatch(pattern: RegExp, text: string, budget: Budget): PatternMatch | undefined {
  for (const match of findMatches(pattern, text, budget)) return match;
  return undefined;
}

function compile(value: RegExp): Re2.RE2JS {
  const pattern = literals.get(value) ?? value;
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const { source, ignoreCase, multiline, dotAll } = pattern;
  if (source.length > maxPatternChars)
    throw unsupported(`a regular expression with ${source.length} characters, more than ${maxPatternChars},`);
  // Loaded only if a page needs it.
  const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof Re2;
  const flags =
    (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (multiline ? RE2JS.MULTILINE : 0) | (dotAll ? RE2JS.DOTALL : 0);
  try {
    const engine = RE2JS.compile(RE2JS.translateRegExp(source), flags);
    compiled.set(pattern, engine);
    return engine;
  } catch {
    throw unsupported(`the regular expression /${source.slice(0, 60)}/, which uses lookaround or backreferences,`);
  }
}
