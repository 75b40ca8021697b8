/** JSON, YAML, TOML, INI, dotenv, diff, HTTP, CSV: formats for data rather than programs. */
import { words } from '../lexer.ts';
import type { Grammar, Rule } from '../lexer.ts';
import { blockComment, doubleQuoted, hashComment, lineComment, singleQuoted, space } from './pieces.ts';

export function jsonGrammar(): Grammar {
  return {
    states: {
      main: [
        { match: /[\s{}[\],:]+/, token: '' },
        { match: /"[^"\\\n]*(?:\\[^][^"\\\n]*)*"(?=\s*:)/, token: 'p' },
        doubleQuoted,
        { match: /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, token: 'n' },
        { match: /(?:true|false|null)\b/, token: 'n' },
        lineComment,
        blockComment,
        { match: /[^\s{}[\],:"/]+/, token: '' },
      ],
    },
  };
}

export function yamlGrammar(): Grammar {
  const scalarConstant = String.raw`(?:true|false|null|yes|no|on|off|True|False|TRUE|FALSE|Null|NULL|~)`;
  const endOfScalar = String.raw`(?=\s*(?:[,\]}]|\s#|$))`;
  return {
    states: {
      main: [
        { match: /(?:---|\.\.\.)(?=\s|$)/, token: '' },
        { match: /[ \t\r\n]+/, token: '' },
        hashComment,
        {
          match:
            /(?:"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\n]*'|(?![-?:](?:\s|$))[^\s#"'[\]{},|>&*!%@`][^#:\n,[\]{}]*(?::(?!\s|$)[^#:\n,[\]{}]*)*?)(?=\s{0,64}:(?:\s|$))/,
          token: 'p',
        },
        { match: /[|>][-+\d]*(?=[ \t]*(?:#[^\n]*)?$)/, token: 'k', push: 'block' },
        { match: /"[^"\\]*(?:\\[^][^"\\]*)*"?/, token: 's' },
        { match: /'[^']*'?/, token: 's' },
        { match: /[&*][^\s,[\]{}]+/, token: 'v' },
        { match: /![^\s,[\]{}]*/, token: 'k' },
        {
          match: new RegExp(`-?(?:0x[\\da-fA-F]+|\\d[\\d_]*(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)${endOfScalar}`),
          token: 'n',
        },
        { match: new RegExp(`${scalarConstant}${endOfScalar}`), token: 'n' },
        { match: /[-?:](?=\s|$)|[[\]{},]/, token: '' },
        // Spaces are matched 64 at a time, because a lazy match checks at each space, which takes quadratic time in a
        // long run. A plain scalar: up to a comment, or to a bracket or comma (wrong only for unquoted text that
        // contains them).
        { match: /[^\s#,[\]{}][^\n#,[\]{}]*?(?=\s{0,64}(?:$|[,\]}]|\s#|:\s))/, token: 's' },
        { match: /[^\s,[\]{}]+/, token: 's' },
      ],
      // A block scalar continues while lines are indented or empty.
      block: [
        { match: /[ \t]*#[^\n]*(?=\n)/, token: 'c' },
        { match: /\n(?:[ \t]+[^\n]*|(?=\n)|(?![^]))/, token: 's' },
        { match: /(?=\n)/, token: '', pop: 1 },
        { match: /[^\n]+/, token: 's' },
      ],
    },
  };
}

export function tomlGrammar(): Grammar {
  return {
    states: {
      main: [
        space,
        hashComment,
        { match: /^[ \t]*\[\[?/, token: '', push: 'table' },
        {
          match:
            /(?<![\w.-])(?:[\w-]+|"[^"\n]{0,200}"|'[^'\n]{0,200}')(?:[ \t]{0,9}\.[ \t]{0,9}(?:[\w-]+|"[^"\n]{0,200}")){0,12}(?=[ \t]*=)/,
          token: 'p',
        },
        { match: /"""[^]*?(?:"""|(?![^]))|'''[^]*?(?:'''|(?![^]))/, token: 's' },
        doubleQuoted,
        { match: /'[^'\n]*'?/, token: 's' },
        {
          match:
            /\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:\d\d)?)?|[+-]?(?:0[xob][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)\b/,
          token: 'n',
        },
        { match: /(?:true|false|inf|nan)\b/, token: 'n' },
        { match: /[\w-]+/, token: '' },
      ],
      table: [
        { match: /[^\].\n]+/, token: 'h' },
        { match: /\./, token: '' },
        { match: /\]\]?|(?=\n)/, token: '', pop: 1 },
      ],
    },
  };
}

export function iniGrammar(): Grammar {
  return {
    states: {
      main: [
        { match: /^[ \t]*[#;][^\n]*/, token: 'c' },
        { match: /^[ \t]*\[[^\]\n]*\]?/, token: 'g' },
        { match: /^[ \t]*[^\s=:#;[\n][^=:\n]*?(?=\s{0,64}[=:])/, token: 'p' },
        { match: /"[^"\n]*"?|'[^'\n]*'?/, token: 's' },
        { match: /[=:]/, token: '' },
        { match: /[^\n"'=]+/, token: '' },
        space,
      ],
    },
  };
}

export function dotenvGrammar(): Grammar {
  return {
    states: {
      main: [
        { match: /^[ \t]*#[^\n]*/, token: 'c' },
        { match: /^[ \t]*export(?=\s)/, token: 'k' },
        { match: /(?<![\w.-])[A-Za-z_][\w.-]*(?==)/, token: 'p' },
        { match: /=/, token: '' },
        { match: /"[^"\n]*"?|'[^'\n]*'?/, token: 's' },
        { match: /(?<==)\d+(?=\s|$)/, token: 'n' },
        { match: /[^\s#"'=]+/, token: '' },
        { match: /[ \t]#[^\n]*/, token: 'c' },
        space,
      ],
    },
  };
}

export function diffGrammar(): Grammar {
  return {
    states: {
      main: [
        { match: /^(?:diff|index|similarity|rename|new file|deleted file)\b[^\n]*/, token: 'k' },
        { match: /^(?:---|\+\+\+|\*\*\*)[ \t][^\n]*/, token: 'h' },
        { match: /^@@[^\n]*/, token: 'f' },
        { match: /^[+>][^\n]*/, token: 'i' },
        { match: /^[-<][^\n]*/, token: 'd' },
        { match: /[^\n]+/, token: '' },
        space,
      ],
    },
  };
}

export function httpGrammar(): Grammar {
  const protocol: readonly Rule[] = [
    { match: /HTTP(?=\/)/, token: 'k' },
    { match: /\/(?=\d(?:\.\d)?\s)/, token: '' },
    { match: /(?<=HTTP\/)\d(?:\.\d)?/, token: 'n' },
  ];
  return {
    states: {
      main: [
        { match: /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|CONNECT)\b/, token: 'k', push: 'target' },
        { match: /^(?=HTTP\/)/, token: '', push: 'status' },
        { match: /^(?:#|\/\/)[^\n]*/, token: 'c' },
        { match: /^[A-Za-z][\w-]*(?=:)/, token: 'p', push: 'value' },
        { match: /^[ \t]*[{[][^]*?(?=\n\n|(?![^]))/, token: '', embed: 'json' },
        { match: /[^\n]+/, token: '' },
        space,
      ],
      target: [...protocol, { match: /(?=\n)/, token: '', pop: 1 }, { match: /[^\s]+|[ \t]+|\//, token: '' }],
      status: [
        ...protocol,
        { match: /\b\d{3}\b/, token: 'n' },
        { match: /(?=\n)/, token: '', pop: 1 },
        { match: /[A-Za-z]+/, token: 's' },
      ],
      value: [
        { match: /:/, token: 'k' },
        { match: /(?=\n)/, token: '', pop: 1 },
        { match: /[^\n:]+/, token: 's' },
      ],
    },
  };
}

export function graphqlGrammar(): Grammar {
  const known = words(
    [
      'query mutation subscription fragment on type interface union enum input scalar schema extend implements directive repeatable',
      'k',
    ],
    ['true false null', 'n'],
    ['Int Float String Boolean ID', 't'],
  );
  return {
    states: {
      main: [
        { match: /[\s{}()[\],:!=|&]+/, token: '' },
        hashComment,
        { match: /"""[^]*?(?:"""|(?![^]))/, token: 's' },
        doubleQuoted,
        { match: /\$[A-Za-z_]\w*/, token: 'v' },
        { match: /@[A-Za-z_]\w*/, token: 'f' },
        { match: /(?<=\b(?:query|mutation|subscription|fragment)\s)\w+/, token: 'f' },
        { match: /(?<=\b(?:type|interface|union|enum|input|scalar|on|implements)\s)\w+/, token: 't' },
        { match: /(?<=:\s?\[?)[A-Z]\w*/, token: 't' },
        { match: /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, token: 'n' },
        { match: /[A-Za-z_]\w*/, token: '', words: known },
        singleQuoted,
      ],
    },
  };
}
