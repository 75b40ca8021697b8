import { decodeEntities } from '@docwright/expressions';
import type { Html } from '../../markup/html.ts';

/** The text of a piece of markup, as a screen reader would read it. A formula is represented by its TeX. */
export function plainText(html: Html): string {
  if (!/[<&]/.test(html)) return html.trim();
  const text = withoutFormulas(html)
    .replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, '');
  return decodeEntities(text).replace(/\s+/g, ' ').trim();
}

const formula = /<math\b(?:(?!<math\b)[^])*?<annotation[^<>]*>([^<]*)<\/annotation><\/semantics><\/math>/g;

/** Replaces formulas with their TeX. KaTeX writes them twice: as MathML with the source, and as spans for display. */
function withoutFormulas(html: Html): string {
  const start = '<span class="katex-html"';
  let rest = html.replace(formula, '$1');
  for (let at = rest.indexOf(start); at !== -1; at = rest.indexOf(start, at))
    rest = rest.slice(0, at) + rest.slice(endOfSpan(rest, at));
  return rest;
}

function endOfSpan(html: string, start: number): number {
  const tag = /<(\/?)span\b[^>]*>/g;
  tag.lastIndex = start;
  let depth = 0;
  for (let found = tag.exec(html); found !== null; found = tag.exec(html)) {
    depth += found[1] === '/' ? -1 : 1;
    if (depth === 0) return tag.lastIndex;
  }
  return html.length;
}
