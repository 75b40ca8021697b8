import { splitInline } from './split-inline.ts';

/** A Markdown block. Its text still contains inline marks. */
export type Block =
  | { readonly kind: 'paragraph'; readonly lines: readonly string[] }
  | { readonly kind: 'heading'; readonly text: string }
  /** `first` is the first item's number; `undefined` if the items have no numbers. */
  | { readonly kind: 'list'; readonly first: number | undefined; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly language: string; readonly code: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] };

/** Maximum depth of nested quotations. Deeper quotations are shown as text. */
const DEEPEST_QUOTE = 3;

const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)/;
const heading = /^ {0,3}#{1,6} +(.*?)[ #]*$/;
const item = /^\s{0,12}(?:[-*+]|(\d{1,9})[.)]) +(.*)$/;
const quoted = /^ {0,3}> ?(.*)$/;

/**
 * Parses short Markdown text into blocks: paragraphs, headings, flat lists, fenced code and quotations. Other content,
 * such as HTML and tables, becomes a paragraph.
 */
export function toBlocks(text: string, depth = 0): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length;) {
    const { block, next } = readBlock(lines, at, depth);
    if (block !== undefined) blocks.push(block);
    at = next;
  }
  return blocks;
}

interface Read {
  readonly block: Block | undefined;
  /** Index of the line after the block. */
  readonly next: number;
}

function readBlock(lines: readonly string[], at: number, depth: number): Read {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { block: undefined, next: at + 1 };
  const opened = fence.exec(line);
  if (opened !== null) return readCode(lines, at, opened);
  const title = heading.exec(line)?.[1];
  if (title !== undefined) return { block: { kind: 'heading', text: title }, next: at + 1 };
  if (depth < DEEPEST_QUOTE && quoted.test(line)) return readQuote(lines, at, depth);
  return item.test(line) ? readList(lines, at) : readParagraph(lines, at, depth);
}

/** Reads fenced code. An unclosed fence extends to the end of the text. */
function readCode(lines: readonly string[], at: number, [, mark = '', language = '']: RegExpExecArray): Read {
  const isEnd = (line: string): boolean =>
    line.trim().startsWith(mark) && line.trim().replaceAll(mark[0] ?? '', '') === '';
  const end = lines.findIndex((line, index) => index > at && isEnd(line));
  const last = end === -1 ? lines.length : end;
  return { block: { kind: 'code', language, code: lines.slice(at + 1, last).join('\n') }, next: last + 1 };
}

function readQuote(lines: readonly string[], at: number, depth: number): Read {
  let next = at;
  while (next < lines.length && quoted.test(lines[next] ?? '')) next += 1;
  const inner = lines.slice(at, next).map((line) => quoted.exec(line)?.[1] ?? '');
  return { block: { kind: 'quote', blocks: toBlocks(inner.join('\n'), depth + 1) }, next };
}

/** Reads items of one kind; an indented line continues its item. */
function readList(lines: readonly string[], at: number): Read {
  const items: string[] = [];
  const number = item.exec(lines[at] ?? '')?.[1];
  let next = at;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    const found = item.exec(line);
    if (found !== null && (found[1] === undefined) === (number === undefined)) items.push(found[2] ?? '');
    else if (found === null && /^\s{2,}\S/.test(line)) items.push(`${items.pop() ?? ''} ${line.trim()}`);
    else break;
  }
  return { block: { kind: 'list', first: number === undefined ? undefined : Number(number), items }, next };
}

function readParagraph(lines: readonly string[], at: number, depth: number): Read {
  let next = at + 1;
  while (next < lines.length && isParagraph(lines[next] ?? '', depth)) next += 1;
  return { block: { kind: 'paragraph', lines: lines.slice(at, next) }, next };
}

const isParagraph = (line: string, depth: number): boolean =>
  line.trim() !== '' &&
  !fence.test(line) &&
  !heading.test(line) &&
  !item.test(line) &&
  !(depth < DEEPEST_QUOTE && quoted.test(line));

/** Returns the first paragraph, list item or quotation as one line without marks, for a list or a notification. */
export function toPlainLine(text: string): string {
  for (const block of toBlocks(text)) {
    const line = plainLineOf(block);
    if (line !== '') return line;
  }
  return '';
}

function plainLineOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return toPlainText(block.lines.join(' '));
    case 'heading':
      return toPlainText(block.text);
    case 'list':
      return toPlainText(block.items[0] ?? '');
    case 'code':
      return '';
    case 'quote':
      return block.blocks.map(plainLineOf).find((line) => line !== '') ?? '';
  }
}

const toPlainText = (line: string): string =>
  splitInline(line)
    .map(({ text }) => text)
    .join('')
    .trim();
