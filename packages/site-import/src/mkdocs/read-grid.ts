import { findSimilarIcon } from './icon-names.ts';
import { attributesOf } from '../text/plain-html.ts';
import { wrapLines } from '../text/components.ts';
import { dedent, indentOf, markFences, type SourceLine } from '../text/source-lines.ts';

const maxGridLines = 5_000;

/** Converted lines of a grid, and the number of the next line. */
interface ReadGrid {
  readonly lines: readonly SourceLine[];
  readonly next: number;
}

type Convert = (lines: readonly SourceLine[]) => readonly SourceLine[];

/**
 * Reads `<div class="grid cards" markdown>` of Material: each item of its list becomes a card. The item's first bold
 * words are the title, and a rule below them is decoration. Any other grid is set in columns.
 */
export function readGrid(lines: readonly SourceLine[], at: number, convert: Convert): ReadGrid | undefined {
  const first = lines[at];
  const attributes = attributesOf(/^\s*<div\b([^>]*)>\s*$/.exec(first?.text ?? '')?.[1] ?? '');
  const classes = (attributes['class'] ?? '').split(/\s+/);
  if (first === undefined || !classes.includes('grid') || attributes['markdown'] === undefined) return undefined;
  const end = findEnd(lines, at);
  if (end === undefined) return undefined;
  const body = dedent(lines.slice(at + 1, end), indentOf(first.text));
  const cards = classes.includes('cards') ? readItems(body) : [];
  if (cards.length === 0)
    return { lines: wrapLines('Columns', { cols: '2' }, convert(body), first.line), next: end + 1 };
  const columns = cards.length % 3 === 0 ? '3' : '2';
  const inside = cards.flatMap((card) => writeCard(card, convert));
  return { lines: wrapLines('CardGroup', { cols: columns }, inside, first.line), next: end + 1 };
}

function findEnd(lines: readonly SourceLine[], at: number): number | undefined {
  const inFence = markFences(lines.slice(at, at + maxGridLines));
  let depth = 0;
  for (const [index, fenced] of inFence.entries()) {
    const text = lines[at + index]?.text ?? '';
    if (fenced) continue;
    depth += (text.match(/<div\b/g)?.length ?? 0) - (text.match(/<\/div\s*>/g)?.length ?? 0);
    if (depth <= 0) return at + index;
  }
  return undefined;
}

function readItems(lines: readonly SourceLine[]): SourceLine[][] {
  return lines.flatMap((_, index) => {
    const item = readItem(lines, index);
    return item === undefined ? [] : [item];
  });
}

/** Reads the lines of the item that begins here, without its marker. */
function readItem(lines: readonly SourceLine[], at: number): SourceLine[] | undefined {
  const first = lines[at];
  const marker = /^[-*+](\s+)/.exec(first?.text ?? '');
  if (first === undefined || marker === null) return undefined;
  const width = marker[0].length;
  const item: SourceLine[] = [{ ...first, text: first.text.slice(width) }];
  for (const line of lines.slice(at + 1)) {
    const text = line.text.replaceAll('\t', '    ');
    if (text.trim() !== '' && indentOf(text) < 2) break;
    item.push({ ...line, text: text.slice(Math.min(width, indentOf(text))) });
  }
  return item;
}

const titleLine = /^((?::[\w-]+:(?:\{[^}]*\})?\s*)*)(?:\*\*|__)(.+?)(?:\*\*|__)\s*(?:\{[^}]*\})?\s*$/;

/** Returns the first icon before a title, if Font Awesome has a similar icon. */
function cardIcon(before: string): string | undefined {
  const [, set = '', name = ''] =
    /:(fontawesome-(?:solid|regular|brands)|material|octicons|simple)-([\w-]+):/.exec(before) ?? [];
  return set.startsWith('fontawesome') ? name : findSimilarIcon(name)?.name;
}

function writeCard(item: readonly SourceLine[], convert: Convert): SourceLine[] {
  const [first, ...rest] = item;
  if (first === undefined) return [];
  const line = first.line;
  const title = titleLine.exec(first.text);
  const icon = cardIcon(title?.[1] ?? '');
  const link = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(title?.[2] ?? '');
  const body = title === null ? item : rest;
  const rule = body.findIndex(({ text }) => text.trim() !== '');
  const shown = title !== null && /^-{3,}\s*$/.test(body[rule]?.text.trim() ?? '') ? body.slice(rule + 1) : body;
  if (title !== null && icon === undefined && (title[1] ?? '') !== '') convert([{ ...first, text: title[1] ?? '' }]);
  const props = { title: (link?.[1] ?? title?.[2])?.replaceAll(/[*`]/g, ''), icon, href: link?.[2] };
  return wrapLines('Card', props, convert(shown), line);
}
