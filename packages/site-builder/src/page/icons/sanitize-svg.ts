import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { readHtmlTokens, type HtmlToken } from '../../markup/html-tokens.ts';
import type { LibraryIcon } from './read-library-icon.ts';
import { readSvgStyle, type SvgStyle } from './svg-styles.ts';

const ELEMENTS = new Set(
  'g path circle ellipse rect line polyline polygon defs lineargradient radialgradient stop clippath mask title desc symbol text tspan'.split(
    ' ',
  ),
);
/** SVG names are case-sensitive, unlike HTML names: maps the lowercase form to the correct spelling. */
const CAMEL_CASE: Readonly<Record<string, string>> = {
  lineargradient: 'linearGradient',
  radialgradient: 'radialGradient',
  clippath: 'clipPath',
  viewbox: 'viewBox',
  gradientunits: 'gradientUnits',
  gradienttransform: 'gradientTransform',
  clippathunits: 'clipPathUnits',
  spreadmethod: 'spreadMethod',
  maskunits: 'maskUnits',
  preserveaspectratio: 'preserveAspectRatio',
};
const ATTRIBUTES = (
  'd cx cy r rx ry x y x1 y1 x2 y2 width height points transform fill fill-rule fill-opacity clip-rule clip-path stroke stroke-width ' +
  'stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity offset stop-color ' +
  'stop-opacity gradientunits gradienttransform clippathunits spreadmethod id mask maskunits fx fy text-anchor font-size font-weight'
).split(' ');
/** Keyed by each spelling: as in SVG, ignoring case, and as in JSX (`strokeWidth`). */
const ATTRIBUTE_NAMES: ReadonlyMap<string, string> = new Map(
  ATTRIBUTES.flatMap((name) => [
    [name, name],
    [name.replaceAll('-', ''), name],
  ]),
);
/**
 * Colors and transforms; anything else that looks like a call can load something (`image-set()`, `url()` of another
 * file).
 */
const CALLS: ReadonlySet<string> = new Set(
  'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix var calc matrix translate scale rotate skewx skewy'.split(
    ' ',
  ),
);
/** The only elements whose text is kept. */
const TEXT_ELEMENTS: ReadonlySet<string> = new Set(['title', 'desc', 'text', 'tspan']);
/** Browsers parse the content of these two elements as HTML, which can't contain shapes. */
const HTML_ELEMENTS: ReadonlySet<string> = new Set(['title', 'desc']);
/** Maximum depth; deeper elements are left out. */
const MAX_DEPTH = 100;
const PAINT_ATTRIBUTES = [
  'fill',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'clip-rule',
];

/**
 * Extracts the drawing from an author's SVG: shapes, gradients and their presentation attributes, but nothing that can
 * run, load or restyle the page (scripts, handlers, `href`, `foreignObject`, animations); of its styles, only the rules
 * for its own shapes. Returns `undefined` without an `<svg>`.
 */
export function sanitizeSvg(text: string): LibraryIcon | undefined {
  const tokens = readHtmlTokens(unwrapJsx(text), 'svg');
  const start = tokens.findIndex((token) => token.kind === 'start' && token.name === 'svg');
  const root = tokens[start];
  if (root?.kind !== 'start') return undefined;
  const outer = readAttributes(root.attributes);
  const style = readSvgStyle(textsIn(tokens, 'style'));
  const painted = new Map([...outer, ...style.of('svg', outer)]);
  const viewBox = outer.get('viewbox') ?? `0 0 ${toNumber(outer.get('width'))} ${toNumber(outer.get('height'))}`;
  if (!/^[\d\s.,eE+-]+$/.test(viewBox)) return undefined;
  const paint = PAINT_ATTRIBUTES.flatMap((name) => {
    const value = painted.get(name);
    return value !== undefined && isSafeValue(value) ? [`${name}="${escapeAttribute(value)}"`] : [];
  });
  const end = tokens.findLastIndex((token) => token.kind === 'end' && token.name === 'svg');
  const body = root.isSelfClosing ? [] : tokens.slice(start + 1, end === -1 ? undefined : end);
  return { viewBox, paint: paint.join(' '), body: writeBody(body, style) };
}

/** Quotes values that are in braces in an author's JSX, such as `width={24}`. */
function unwrapJsx(text: string): string {
  return text.replaceAll(
    /=\{\s*(?:"([^"{}]*)"\s*|'([^"'{}]*)'\s*|([^"'{}\s][^"'{}]*))\}/g,
    (_, double?: string, single?: string, bare?: string) => `="${double ?? single ?? bare?.trim() ?? ''}"`,
  );
}

/** The text of all elements with a name. */
function textsIn(tokens: readonly HtmlToken[], name: string): string {
  let isInside = false;
  let found = '';
  for (const token of tokens) {
    if (token.kind !== 'text')
      isInside = token.name === name ? token.kind === 'start' && !token.isSelfClosing : isInside;
    else if (isInside) found += token.text;
  }
  return found;
}

function writeBody(tokens: readonly HtmlToken[], style: SvgStyle): string {
  const open: string[] = [];
  let output = '';
  /** Name of the element that is dropped with its content, and how many elements with its name are open. */
  let dropped: { readonly name: string; depth: number } | undefined;
  const close = (): void => {
    const last = open.pop() ?? '';
    output += `</${CAMEL_CASE[last] ?? last}>`;
  };
  for (const token of tokens) {
    if (token.kind === 'text') {
      if (dropped === undefined && TEXT_ELEMENTS.has(open.at(-1) ?? '')) output += escapeText(token.text);
      continue;
    }
    const { kind, name } = token;
    if (dropped !== undefined) {
      if (name !== dropped.name) continue;
      if (kind === 'end') dropped.depth -= 1;
      else if (!token.isSelfClosing) dropped.depth += 1;
      if (dropped.depth === 0) dropped = undefined;
      continue;
    }
    if (kind === 'end') {
      // Closes one element, together with any elements open inside it.
      for (let isOpen = open.includes(name); isOpen;) {
        isOpen = open.at(-1) !== name;
        close();
      }
      continue;
    }
    if (!ELEMENTS.has(name) || HTML_ELEMENTS.has(open.at(-1) ?? '') || open.length >= MAX_DEPTH) {
      if (!token.isSelfClosing) dropped = { name, depth: 1 };
      continue;
    }
    const attributes = readAttributes(token.attributes);
    const styled = new Map([...attributes, ...style.of(name, attributes)]);
    output += `<${CAMEL_CASE[name] ?? name}${writeAttributes(styled)}${token.isSelfClosing ? '/>' : '>'}`;
    if (!token.isSelfClosing) open.push(name);
  }
  while (open.length > 0) close();
  return output;
}

/** Attributes under their SVG names, the first of each. */
function readAttributes(written: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [name, value] of written) {
    const known = ATTRIBUTE_NAMES.get(name) ?? name;
    if (!attributes.has(known)) attributes.set(known, value);
  }
  return attributes;
}

function writeAttributes(attributes: ReadonlyMap<string, string>): string {
  let written = '';
  for (const [name, value] of attributes) {
    if (ATTRIBUTE_NAMES.has(name) && isSafeValue(value))
      written += ` ${CAMEL_CASE[name] ?? name}="${escapeAttribute(value)}"`;
  }
  return written;
}

/**
 * Whether a value is safe. A paint may reference only another element of the same drawing. A browser parses it as CSS,
 * in which `\` escapes any letter.
 */
function isSafeValue(value: string): boolean {
  if (/^url\(\s*(['"]?)#[\w-]+\1\s*\)$/i.test(value)) return true;
  if (/[<>\\]|\/\*/.test(value)) return false;
  return [...value.matchAll(/([\w-]*)\s*\(/g)].every(([, name = '']) => CALLS.has(name.toLowerCase()));
}

function toNumber(text: string | undefined): number {
  const number = Number.parseFloat(text ?? '');
  return Number.isFinite(number) && number > 0 ? number : 24;
}
