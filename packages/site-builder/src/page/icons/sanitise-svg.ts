import type { LibraryIcon } from './read-library-icon.ts';
import { readSvgStyle, type SvgStyle } from './svg-styles.ts';

const ELEMENTS = new Set(
  'g path circle ellipse rect line polyline polygon defs lineargradient radialgradient stop clippath mask title desc symbol text tspan'.split(
    ' ',
  ),
);
/** SVG names are case-sensitive where HTML's are not: what the browser must see, by its lower-cased form. */
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
const ATTRIBUTES = new Set(
  (
    'd cx cy r rx ry x y x1 y1 x2 y2 width height points transform fill fill-rule fill-opacity clip-rule clip-path stroke stroke-width ' +
    'stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity offset stop-color ' +
    'stop-opacity gradientunits gradienttransform clippathunits spreadmethod id mask maskunits fx fy text-anchor font-size font-weight'
  ).split(' '),
);
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
 * Takes the drawing out of an author's SVG: shapes, gradients and their presentation attributes, nothing that can run,
 * load or restyle the page (scripts, handlers, `href`, `foreignObject`, animations); of its styles what they say of its own shapes.
 * Undefined without an `<svg>`.
 */
export function sanitiseSvg(text: string): LibraryIcon | undefined {
  const open = /<svg\b((?:[^>"']|"[^"]*"|'[^']*')*)>/i.exec(text);
  if (!open) return undefined;
  const outer = readAttributes(
    (open[1] ?? '').replace(
      /(^|\s)(stroke|fill|clip)([A-Z])/g,
      (_, gap: string, word: string, letter: string) => `${gap}${word}-${letter.toLowerCase()}`,
    ),
  );
  const style = readSvgStyle(text);
  const painted = new Map([...outer, ...style.of('svg', outer)]);
  const viewBox = outer.get('viewbox') ?? `0 0 ${toNumber(outer.get('width'))} ${toNumber(outer.get('height'))}`;
  if (!/^[\d\s.,eE+-]+$/.test(viewBox)) return undefined;
  const paint = PAINT_ATTRIBUTES.flatMap((name) => {
    const value = painted.get(name);
    return value !== undefined && isSafeValue(value) ? [`${name}="${escapeValue(value)}"`] : [];
  });
  const end = text.toLowerCase().lastIndexOf('</svg');
  const start = open.index + open[0].length;
  return {
    viewBox,
    paint: paint.join(' '),
    body: sanitiseBody(text.slice(start, end < start ? undefined : end), style),
  };
}

function sanitiseBody(body: string, style: SvgStyle): string {
  const clean = body.replace(/<!--[\s\S]*?(?:-->|$)/g, '').replace(/<!\[CDATA\[[\s\S]*?(?:\]\]>|$)/g, '');
  const open: string[] = [];
  let output = '';
  /** Name of an element that is dropped with everything in it. */
  let dropped: string | undefined;
  for (const match of clean.matchAll(/<(\/?)([a-zA-Z][\w:-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|([^<]+)|</g)) {
    const name = (match[2] ?? '').toLowerCase();
    if (dropped !== undefined) {
      if (match[1] === '/' && name === dropped) dropped = undefined;
      continue;
    }
    if (match[4] !== undefined) {
      if (open.length > 0 && /^(?:title|desc|text|tspan)$/.test(open.at(-1) ?? ''))
        output += match[4].replace(/>/g, '&gt;');
      continue;
    }
    if (name === '') continue;
    const selfClosing = /\/\s*$/.test(match[3] ?? '');
    if (!ELEMENTS.has(name)) {
      if (match[1] !== '/' && !selfClosing) dropped = name;
      continue;
    }
    const written = CAMEL_CASE[name] ?? name;
    if (match[1] === '/') {
      if (!open.includes(name)) continue;
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        output += `</${CAMEL_CASE[last] ?? last}>`;
        if (last === name) break;
      }
      continue;
    }
    const attributes = readAttributes(match[3] ?? '');
    const styled = new Map([...attributes, ...style.of(name, attributes)]);
    output += `<${written}${writeAttributes(styled)}${selfClosing ? '/>' : '>'}`;
    if (!selfClosing) open.push(name);
  }
  for (const last of open.toReversed()) output += `</${CAMEL_CASE[last] ?? last}>`;
  return output;
}

function readAttributes(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const match of text.matchAll(/([a-zA-Z][\w:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*["']?([^"'}]*)["']?\s*\})/g)) {
    attributes.set((match[1] ?? '').toLowerCase(), match[2] ?? match[3] ?? match[4] ?? '');
  }
  return attributes;
}

function writeAttributes(attributes: ReadonlyMap<string, string>): string {
  let written = '';
  for (const [name, value] of attributes) {
    if (ATTRIBUTES.has(name) && isSafeValue(value)) written += ` ${CAMEL_CASE[name] ?? name}="${escapeValue(value)}"`;
  }
  return written;
}

/** A paint may name another element of the same drawing, and nothing else. */
function isSafeValue(value: string): boolean {
  return (
    !/[<>]|javascript:|expression\s*\(/i.test(value) &&
    (!/url\s*\(/i.test(value) || /^url\(\s*['"]?#[\w-]+['"]?\s*\)$/.test(value))
  );
}

function escapeValue(value: string): string {
  return value.replace(/&(?!#?\w+;)/g, '&amp;').replace(/"/g, '&quot;');
}

function toNumber(text: string | undefined): number {
  const number = Number.parseFloat(text ?? '');
  return Number.isFinite(number) && number > 0 ? number : 24;
}
