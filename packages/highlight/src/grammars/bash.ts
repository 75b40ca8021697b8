/**
 * Bash and related shells: `main` is the state in which a command is expected, `args` the state after a command,
 * `assign` after `export`.
 */
import type { Grammar, Rule } from '../lexer.ts';

const expansions: readonly Rule[] = [
  { match: /\$\{[^}\n]*\}?/, token: 'v' },
  { match: /\$\(\(/, token: '', push: 'math' },
  { match: /\$\(/, token: '', push: 'main' },
  { match: /\$(?:\w+|[@*#?$!-])/, token: 'v' },
];

const common: readonly Rule[] = [
  { match: /\\\r?\n/, token: '' },
  { match: /[ \t]+/, token: '' },
  { match: /(?<![^\s;&|()])#[^\n]*/, token: 'c' },
];

const strings: readonly Rule[] = [
  { match: /\$?'[^']*'?/, token: 's' },
  { match: /\$?"/, token: 's', push: 'quoted' },
  ...expansions,
  { match: /`/, token: 's' },
];

const separators: readonly Rule[] = [
  { match: /(?:\r?\n|;;?|&&?|\|\|?|\()/, token: '', to: 'main' },
  { match: /[)}]/, token: '', pop: 1 },
];

const commandStates: Grammar['states'] = {
  main: [
    { match: /\s+/, token: '' },
    ...common,
    { match: /\$(?=\s)/, token: '' },
    {
      match: /(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|in|function|select|time)(?=[\s;)]|$)/,
      token: 'k',
    },
    {
      match: /(?:export|local|readonly|declare|typeset|return|break|continue|unset)(?=[\s;)]|$)/,
      token: 'k',
      to: 'assign',
    },
    { match: /[A-Za-z_]\w*(?:\[[^\]\n]*\])?(?=\+?=)/, token: '', push: 'value' },
    { match: /[A-Za-z_][\w-]*(?=\s*\(\))/, token: 'f' },
    { match: /\[\[?(?=\s)/, token: '', to: 'test' },
    { match: /[{}!]/, token: '' },
    ...strings.map((rule): Rule => ({ ...rule, to: 'args' })),
    { match: /[\w./~%+:@-][^\s;&|()<>"'$`\\=]*/, token: 'f', to: 'args' },
    ...separators,
    { match: /[<>]+&?/, token: '', to: 'args' },
  ],
  args: [
    { match: /<<-?\s*['"]?(?=[A-Za-z_])/, token: '', push: 'heredoc' },
    ...common,
    ...strings,
    { match: /(?<=\s)--?[A-Za-z][\w-]*/, token: 'n' },
    { match: /\d+(?=[\s;&|)]|$)/, token: 'n' },
    { match: /\d?[<>]+&?(?:\d|-(?=\s))?/, token: '' },
    ...separators,
    { match: /(?:\\.|[^\s;&|()<>"'$`\\])+/, token: 's' },
  ],
  assign: [
    ...common,
    { match: /-[A-Za-z]+/, token: 'n' },
    { match: /[A-Za-z_]\w*(?=\+?=)/, token: '', push: 'value' },
    ...separators,
    ...strings,
    { match: /[\w./-]+/, token: '' },
  ],
};

/** Parts of a command: values, tests, sums, quotes. */
const innerStates: Grammar['states'] = {
  value: [
    { match: /\+?=/, token: '' },
    ...strings,
    { match: /\d+(?=[\s;&|)]|$)/, token: 'n' },
    { match: /(?=[\s;&|)])/, token: '', pop: 1 },
    { match: /\(/, token: '', push: 'array' },
    { match: /(?:\\.|[^\s;&|()<>"'$`\\])+/, token: 's' },
  ],
  array: [
    { match: /\)/, token: '', pop: 1 },
    { match: /\s+/, token: '' },
    ...strings,
    { match: /[^\s()"'$`]+/, token: 's' },
  ],
  test: [
    { match: /\]\]?/, token: '', to: 'args' },
    ...common,
    ...strings,
    { match: /(?<=\s)-[a-zA-Z]+(?=\s)/, token: 'k' },
    { match: /\d+\b/, token: 'n' },
    { match: /(?=\n)/, token: '', to: 'main' },
    { match: /[^\s"'$`\]]+/, token: '' },
  ],
  math: [
    { match: /\)\)/, token: '', pop: 1 },
    { match: /(?=\n)/, token: '', pop: 1 },
    { match: /\d+/, token: 'n' },
    { match: /\$?\w+/, token: '' },
  ],
  quoted: [
    { match: /[^"\\$`]+/, token: 's' },
    { match: /\\[^]/, token: 's' },
    { match: /"/, token: 's', pop: 1 },
    ...expansions,
    { match: /[$`]/, token: 's' },
  ],
  // The end of a here-document is searched for only in the next 4,000 characters; otherwise, many unclosed
  // here-documents would each be read to the end of the text. It ends at a line that consists of one word in capitals:
  // the usual delimiters (EOF, JSON, SQL, …).
  heredoc: [
    { match: /[A-Za-z_]\w*['"]?/, token: 's' },
    { match: /[^\n]+/, token: 's' },
    { match: /\n[^]{0,4000}?(?=\n\t*[A-Z_]{2,}[ \t]*(?:\n|(?![^])))/, token: 's' },
    { match: /\n\t*[A-Z_]+/, token: 's', pop: 1 },
    { match: /\n/, token: '', pop: 1 },
  ],
};

export function bashGrammar(): Grammar {
  return { states: { ...commandStates, ...innerStates } };
}
