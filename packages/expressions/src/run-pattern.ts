import { createRequire } from 'node:module';
import type * as Re2 from 're2js';
import type { Budget } from './budget.ts';
import { unsupported } from './errors.ts';

/** Longer patterns take more memory than what a page does is worth. */
const maxPatternChars = 1000;

export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  /** The whole match, then its groups. */
  readonly groups: readonly (string | undefined)[];
}

/** Patterns are literals of trees that are kept between pages, and so is what they compile to. */
const compiled = new WeakMap<RegExp, Re2.RE2JS>();

/**
 * The matches of an author's regular expression. The search takes time linear in the text, with an engine that doesn't
 * backtrack: the language's own would run forever on `(a+)+$`. Features that no such engine supports, look-around and
 * backreferences, are rejected.
 */
export function* findMatches(pattern: RegExp, text: string, budget: Budget): Generator<PatternMatch> {
  const engine = compile(pattern);
  const matcher = engine.matcher(text);
  budget.step(1 + Math.ceil((text.length * engine.programSize()) / 1000));
  while (matcher.find()) {
    budget.step();
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, group) => matcher.group(group) ?? undefined);
    yield { start: matcher.start(), end: matcher.end(), groups };
  }
}

export function findMatch(pattern: RegExp, text: string, budget: Budget): PatternMatch | undefined {
  for (const match of findMatches(pattern, text, budget)) return match;
  return undefined;
}

function compile(pattern: RegExp): Re2.RE2JS {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const { source, ignoreCase, multiline, dotAll } = pattern;
  if (source.length > maxPatternChars) throw unsupported(`a regular expression of ${source.length} characters`);
  // Loaded by the pages that need it alone.
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
