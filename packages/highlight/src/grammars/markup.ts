/** HTML, XML, CSS and its dialects, Markdown and MDX. */
import type { Grammar, Rule } from '../lexer.ts';
import { blockComment, doubleQuoted, lineComment, singleQuoted, space } from './pieces.ts';

const attributes: readonly Rule[] = [
  space,
  { match: /"[^"]*"?|'[^']*'?/, token: 's' },
  { match: /(?<==)[^\s"'>]+/, token: 's' },
  { match: /[^\s"'>/=]+/, token: 'p' },
  { match: /[=/]/, token: '' },
];
const tag: readonly Rule[] = [{ match: /\/?>/, token: '', pop: 1 }, ...attributes];

export function htmlGrammar(): Grammar {
  return {
    ignoreCase: true,
    states: {
      main: [
        { match: /<!--[^]*?(?:-->|(?![^]))/, token: 'c' },
        { match: /<!(?=DOCTYPE)/, token: '', push: 'doctype' },
        { match: /<(?=(?:script)[\s>])/, token: '', push: 'script-tag' },
        { match: /<(?=(?:style)[\s>])/, token: '', push: 'style-tag' },
        { match: /<\/?(?=[A-Za-z])/, token: '', push: 'name' },
        { match: /&(?:#\w+|\w+);/, token: 's' },
        { match: /[^<&]+/, token: '' },
      ],
      doctype: [
        { match: /DOCTYPE/, token: 'g' },
        { match: />|(?=\n)/, token: '', pop: 1 },
        { match: /[\w.-]+/, token: 'p' },
        { match: /"[^"\n]*"?/, token: 's' },
      ],
      name: [{ match: /[A-Za-z][\w:.-]*/, token: 'g', to: 'tag' }],
      'script-tag': [{ match: /script/, token: 'g' }, { match: />/, token: '', to: 'script' }, ...attributes],
      'style-tag': [{ match: /style/, token: 'g' }, { match: />/, token: '', to: 'style' }, ...attributes],
      script: [
        { match: /(?=<\/script)/, token: '', pop: 1 },
        { match: /[^]+?(?=<\/script|(?![^]))/, token: '', embed: 'javascript', pop: 1 },
        { match: /(?=<)/, token: '', pop: 1 },
      ],
      style: [
        { match: /(?=<\/style)/, token: '', pop: 1 },
        { match: /[^]+?(?=<\/style|(?![^]))/, token: '', embed: 'css', pop: 1 },
        { match: /(?=<)/, token: '', pop: 1 },
      ],
      tag,
    },
  };
}

export function xmlGrammar(): Grammar {
  return {
    states: {
      main: [
        { match: /<!--[^]*?(?:-->|(?![^]))/, token: 'c' },
        { match: /<!\[CDATA\[[^]*?(?:\]\]>|(?![^]))/, token: 's' },
        { match: /<\?(?=[A-Za-z])/, token: '', push: 'instruction' },
        { match: /<![A-Z][^>]*>?/, token: 'k' },
        { match: /<\/?(?=[A-Za-z_])/, token: '', push: 'name' },
        { match: /&(?:#\w+|\w+);/, token: 's' },
        { match: /[^<&]+/, token: '' },
      ],
      name: [{ match: /[A-Za-z_][\w:.-]*/, token: 'g', to: 'tag' }],
      instruction: [
        { match: /\?>/, token: '', pop: 1 },
        space,
        { match: /(?<=<\?)[\w:.-]+/, token: 'g' },
        { match: /"[^"]*"?|'[^']*'?/, token: 's' },
        { match: /[^\s"'?=]+/, token: 'p' },
      ],
      tag,
    },
  };
}

export interface CssDialect {
  /** `//` comments, `$x` and `@x` variables, nesting. */
  readonly nested: boolean;
}

export function cssGrammar({ nested }: CssDialect): Grammar {
  const comments = nested ? [blockComment, lineComment] : [blockComment];
  const declarationStart = /(?:--[\w-]+|[-A-Za-z][\w-]*)(?=\s*:(?!:)(?:[^;{}\n]*(?:[;}\n]|(?![^]))))/;
  const selectors: Rule[] = [
    { match: /@[\w-]+/, token: 'k', push: 'at-rule' },
    { match: /\{/, token: '', push: 'block' },
    { match: /\}/, token: '', pop: 1 },
    { match: /[.#](?=[-A-Za-z_])/, token: '' },
    { match: /(?<=[.#])[-A-Za-z_][\w-]*/, token: 'p' },
    { match: /::?(?=[-A-Za-z])/, token: '' },
    { match: /(?<=:)[-A-Za-z][\w-]*/, token: 'p' },
    { match: /\[/, token: '', push: 'attribute' },
    { match: /&/, token: 'g' },
    { match: /[A-Za-z][\w-]*|\*/, token: 'g' },
  ];
  return {
    states: {
      main: [space, ...comments, doubleQuoted, singleQuoted, { match: /[$][\w-]+/, token: 'v' }, ...selectors],
      'at-rule': [
        space,
        ...comments,
        doubleQuoted,
        singleQuoted,
        { match: /\{/, token: '', to: 'block' },
        { match: /;/, token: '', pop: 1 },
        { match: /[\w-]+(?=\()/, token: 'f' },
        { match: /-?\d+(?:\.\d+)?(?:%|[A-Za-z]+)?/, token: 'n' },
        { match: /\b(?:and|or|not|only)\b/, token: 'k' },
        { match: /[\w-]+(?=\s*[:)])/, token: 'p' },
        { match: /[$@]?[\w-]+/, token: '' },
      ],
      block: [space, ...comments, { match: declarationStart, token: 'p', push: 'value' }, ...selectors],
      value: [
        { match: /:/, token: '' },
        { match: /;/, token: '', pop: 1 },
        { match: /(?=\})/, token: '', pop: 1 },
        space,
        ...comments,
        doubleQuoted,
        singleQuoted,
        { match: /#(?=[\da-fA-F]{3})/, token: '' },
        { match: /(?<=#)[\da-fA-F]{3,8}\b/, token: 'n' },
        { match: /[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:%|[A-Za-z]+)?/, token: 'n' },
        { match: /!important\b/, token: 'k' },
        { match: /--[\w-]+|\$[\w-]+/, token: 'v' },
        { match: /[-A-Za-z][\w-]*(?=\()/, token: 'f' },
        { match: /[-A-Za-z][\w-]*/, token: 'n' },
      ],
      attribute: [
        { match: /\]/, token: '', pop: 1 },
        doubleQuoted,
        singleQuoted,
        { match: /[-\w]+/, token: 'p' },
        { match: /(?=[{\n])/, token: '', pop: 1 },
      ],
    },
  };
}

/** Languages of fences inside Markdown that are highlighted. */
const fenceLanguages = 'bash sh json js javascript ts typescript tsx jsx python yaml html css go rust java'.split(' ');

export function markdownGrammar(mdx: boolean): Grammar {
  const fences = fenceLanguages.map((name): Rule => ({
    match: new RegExp(`(?<=^[ \\t>]*\`\`\`${name}(?:[ \\t][^\\n]*)?\\n)[^]+?(?=\\n?^[ \\t]*\`\`\`)`),
    token: 's',
    embed: name,
  }));
  return {
    states: {
      main: [
        { match: /(?<![^])---\n/, token: '', push: 'frontmatter' },
        ...fences,
        { match: /^[ \t]*(?:```+|~~~+)/, token: mdx ? 's' : '', push: 'fence' },
        { match: /^[ \t]{0,3}#{1,6}[ \t][^\n]*/, token: 'h' },
        ...(mdx
          ? [
              { match: /^(?:import|export)\b[^\n]*/, token: '', embed: 'tsx' } as Rule,
              { match: /\{\/\*[^]*?(?:\*\/\}|(?![^]))/, token: 'c' } as Rule,
            ]
          : []),
        { match: /<!--[^]*?(?:-->|(?![^]))/, token: 'c' },
        { match: /<\/?(?=[A-Za-z][\w.]*[\s/>])/, token: '', push: 'name' },
        { match: /`[^`\n]+`/, token: 's' },
        { match: /\*\*(?=\S)[^*\n]+\*\*|__(?=\S)[^_\n]+__/, token: 'b' },
        { match: /(?<!\w)[*_](?=[^\s*_])[^*_\n]+[*_](?!\w)/, token: 'e' },
        { match: /!?\[[^\]\n]{0,200}\](?=[([])/, token: 's' },
        { match: /(?<=\])\([^)\n]{0,300}\)/, token: 'l' },
        { match: /https?:\/\/[^\s<>)"'`\]]+/, token: 'l' },
        { match: /^[ \t]*(?:[-*+]|\d+\.)(?=[ \t])|^[ \t]*>/, token: '' },
        { match: /\w+/, token: '' },
        { match: /\s+/, token: '' },
      ],
      fence: [
        { match: /(?<=[`~])[\w+#.-]+/, token: mdx ? 'f' : '' },
        { match: /[^\n]+/, token: '' },
        { match: /\n/, token: '', pop: 1 },
      ],
      frontmatter: [
        { match: /[^]*?\n(?=---[ \t]*(?:\n|(?![^])))/, token: '', embed: 'yaml' },
        { match: /---/, token: '', pop: 1 },
        { match: /[^]/, token: '', pop: 1 },
      ],
      name: [{ match: /[A-Za-z][\w.:-]*/, token: 'g', to: 'tag' }],
      tag: [
        space,
        { match: /\/?>/, token: '', pop: 1 },
        { match: /"[^"]*"?|'[^']*'?/, token: 's' },
        { match: /\{/, token: '', push: 'braces' },
        { match: /[^\s"'>/={]+/, token: 'p' },
        { match: /[=/]/, token: '' },
      ],
      braces: [
        { match: /\{/, token: '', push: 'braces' },
        { match: /\}/, token: '', pop: 1 },
        { match: /"[^"\n]*"?|'[^'\n]*'?|`[^`]*`?/, token: 's' },
        { match: /\b\d+(?:\.\d+)?\b|\b(?:true|false|null|undefined)\b/, token: 'n' },
        { match: /\w+/, token: '' },
      ],
    },
  };
}
