import { splitFrontmatter } from '../frontmatter/split-frontmatter.ts';
import { findLinks, maskCode } from '../links/find-links.ts';
import { isPageFile } from '../paths/page-index.ts';
import { findTagEnd, readAttributes } from './read-tags.ts';

/**
 * The kinds of text on a page. `prose` is for reading: text, headings, alternative text, titles. `links` are link
 * targets, image paths and bare URLs. `markup` builds the page: names of components and attributes, expressions,
 * imports, comments, frontmatter keys.
 */
export type TextKind = 'prose' | 'code' | 'links' | 'markup';
const order: readonly TextKind[] = ['prose', 'code', 'links', 'markup'];
const numberOf: Readonly<Record<TextKind, number>> = { prose: 0, code: 1, links: 2, markup: 3 };

/** The kind of a range is the kind of its first character that is not prose. */
export type KindOf = (start: number, end: number) => TextKind;

/** Distinguishes the kinds of a page's text, in a few passes that are each linear. */
export function mapKinds(path: string, text: string): KindOf {
  const kinds = new Uint8Array(text.length);
  const paint = (start: number, end: number, kind: TextKind): void => {
    kinds.fill(numberOf[kind], start, end);
  };
  if (isPageFile(path)) paintPage({ path, text, kinds }, paint);
  else paintUrls(text, paint);
  return (from, to) => {
    for (let at = from; at < to; at++) if (kinds[at] !== 0) return order[kinds[at] ?? 0] ?? 'markup';
    return 'prose';
  };
}

type Paint = (start: number, end: number, kind: TextKind) => void;

function paintPage({ path, text, kinds }: { path: string; text: string; kinds: Uint8Array }, paint: Paint): void {
  const { exists, start, yaml } = splitFrontmatter(text);
  const masked = maskCode(text);
  paintBody(masked, paint);
  for (let at = 0; at < text.length; at++) if (text[at] !== masked[at]) kinds[at] = numberOf.code;
  for (const link of findLinks(path, text)) paint(link.start, link.end, 'links');
  if (exists) {
    paint(0, start + yaml.length, 'markup');
    for (const value of findProseValues(yaml)) paint(start + value.start, start + value.end, 'prose');
  }
}

/** Attributes that are shown to readers unchanged. */
const textAttributes =
  /^(?:title|description|label|alt|caption|placeholder|summary|tip|cta|headline|heading|subtitle|sidebarTitle|aria-label)$/;

function paintBody(masked: string, paint: Paint): void {
  for (const match of masked.matchAll(/^(?:import|export)\b[^\n]*(?:\n(?![ \t]*\r?\n)[^\n]*)*/gm))
    paint(match.index, match.index + match[0].length, 'markup');
  paintUrls(masked, paint);
  for (const match of masked.matchAll(/\$\$[^$]*\$\$/g)) paint(match.index, match.index + match[0].length, 'code');
  for (let at = 0; at < masked.length; at++) {
    const character = masked[at];
    if (character === '\\') at++;
    else if (character === '{') at = paintExpression(masked, at, paint);
    else if (character === '<') at = paintTag(masked, at, paint);
  }
}

function paintUrls(text: string, paint: Paint): void {
  for (const match of text.matchAll(/\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|mailto:)[^\s<>"'`)\]}]+/gi))
    paint(match.index, match.index + match[0].length, 'links');
}

/** Longer matches are treated as prose. */
const maxMarkupLength = 20_000;

/** Marks an expression, from `{` to its `}`, as markup: readers don't see its code. */
function paintExpression(text: string, start: number, paint: Paint): number {
  let depth = 0;
  const limit = Math.min(text.length, start + maxMarkupLength);
  for (let at = start; at < limit; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) {
      paint(start, at + 1, 'markup');
      return at;
    }
  }
  return paintRestOfLine(text, start, paint);
}

/** Elements whose content is shown as code, or not at all. */
const codeElement = /^<(code|pre|kbd|samp|var|style|script)\b/i;

function paintTag(text: string, start: number, paint: Paint): number {
  if (text.startsWith('<!--', start)) {
    const end = text.indexOf('-->', start);
    paint(start, end === -1 ? text.length : end + 3, 'markup');
    return end === -1 ? text.length : end + 2;
  }
  if (!/^<\/?[A-Za-z>]/.test(text.slice(start, start + 3))) return start;
  const end = findTagEnd(text, start, maxMarkupLength);
  if (end === undefined) return paintRestOfLine(text, start, paint);
  paint(start, end, 'markup');
  for (const attribute of readAttributes(text.slice(start, end)))
    if (textAttributes.test(attribute.name)) paint(start + attribute.start, start + attribute.end, 'prose');
  const name = codeElement.exec(text.slice(start, start + 12))?.[1];
  if (name === undefined || text[end - 2] === '/') return end - 1;
  const close = text.toLowerCase().indexOf(`</${name.toLowerCase()}`, end);
  if (close === -1) return end - 1;
  paint(end, close, 'code');
  return close - 1;
}

function paintRestOfLine(text: string, start: number, paint: Paint): number {
  const end = text.indexOf('\n', start);
  paint(start, end === -1 ? text.length : end, 'markup');
  return end === -1 ? text.length : end;
}

const proseKeys = /^(?:title|sidebarTitle|description|["']?(?:og|twitter):(?:title|description)["']?)[ \t]*:[ \t]*/;

/** The text values in frontmatter, including those that continue over several indented lines. */
function findProseValues(yaml: string): { start: number; end: number }[] {
  const values: { start: number; end: number }[] = [];
  let at = 0;
  let isOpen = false;
  for (const line of yaml.split(/(?<=\n)/)) {
    const key = proseKeys.exec(line)?.[0];
    if (key !== undefined) values.push({ start: at + key.length, end: at + line.length });
    else if (isOpen && /^(?:[ \t]|\r?\n)/.test(line)) values.push({ start: at, end: at + line.length });
    isOpen = key !== undefined || (isOpen && /^(?:[ \t]|\r?\n)/.test(line));
    at += line.length;
  }
  return values;
}
