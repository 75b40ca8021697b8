/** Bash and friends: `main` stands where a command is expected, `args` behind one. PowerShell, batch and Dockerfile below. */
import { words } from '../lexer.ts';
import type { Grammar, Rule } from '../lexer.ts';
import { doubleQuoted, hashComment, singleQuoted, space } from './pieces.ts';

const keywords =
  'if then else elif fi for while until do done case esac in function select time export local readonly declare typeset return break continue unset';

const expansions: readonly Rule[] = [
  { match: /\$\{[^}\n]*\}?/, token: 'v' },
  { match: /\$\(\(/, token: '', push: 'math' },
  { match: /\$\(/, token: '', push: 'main' },
  { match: /\$(?:\w+|[@*#?$!-])/, token: 'v' },
];

export function bashGrammar(): Grammar {
  const common: Rule[] = [
    { match: /\\\r?\n/, token: '' },
    { match: /[ \t]+/, token: '' },
    { match: /(?<![^\s;&|()])#[^\n]*/, token: 'c' },
  ];
  const strings: Rule[] = [
    { match: /\$?'[^']*'?/, token: 's' },
    { match: /\$?"/, token: 's', push: 'quoted' },
    ...expansions,
    { match: /`/, token: 's' },
  ];
  const separators: Rule[] = [
    { match: /(?:\r?\n|;;?|&&?|\|\|?|\()/, token: '', to: 'main' },
    { match: /[)}]/, token: '', pop: 1 },
  ];
  return {
    states: {
      main: [
        { match: /\s+/, token: '' },
        ...common,
        { match: /\$(?=\s)/, token: '' },
        { match: new RegExp(String.raw`(?:${keywords.split(' ').slice(0, 16).join('|')})(?=[\s;)]|$)`), token: 'k' },
        {
          match: new RegExp(String.raw`(?:${keywords.split(' ').slice(16).join('|')})(?=[\s;)]|$)`),
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
      // A here-document ends at a line that is one word in capitals: the usual delimiters (EOF, JSON, SQL, …).
      heredoc: [
        { match: /[A-Za-z_]\w*['"]?/, token: 's' },
        { match: /[^\n]+/, token: 's' },
        { match: /\n[^]*?(?=\n\t*[A-Z_]{2,}[ \t]*(?:\n|(?![^])))/, token: 's' },
        { match: /\n\t*[A-Z_]+/, token: 's', pop: 1 },
        { match: /\n/, token: '', pop: 1 },
      ],
    },
  };
}

export function powershellGrammar(): Grammar {
  const known = words([
    'begin break catch class continue data do dynamicparam else elseif end enum exit filter finally for foreach from function hidden if in param process return static switch throw trap try until using while',
    'k',
  ]);
  return {
    ignoreCase: true,
    states: {
      main: [
        space,
        { match: /<#[^]*?(?:#>|(?![^]))/, token: 'c' },
        hashComment,
        { match: /@"\r?\n[^]*?(?:\n"@|(?![^]))|@'\r?\n[^]*?(?:\n'@|(?![^]))/, token: 's' },
        { match: /"/, token: 's', push: 'quoted' },
        { match: /'[^'\n]*'?/, token: 's' },
        { match: /\$(?:true|false|null)\b/, token: 'n' },
        { match: /\$\{[^}\n]*\}?|\$(?:\w+:)?\w+|\$[?^$]/, token: 'v' },
        { match: /\[[A-Za-z][\w.]*(?:\[\])?\]/, token: 't' },
        {
          match:
            /(?<=\s)-(?:eq|ne|gt|ge|lt|le|like|notlike|match|notmatch|contains|notcontains|in|notin|replace|split|join|is|isnot|as|and|or|not|xor|f)\b/,
          token: 'k',
        },
        // The approved verbs: any other word with a dash is a file or an option.
        {
          match:
            /\b(?:Add|Clear|Close|Compare|Connect|Convert(?:From|To)?|Copy|Disable|Disconnect|Enable|Enter|Exit|Expand|Export|Find|ForEach|Format|Get|Group|Import|Install|Invoke|Join|Measure|Move|New|Out|Pop|Publish|Push|Read|Receive|Register|Remove|Rename|Resolve|Restart|Save|Select|Send|Set|Show|Sort|Split|Start|Stop|Tee|Test|Unblock|Uninstall|Update|Use|Wait|Where|Write)-[A-Za-z]\w*/,
          token: 'f',
        },
        { match: /(?<=\s)@\w+/, token: 'v' },
        { match: /(?<=\s)-[A-Za-z][\w-]*/, token: '' },
        { match: /\b\d+(?:\.\d+)?(?:[kmgtp]b)?\b/, token: 'n' },
        { match: /(?<=\.)[A-Za-z_]\w*(?=\()/, token: 'f' },
        { match: /[A-Za-z_][\w-]*/, token: '', words: known },
      ],
      quoted: [
        { match: /[^"`$]+/, token: 's' },
        { match: /`[^]/, token: 's' },
        { match: /""/, token: 's' },
        { match: /"/, token: 's', pop: 1 },
        { match: /\$\(/, token: '', push: 'sub' },
        { match: /\$\{[^}\n]*\}?|\$\w+/, token: 'v' },
        { match: /\$/, token: 's' },
      ],
      sub: [
        { match: /\)/, token: '', pop: 1 },
        { match: /\$\w+/, token: 'v' },
        { match: /[^)$\n]+/, token: '' },
        { match: /\n/, token: '', pop: 1 },
      ],
    },
  };
}

export function dockerGrammar(): Grammar {
  return {
    ignoreCase: true,
    states: {
      main: [
        { match: /^\s*#[^\n]*/, token: 'c' },
        {
          match:
            /^\s*(?:FROM|RUN|CMD|LABEL|MAINTAINER|EXPOSE|ENV|ADD|COPY|ENTRYPOINT|VOLUME|USER|WORKDIR|ARG|ONBUILD|STOPSIGNAL|HEALTHCHECK|SHELL)\b/,
          token: 'k',
        },
        { match: /(?<=\s)AS(?=\s)/, token: 'k' },
        doubleQuoted,
        singleQuoted,
        { match: /[^\s"'#]+/, token: '' },
        space,
      ],
    },
  };
}
