/**
 * JavaScript, TypeScript and their JSX forms. Two states record whether a `/` or a `<` begins a value (`main`) or
 * follows one (`after`); `member` is the state after a dot.
 */
import { words } from '../lexer.ts';
import type { Grammar, Rule } from '../lexer.ts';
import { blockComment, lineComment, number, space } from './pieces.ts';

const name = String.raw`[A-Za-z_$\u00aa-\uffff][\w$\u00aa-\uffff]*`;
const beginKeywords =
  'await break case catch class const continue debugger default delete do else enum export extends finally for from function get if implements import in instanceof interface let namespace new of package private protected public return set static switch throw try type typeof var void while with yield async declare abstract readonly override as is keyof infer satisfies asserts module require using accessor unique global';
/** Words that are often names: keywords only before another word or a brace. */
const contextual = new Set(
  'from get set static type of namespace module as is async declare abstract readonly override keyof infer satisfies asserts require using accessor unique global package private protected public interface implements enum let yield await'.split(
    ' ',
  ),
);
const hard = beginKeywords.split(' ').filter((word) => !contextual.has(word));
const builtInTypes = 'string number boolean any unknown never object symbol bigint';
const builtInClasses =
  'Promise Array Object Map Set WeakMap WeakSet Date Error RegExp String Number Boolean Symbol URL Uint8Array Buffer';

const comments = [space, lineComment, blockComment];
const values: readonly Rule[] = [
  { match: /"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?/, token: 's', to: 'after' },
  { match: /'[^'\\\n]*(?:\\[^][^'\\\n]*)*'?/, token: 's', to: 'after' },
  { match: /`/, token: 's', to: 'after', push: 'template' },
  { match: number.match, token: 'n', to: 'after' },
  { match: /(?:this|super|arguments)\b/, token: 'k', to: 'after' },
  { match: /(?:true|false|null|undefined|NaN|Infinity)\b(?!\s*:)/, token: 'n', to: 'after' },
];

function nameRules(typed: boolean): Rule[] {
  const arrow = String.raw`(?=\s*[=:]\s*(?:async\s*)?(?:function\b|(?:\([^()\n]{0,200}\)|${name})\s*(?::\s*[\w<>[\], |]{1,60})?\s*=>))`;
  const rules: Rule[] = [
    { match: new RegExp(String.raw`(?:${hard.join('|')})\b(?!\s*:)`), token: 'k', to: 'main' },
    {
      match: new RegExp(
        String.raw`(?:${[...contextual].join('|')})\b(?=\s+[\w$"'{[*]|\s*[{*])(?!\s+(?:in|of|instanceof)\b)`,
      ),
      token: 'k',
      to: 'main',
    },
    { match: /async(?=\s+(?:function\b|[(A-Za-z_$[{*#])|\()|constructor(?=\s*\()/, token: 'k', to: 'main' },
    { match: new RegExp(name + arrow), token: 'f', to: 'after' },
    { match: new RegExp(String.raw`(?:${name})(?=\s*(?:\?\.)?\()`), token: 'f', to: 'after' },
  ];
  if (typed) {
    rules.push(
      { match: new RegExp(String.raw`${name}(?=<[\w\s,.[\]|<>"']{1,80}>\()`), token: 'f', to: 'after' },
      {
        match: new RegExp(String.raw`(?:${builtInTypes.replaceAll(' ', '|')})\b(?!\s*[:=.(])`),
        token: 't',
        to: 'after',
      },
    );
  }
  rules.push({ match: new RegExp(name), token: '', words: words([builtInClasses, 't'], ['async', 'k']), to: 'after' });
  return rules;
}

function typeRules(): Rule[] {
  const type = String.raw`[A-Z][\w$]*`;
  return [
    // `: Name`, `as Name`, `<Name`, `| Name` before characters that can only follow a type.
    {
      match: new RegExp(
        String.raw`(?<=[:<|&,]\s?|\bas |\bextends |\bimplements |\bkeyof |\bis |\binterface |\btype |\bclass |\bnew |\benum )${type}(?=\s*(?:[>|&\]=;){[]|<|,\s*[A-Z]|\s(?:extends|implements|from|\|))|\s*$)`,
      ),
      token: 't',
      to: 'after',
    },
  ];
}

export interface EcmascriptDialect {
  readonly typed: boolean;
  readonly jsx: boolean;
}

export function ecmascriptGrammar({ typed, jsx }: EcmascriptDialect): Grammar {
  const shared: Rule[] = [
    ...comments,
    ...values,
    {
      match: new RegExp(
        String.raw`(?<=\b(?:class|interface|enum|extends|implements|new) )[A-Z][\w$]*\b(?!\s*[.(])|(?<=\b(?:class|interface|type|enum) )[A-Z][\w$]*`,
      ),
      token: 't',
      to: 'after',
    },
    ...(typed ? typeRules() : []),
    ...nameRules(typed),
    { match: /@(?=[A-Za-z_])/, token: '', to: 'member' },
    { match: /\.\.\./, token: '', to: 'main' },
    { match: /\??\.(?=\s*[A-Za-z_$#])/, token: '', to: 'member' },
    { match: /\{/, token: '', to: 'after', push: 'main' },
    { match: /\}/, token: '', pop: 1 },
    { match: /[)\]]/, token: '', to: 'after' },
    { match: /=>|[-+*%=<>!&|^~?:;,([#]/, token: '', to: 'main' },
  ];
  const regexp: Rule = {
    match: /\/(?![*/])[^/\\\n[]*(?:(?:\\.|\[[^\]\\\n]*(?:\\.[^\]\\\n]*)*\])[^/\\\n[]*)*\/[a-z]*/,
    token: 's',
    to: 'after',
  };
  const states: Record<string, readonly Rule[]> = {
    main: [
      ...(jsx ? jsxStart : []),
      ...shared.slice(0, comments.length),
      regexp,
      ...shared.slice(comments.length),
      { match: /\//, token: '' },
    ],
    after: [...shared, { match: /\//, token: '', to: 'main' }],
    member: [
      {
        match: new RegExp(
          String.raw`#?${name}(?=\s*(?:\?\.)?[(]|<[\w\s,.[\]|]{1,60}>\(|\s*=\s*(?:async\s*)?(?:function\b|\([^()\n]{0,100}\)\s*=>))`,
        ),
        token: 'f',
        to: 'after',
      },
      { match: new RegExp(`#?${name}`), token: '', to: 'after' },
      { match: /(?:)/, token: '', to: 'after' },
    ],
    template: [
      { match: /[^`\\$]+/, token: 's' },
      { match: /\\[^]/, token: 's' },
      { match: /\$\{/, token: '', push: 'main' },
      { match: /`/, token: 's', pop: 1 },
      { match: /\$/, token: 's' },
    ],
    ...(jsx ? jsxStates : {}),
  };
  return { states };
}

const jsxStart: readonly Rule[] = [
  { match: /<>/, token: '', to: 'after', push: 'children' },
  { match: /<(?=[A-Za-z][\w.:-]*(?:\s+[A-Za-z_{/]|\s*\/?>|\s*$))/, token: '', to: 'after', push: 'tag' },
];

const jsxStates: Readonly<Record<string, readonly Rule[]>> = {
  tag: [
    space,
    blockComment,
    { match: /(?<=<)[A-Za-z][\w.:-]*/, token: 'g' },
    { match: /"[^"]*"?|'[^']*'?/, token: 's' },
    { match: /[A-Za-z_][\w:.-]*/, token: 'p' },
    { match: /\{/, token: '', push: 'main' },
    { match: /\/>/, token: '', pop: 1 },
    { match: />/, token: '', to: 'children' },
    { match: /[=/]/, token: '' },
    { match: /(?=[;)}])/, token: '', pop: 1 },
  ],
  children: [
    { match: /[^<{&]+/, token: '' },
    { match: /\{/, token: '', push: 'main' },
    { match: /<\/(?=[\w>])/, token: '', to: 'closing' },
    { match: /<>/, token: '', push: 'children' },
    { match: /<(?=[A-Za-z])/, token: '', push: 'tag' },
    { match: /&[#\w]+;/, token: 'n' },
  ],
  closing: [
    { match: /[\w.:-]+/, token: 'g' },
    { match: /\s*>/, token: '', pop: 1 },
    { match: /(?=[^\w.:>\s-])/, token: '', pop: 1 },
  ],
};
