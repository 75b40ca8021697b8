/** Rules that many languages share. All are linear: they have no nested repetition of overlapping parts. */
import { words } from '../lexer.ts';
import type { Grammar, Rule } from '../lexer.ts';
import type { TokenClass } from '../token-class.ts';

export const space: Rule = { match: /\s+/, token: '' };
export const lineComment: Rule = { match: /\/\/[^\n]*/, token: 'c' };
export const hashComment: Rule = { match: /#[^\n]*/, token: 'c' };
/** Lazy up to its end or the end of the text, so that an unclosed comment is read once. */
export const blockComment: Rule = { match: /\/\*[^]*?(?:\*\/|(?![^]))/, token: 'c' };
export const doubleQuoted: Rule = { match: /"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?/, token: 's' };
export const singleQuoted: Rule = { match: /'[^'\\\n]*(?:\\[^][^'\\\n]*)*'?/, token: 's' };
export const number: Rule = {
  match:
    /\b(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)(?:[a-zA-Z]\w{0,5})?|\.\d+(?:[eE][+-]?\d+)?[fFdD]?/,
  token: 'n',
};

/** The differences between the languages of the C family. */
export interface CurlyLanguage {
  readonly keywords: string;
  readonly constants: string;
  readonly types: string;
  /** Class of an identifier that is followed by `(`. Default `f`. */
  readonly call?: TokenClass | '';
  /** Class of an identifier that begins with a capital letter. Default `t`. */
  readonly capital?: TokenClass | '';
  /** Rules tried before the shared rules. */
  readonly first?: readonly Rule[];
  readonly strings?: readonly Rule[];
  readonly states?: Readonly<Record<string, readonly Rule[]>>;
  readonly ignoreCase?: boolean;
}

const identifier = String.raw`[A-Za-z_\u00aa-\uffff][\w\u00aa-\uffff]*`;

export function curlyGrammar(language: CurlyLanguage): Grammar {
  const known = words([language.keywords, 'k'], [language.constants, 'n'], [language.types, 't']);
  const main: Rule[] = [
    space,
    ...(language.first ?? []),
    lineComment,
    blockComment,
    ...(language.strings ?? [doubleQuoted, singleQuoted]),
    number,
    { match: new RegExp(String.raw`${identifier}(?=\s*\()`), token: language.call ?? 'f', words: known },
    { match: new RegExp(String.raw`[A-Z][\w\u00aa-\uffff]*`), token: language.capital ?? 't', words: known },
    { match: new RegExp(identifier), token: '', words: known },
    { match: /[^\w\s"'`/#@$\\\u00aa-\uffff]+?/, token: '' },
  ];
  return { states: { main, ...language.states }, ...(language.ignoreCase === true ? { ignoreCase: true } : {}) };
}
