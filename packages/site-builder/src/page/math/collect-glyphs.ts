import { decodeEntities } from '@docwright/expressions';
import type { Html } from '../../markup/html.ts';

/** The font that a class of KaTeX's style sheet sets, in the order of its rules: later rules override earlier ones. */
const fontClasses: readonly (readonly [className: string, change: Partial<FontChoice>])[] = [
  ['textbf', { bold: true }],
  ['textit', { italic: true }],
  ['textrm', { family: 'Main' }],
  ['textsf', { family: 'SansSerif' }],
  ['texttt', { family: 'Typewriter' }],
  ['mathnormal', { family: 'Math', italic: true }],
  ['mathit', { family: 'Main', italic: true }],
  ['mathrm', { italic: false }],
  ['mathbf', { family: 'Main', bold: true }],
  ['boldsymbol', { family: 'Math', bold: true, italic: true }],
  ...['amsrm', 'mathbb', 'textbb'].map((name) => [name, { family: 'AMS' }] as const),
  ['mathcal', { family: 'Caligraphic' }],
  ...['mathfrak', 'textfrak'].map((name) => [name, { family: 'Fraktur' }] as const),
  ...['mathboldfrak', 'textboldfrak'].map((name) => [name, { family: 'Fraktur', bold: true }] as const),
  ['mathtt', { family: 'Typewriter' }],
  ...['mathscr', 'textscr'].map((name) => [name, { family: 'Script' }] as const),
  ['mathsf', { family: 'SansSerif' }],
  ...['mathboldsf', 'textboldsf'].map((name) => [name, { family: 'SansSerif', bold: true }] as const),
  ...['mathitsf', 'mathsfit', 'textitsf'].map((name) => [name, { family: 'SansSerif', italic: true }] as const),
  ['mainrm', { family: 'Main', italic: false }],
  ['delim-size1', { family: 'Size1' }],
  ['delim-size4', { family: 'Size4' }],
  ['small-op', { family: 'Size1' }],
  ['large-op', { family: 'Size2' }],
];

interface FontChoice {
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
}

const plain: FontChoice = { family: 'Main', bold: false, italic: false };
const formulaStart = '<span class="katex-html"';

/** The characters that a page's formulas show in each font, by font name: `Math-Italic` → `abx`. */
export function collectGlyphs(content: Html): Map<string, Set<string>> {
  const glyphs = new Map<string, Set<string>>();
  for (let at = content.indexOf(formulaStart); at !== -1; at = content.indexOf(formulaStart, at + 1))
    readFormula(content, at, glyphs);
  return glyphs;
}

/** Reads a formula, from its first tag to the end of that element. */
function readFormula(content: Html, start: number, glyphs: Map<string, Set<string>>): void {
  const piece = /<(\/?)[a-z]+(?:[^>]*?class="([^"]*)")?[^>]*?(\/?)>|([^<]+)/gy;
  piece.lastIndex = start;
  const open: FontChoice[] = [];
  for (let match = piece.exec(content); match !== null; match = piece.exec(content)) {
    const [, close, classes, alone, text] = match;
    const current = open.at(-1) ?? plain;
    if (text !== undefined) addText(glyphs, current, decodeEntities(text));
    else if (close === '/') open.pop();
    else if (alone !== '/') open.push(choose(current, classes));
    if (open.length === 0) return;
  }
}

function choose(outer: FontChoice, classes: string | undefined): FontChoice {
  if (classes === undefined || classes === '') return outer;
  const names = new Set(classes.split(' '));
  let font = outer;
  for (const [name, change] of fontClasses) if (names.has(name)) font = { ...font, ...change };
  const size = names.has('delimsizing') ? /\bsize([1-4])\b/.exec(classes)?.[1] : undefined;
  return size === undefined ? font : { ...font, family: `Size${size}` };
}

function addText(glyphs: Map<string, Set<string>>, { family, bold, italic }: FontChoice, text: string): void {
  const style = `${bold ? 'Bold' : ''}${italic ? 'Italic' : ''}` || 'Regular';
  const font = `${family}-${style}`;
  const known = glyphs.get(font) ?? new Set();
  glyphs.set(font, known);
  for (const character of text) known.add(character);
}
