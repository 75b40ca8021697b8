/** The TextMate scopes of each token class, for Shiki's tokens and the measurements. */
import type { ThemeRegistration } from 'shiki/core';

import { tokenClasses } from './token-class.ts';
import type { TokenClass } from './token-class.ts';

/**
 * Word-like operators (`typeof`, `and`) are keywords, and symbols have no color. This is decided from the text after
 * Shiki has run.
 */
const operatorColor = '#ffffff';
const plainColor = '#000000';

const scopesByClass: readonly (readonly [TokenClass | 'plain' | 'operator', readonly string[]])[] = [
  ['c', ['comment', 'punctuation.definition.comment', 'string.comment']],
  [
    's',
    [
      'string',
      'punctuation.definition.string',
      'constant.character',
      'constant.other.placeholder',
      'constant.other.symbol',
      'markup.inline.raw',
      'markup.fenced_code.block',
      'punctuation.definition.raw.markdown',
    ],
  ],
  [
    'n',
    [
      'constant',
      'support.constant',
      'variable.language.constant',
      'keyword.other.unit',
      'storage.type.numeric',
      'constant.other.option',
    ],
  ],
  ['k', ['keyword', 'storage', 'variable.language', 'punctuation.definition.keyword']],
  [
    'f',
    [
      'entity.name.function',
      'support.function',
      'variable.function',
      'meta.function-call.generic.python',
      'entity.name.command',
      'meta.decorator.python',
      'meta.method.identifier',
      'keyword.operator.word.mnemonic',
    ],
  ],
  [
    't',
    [
      'entity.name.type',
      'entity.name.class',
      'entity.name.namespace',
      'entity.name.module',
      'entity.name.package',
      'entity.other.inherited-class',
      'support.class',
      'support.type',
      'support.other.namespace',
      'storage.type.java',
      'storage.type.generic.java',
      'storage.type.object.array.java',
      'storage.type.annotation.java',
      'storage.modifier.import.java',
      'storage.modifier.package.java',
      'punctuation.definition.annotation.java',
      'entity.name.type.annotation',
    ],
  ],
  [
    'p',
    [
      'support.type.property-name',
      'punctuation.support.type.property-name',
      'entity.other.attribute-name',
      'entity.name.tag.yaml',
      'support.type.key',
      'keyword.other.definition.ini',
      'entity.name.header',
      'variable.other.key.toml',
      'keyword.key.toml',
      'support.type.property-name.toml',
      'variable.parameter.dockerfile',
      'variable.other.property.graphql',
      'string.json support.type.property-name.json',
      'variable.key.dotenv',
      'variable.other.dotenv',
      'source.http entity.name.tag',
    ],
  ],
  ['g', ['entity.name.tag', 'support.class.component', 'meta.tag.sgml.doctype', 'entity.name.section.group-title']],
  [
    'v',
    [
      'variable.other.normal.shell',
      'variable.other.special.shell',
      'variable.other.positional.shell',
      'variable.parameter.positional.shell',
      'variable.language.special.shell',
      'punctuation.definition.variable.shell',
      'punctuation.section.bracket.curly.variable',
      'variable.other.php',
      'variable.other.global',
      'variable.other.readwrite.instance',
      'variable.other.readwrite.class',
      'variable.other.readwrite.global',
      'variable.other.readwrite.powershell',
      'punctuation.definition.variable.powershell',
      'punctuation.definition.variable.php',
      'variable.graphql',
      'variable.parameter.graphql',
      'variable.css',
      'variable.scss',
      'variable.argument.css',
    ],
  ],
  ['h', ['markup.heading', 'entity.name.section', 'punctuation.definition.heading']],
  ['b', ['markup.bold', 'punctuation.definition.bold']],
  ['e', ['markup.italic', 'punctuation.definition.italic']],
  ['l', ['markup.underline.link', 'string.other.link']],
  ['i', ['markup.inserted', 'punctuation.definition.inserted', 'meta.diff.header.to-file']],
  ['d', ['markup.deleted', 'punctuation.definition.deleted', 'meta.diff.header.from-file']],
  ['operator', ['keyword.operator', 'storage.type.function.arrow', 'keyword.other.arrow']],
  [
    'plain',
    [
      'source',
      'text',
      'variable',
      'punctuation',
      'meta.template.expression',
      'meta.embedded',
      'meta.interpolation',
      'punctuation.definition.template-expression',
      'punctuation.section.embedded',
      'string.quoted source',
      'keyword.other.template',
      'punctuation.separator',
      'punctuation.terminator',
      'constant.character.escape.line-continuation',
      // The SQL grammar calls every `a.b` a constant.
      'constant.other.database-name',
      'constant.other.table-name',
    ],
  ],
];

const letters = Object.keys(tokenClasses) as TokenClass[];

function colorOf(name: TokenClass | 'plain' | 'operator'): string {
  if (name === 'plain') return plainColor;
  if (name === 'operator') return operatorColor;
  return `#0000${(letters.indexOf(name) + 1).toString(16).padStart(2, '0')}`;
}

export const scopeTheme: ThemeRegistration & { name: string } = {
  name: 'docwright-token-classes',
  type: 'light',
  fg: plainColor,
  bg: '#fefefe',
  settings: scopesByClass.map(([name, scope]) => ({ scope: [...scope], settings: { foreground: colorOf(name) } })),
};

export function tokenClassOf(color: string | undefined, text: string): TokenClass | '' {
  if (color === undefined) return '';
  if (color.toLowerCase() === operatorColor) return /^\s*[a-z]\w*\s*$/i.test(text) ? 'k' : '';
  return letters[Number.parseInt(color.slice(1), 16) - 1] ?? '';
}
