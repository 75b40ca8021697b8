import { parseSync } from 'oxc-parser';

/** A number followed by a plural noun in a template or in JSX. For 1, the text would be "1 pages". */
export interface RawCount {
  /** Offset in the file, from 0. */
  readonly start: number;
  readonly phrase: string;
  readonly say: string;
}

/** Nouns that are counted in text for users. Bytes and levels are omitted, because they are units of limits. */
const nouns =
  'answers certificates changes characters comments commits days deployments domains endpoints entries errors events files findings groups hosts hours invitations issues items jobs keys links lines lists members minutes notes notifications pages passwords phrases projects queries questions readers repositories requests results rounds rows seconds sections sessions sites steps suggestions times tokens versions views visits votes warnings words workers'
    .split(' ')
    .join('|');

/**
 * Up to two words may be between the number and its noun: `3 error-level issues`, `2 active public keys`. A number
 * that exceeds a limit is never 1, and a noun before an object is a verb: `${folder} links this folder to …`.
 */
const counted = new RegExp(
  String.raw`^\s((?:[a-z-]+\s){0,2}?)(${nouns})(?![\w-]|; at most|, more than|(?<=links)\s(?:this|to)\s|(?<=answers)$)`,
);

/** Words that are never between a number and its noun: `${name} is in pages`. */
const noAdjective = /\b(?:and|are|as|at|by|contains|for|from|has|in|is|its|must|no|of|on|or|the|to|was|with)\s/;

/** Limits, which are never 1. */
const limit = /(?:^|[.#])(?:max|most|min|longest|keep)(?:[A-Z_]\w*)?(?:\[\w+\])?$|^[A-Z][A-Z_]*$/;

/** Finds numbers followed by a noun in templates and JSX. */
export function findRawCounts(path: string, content: string): RawCount[] {
  const found: RawCount[] = [];
  const report = ({ start, end }: Node, match: string, one: string): void => {
    const phrase = `\${${content.slice(start, end)}}${match}`.replaceAll(/\s+/g, ' ');
    found.push({ start, phrase, say: `countOf(number, '${one}') or formatCount` });
  };
  visit(parseSync(path, content).program, (value, text) => {
    if (isEnding(value)) report(value, '', '…');
    const [match, between = '', noun = ''] = counted.exec(text) ?? [];
    if (match === undefined || noAdjective.test(between) || value.type === 'Literal') return;
    const source = content.slice(value.start, value.end);
    if (!limit.test(source.replace(/\.toLocaleString\(.*\)$/, '')) && !source.endsWith('.toLowerCase()'))
      report(value, match, `${between}${noun.replace(/ies$/, 'y').replace(/s$/, '')}`);
  });
  return found;
}

/** Whether a node selects an ending: `count === 1 ? '' : 's'`, `count === 1 ? 'page' : 'pages'`. */
function isEnding({ type, consequent, alternate }: Node): boolean {
  if (type !== 'ConditionalExpression' || typeof consequent?.value !== 'string') return false;
  return alternate?.value === `${consequent.value}s`;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly value?: unknown;
  readonly consequent?: Node;
  readonly alternate?: Node;
}

interface TextNode extends Node {
  readonly quasis?: readonly { readonly value: { readonly cooked?: string | null } }[];
  readonly expressions?: readonly Node[];
  readonly children?: readonly TextNode[];
  readonly expression?: Node;
}

/** Calls `check` with each expression of a template or JSX, and the text after it. */
function visit(node: unknown, check: (value: Node, text: string) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, check);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type, quasis = [], expressions = [], children = [] } = node as TextNode;
  if (type === 'TemplateLiteral')
    for (const [index, value] of expressions.entries()) check(value, quasis[index + 1]?.value.cooked ?? '');
  for (const [index, { type: kind, expression }] of (type === 'JSXElement' ? children : []).entries()) {
    const next = children[index + 1];
    if (kind === 'JSXExpressionContainer' && expression !== undefined)
      check(expression, typeof next?.value === 'string' ? next.value : '');
  }
  for (const child of Object.values(node)) visit(child, check);
}
