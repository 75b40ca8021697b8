/**
 * A table-driven lexer: a state is a list of rules, compiled into one sticky regular expression whose first matching
 * group names the rule. Rules must
 *  1. have no capturing group (the group number is the rule number),
 *  2. match in linear time: strings are written `[^"\\]*(?:\\.[^"\\]*)*`, comments end lazily or at the end of the text,
 *  3. change the state if they match the empty string; otherwise, the engine skips one character.
 */
import { appendToken } from './token-class.ts';
import type { TokenClass, Tokens } from './token-class.ts';

export interface Rule {
  readonly match: RegExp;
  readonly token: TokenClass | '';
  /** Classes of exact words; `token` is for all others. */
  readonly words?: ReadonlyMap<string, TokenClass | ''>;
  /** Enters a state; `pop` returns from it. */
  readonly push?: string;
  /** Leaves this many states, before `push` if a rule has both. */
  readonly pop?: number;
  /** Replaces the current state. */
  readonly to?: string;
  /** Tokens of the matched text are read by another language's lexer. */
  readonly embed?: string;
}

export interface Grammar {
  readonly states: Readonly<Record<string, readonly Rule[]>>;
  readonly ignoreCase?: boolean;
}

interface CompiledState {
  readonly pattern: RegExp;
  readonly rules: readonly Rule[];
}

/** Splits text into tokens. Never throws, and takes time linear in the length of the text. */
export type Lexer = (code: string, tokens: Tokens, offset: number) => void;
export type FindLexer = (language: string) => Lexer | undefined;

const startState = 'main';

export function compileLexer(grammar: Grammar, findLexer: FindLexer): Lexer {
  const states = new Map<string, CompiledState>();
  for (const [name, rules] of Object.entries(grammar.states)) states.set(name, compileState(rules, grammar.ignoreCase));
  const first = states.get(startState);
  if (first === undefined) throw new Error(`a grammar needs a state "${startState}"`);
  return (code, tokens, offset) => runStates({ states, first, findLexer }, code, { tokens, offset });
}

function compileState(rules: readonly Rule[], ignoreCase = false): CompiledState {
  const source = rules.map((rule) => `(${rule.match.source})`).join('|');
  return { pattern: new RegExp(source, ignoreCase ? 'imy' : 'my'), rules };
}

interface Program {
  readonly states: ReadonlyMap<string, CompiledState>;
  readonly first: CompiledState;
  readonly findLexer: FindLexer;
}

function runStates(program: Program, code: string, output: { tokens: Tokens; offset: number }): void {
  const { tokens, offset } = output;
  const stack: CompiledState[] = [];
  let state = program.first;
  let position = 0;
  let idleSteps = 0;
  while (position < code.length) {
    state.pattern.lastIndex = position;
    const match = state.pattern.exec(code);
    const rule = match === null ? undefined : matchedRule(state.rules, match);
    const text = match?.[0] ?? '';
    if (rule === undefined || (text === '' && ++idleSteps > 20)) {
      position++;
      idleSteps = 0;
      appendToken(tokens, offset + position, '');
      continue;
    }
    if (text !== '') {
      idleSteps = 0;
      const start = position;
      position += text.length;
      if (rule.embed !== undefined) program.findLexer(rule.embed)?.(text, tokens, offset + start);
      appendToken(tokens, offset + position, rule.words?.get(text) ?? rule.token);
    }
    for (let left = rule.pop ?? 0; left > 0; left--) state = stack.pop() ?? program.first;
    if (rule.to !== undefined) state = program.states.get(rule.to) ?? program.first;
    if (rule.push !== undefined) {
      stack.push(state);
      state = program.states.get(rule.push) ?? program.first;
    }
  }
}

function matchedRule(rules: readonly Rule[], match: RegExpExecArray): Rule | undefined {
  for (let index = 1; index < match.length; index++) if (match[index] !== undefined) return rules[index - 1];
  return undefined;
}

/** `'if else', 'k'` → a map for `Rule.words`. */
export function words(
  ...lists: readonly (readonly [list: string, token: TokenClass | ''])[]
): Map<string, TokenClass | ''> {
  const map = new Map<string, TokenClass | ''>();
  for (const [list, token] of lists) for (const word of list.split(/\s+/)) if (word !== '') map.set(word, token);
  return map;
}
