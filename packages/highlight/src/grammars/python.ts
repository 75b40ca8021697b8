import { words } from '../lexer.ts';
import type { Grammar, Rule } from '../lexer.ts';
import { hashComment, number, space } from './pieces.ts';

const keywords =
  'and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try type while with yield self cls';
const constants = 'True False None NotImplemented Ellipsis';
const functions =
  'abs all any ascii bin breakpoint callable chr compile delattr dir divmod enumerate eval exec filter format getattr globals hasattr hash help hex id input isinstance issubclass iter len locals map max min next oct open ord pow print range repr reversed round setattr sorted sum vars zip __import__';
const types =
  'bool bytearray bytes classmethod complex dict float frozenset int list memoryview object property set slice staticmethod str super tuple type BaseException Exception ArithmeticError AssertionError AttributeError EOFError ImportError IndexError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotImplementedError OSError OverflowError PermissionError RecursionError RuntimeError StopAsyncIteration StopIteration SyntaxError SystemExit TimeoutError TypeError UnicodeError ValueError ZeroDivisionError ConnectionError FileNotFoundError FileExistsError Warning DeprecationWarning UserWarning';
const known = words(
  [keywords, 'k'],
  [constants, 'n'],
  [functions, 'f'],
  [types, 't'],
  ['match', ''],
  ['type', 't'],
  ['case', ''],
);
const calls = words([keywords, 'k'], [types, 't'], ['match', 'f'], ['case', 'k']);
const attributes = words();

/** A string's opening: prefix, quotes, and the state that reads the rest. */
function stringStarts(): Rule[] {
  const rules: Rule[] = [];
  for (const [quote, label] of [
    ['"""', 'double3'],
    ["'''", 'single3'],
    ['"', 'double'],
    ["'", 'single'],
  ] as const) {
    rules.push({ match: new RegExp(`[fF][rR]?(?=${quote})|[rR][fF](?=${quote})`), token: 'k', push: `f-${label}` });
    rules.push({ match: new RegExp(`(?:[bBuUrR]{1,2})(?=${quote})`), token: 'k', push: label });
    rules.push({ match: new RegExp(`(?=${quote})`), token: 's', push: label });
  }
  return rules;
}

function stringStates(): Record<string, readonly Rule[]> {
  return {
    double3: [{ match: /"""[^]*?(?:"""|(?![^]))/, token: 's', pop: 1 }],
    single3: [{ match: /'''[^]*?(?:'''|(?![^]))/, token: 's', pop: 1 }],
    double: [{ match: /"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?/, token: 's', pop: 1 }],
    single: [{ match: /'[^'\\\n]*(?:\\[^][^'\\\n]*)*'?/, token: 's', pop: 1 }],
    'f-double3': [{ match: /"""/, token: 's', to: 'in-double3' }],
    'f-single3': [{ match: /'''/, token: 's', to: 'in-single3' }],
    'f-double': [{ match: /"/, token: 's', to: 'in-double' }],
    'f-single': [{ match: /'/, token: 's', to: 'in-single' }],
    'in-double3': [{ match: /"""/, token: 's', pop: 1 }, ...formatted, { match: /[^{\\"]+|"/, token: 's' }],
    'in-single3': [{ match: /'''/, token: 's', pop: 1 }, ...formatted, { match: /[^{\\']+|'/, token: 's' }],
    'in-double': [{ match: /"|(?=\n)/, token: 's', pop: 1 }, ...formatted, { match: /[^{\\"\n]+/, token: 's' }],
    'in-single': [{ match: /'|(?=\n)/, token: 's', pop: 1 }, ...formatted, { match: /[^{\\'\n]+/, token: 's' }],
  };
}

const formatted: readonly Rule[] = [
  { match: /\{\{|\\[^]/, token: 's' },
  { match: /\{/, token: 's', push: 'hole' },
];

export function pythonGrammar(): Grammar {
  const base: Rule[] = [
    space,
    hashComment,
    ...stringStarts(),
    { match: /@[\w.]+/, token: 'f' },
    { match: /(?<=\bdef )\s*[A-Za-z_]\w*/, token: 'f' },
    { match: /(?<=\bclass )\s*[A-Za-z_]\w*/, token: 't', to: 'main', push: 'bases' },
    { match: /\.\s*[A-Za-z_]\w*(?=\s*\()/, token: 'f' },
    { match: /\.\s*[A-Za-z_]\w*/, token: '', words: attributes },
    { match: /[A-Za-z_]\w*(?=\s*\()/, token: 'f', words: calls },
    { match: number.match, token: 'n' },
    { match: /__\w+__/, token: '' },
    { match: /[A-Z][A-Z0-9_]{2,}\b/, token: 'n' },
    { match: /[A-Za-z_\u00aa-\uffff][\w\u00aa-\uffff]*/, token: '', words: known },
  ];
  return {
    states: {
      main: base,
      bases: [
        { match: /\(/, token: '' },
        { match: /[A-Za-z_][\w.]*(?=\s*[,)[])/, token: 't' },
        { match: /[,\s]+/, token: '' },
        { match: /(?=[^])/, token: '', pop: 1 },
      ],
      hole: [
        { match: /\}/, token: 's', pop: 1 },
        { match: /![rsa](?=[:}])|:[^{}"'\n]*/, token: 's' },
        { match: /(?=["'\n])/, token: '', pop: 1 },
        ...base.filter((rule) => !rule.match.source.startsWith('(?=')),
      ],
      ...stringStates(),
    },
  };
}
