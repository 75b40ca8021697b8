import { splitFrontmatter } from '../frontmatter/split-frontmatter.ts';
import { maskCode } from '../links/find-links.ts';
import { findTagEnd } from '../replacement/read-tags.ts';

/** A heading of a page (`## Limits`) and the text below it. All offsets are within the page's text. */
export interface Section {
  /** The heading as readers see it: without marks and its explicit ID. */
  readonly heading: string;
  readonly level: number;
  /** `install` in `## Install {#install}`. */
  readonly id: string | undefined;
  /** Line number of the heading. */
  readonly line: number;
  readonly start: number;
  /** The words of the heading, as written: without `#`, its explicit ID and closing marks. */
  readonly text: { readonly start: number; readonly end: number };
  /** Offset after the heading's line. */
  readonly bodyStart: number;
  /** Start of the first subsection that isn't in a nested component, or `end` if no such subsection exists. */
  readonly ownEnd: number;
  /** Offset before the next heading of the same or a higher level, or where the enclosing component ends. */
  readonly end: number;
}

type Heading = Omit<Section, 'ownEnd' | 'end'>;

interface OpenSection extends Heading {
  /** Number of components that are open around the heading. */
  readonly depth: number;
  ownEnd: number;
  end: number;
}

/** Longer matches aren't treated as tags. */
const maxTagLength = 5_000;
const voidTags = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** The sections of a Markdown or MDX page, in order; headings in code, comments and frontmatter don't count. */
export function findSections(text: string): readonly Section[] {
  const bodyStart = text.length - splitFrontmatter(text).body.length;
  const masked = ' '.repeat(bodyStart) + maskComments(maskCode(text).slice(bodyStart));
  const tags = listTags(masked);
  const open: OpenSection[] = [];
  const sections: OpenSection[] = [];
  const closeAt = (end: number, isOver: (section: OpenSection) => boolean): void => {
    for (let last = open.at(-1); last !== undefined && isOver(last); last = open.at(-1)) {
      last.end = end;
      open.pop();
    }
  };
  let passed = 0;
  const closeByTags = (before: number): void => {
    for (let tag = tags[passed]; tag !== undefined && tag.start < before; tag = tags[passed]) {
      const { start, depth } = tag;
      closeAt(start, (section) => section.depth > depth);
      passed += 1;
    }
  };
  for (const heading of listHeadings(text, masked)) {
    const { start, level } = heading;
    closeByTags(start);
    const depth = tags[passed - 1]?.depth ?? 0;
    // A heading in a nested component is part of this section, regardless of its level.
    closeAt(start, (section) => depth <= section.depth && level <= section.level);
    const parent = open.at(-1);
    if (parent?.depth === depth) parent.ownEnd = Math.min(parent.ownEnd, start);
    const section = { ...heading, depth, ownEnd: text.length, end: text.length };
    open.push(section);
    sections.push(section);
  }
  closeByTags(text.length);
  for (const section of sections) section.ownEnd = Math.min(section.ownEnd, section.end);
  return sections;
}

function listHeadings(text: string, masked: string): Heading[] {
  const headings: Heading[] = [];
  let line = 1;
  let counted = 0;
  // The marks are located in the text with code blanked; the words are read from the original.
  for (const match of masked.matchAll(/^[ \t]*(?<marks>#{1,6})[ \t]+/gm)) {
    const start = match.index;
    line += countLines(text, counted, start);
    counted = start;
    const lineEnd = endOfLine(text, start);
    const from = start + match[0].length;
    const { words, id } = splitId(text.slice(from, lineEnd.words));
    headings.push({
      heading: toPlainHeading(words),
      level: match.groups?.['marks']?.length ?? 1,
      id,
      line,
      start,
      text: { start: from, end: from + words.length },
      bodyStart: lineEnd.next,
    });
  }
  return headings;
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function endOfLine(text: string, start: number): { readonly words: number; readonly next: number } {
  const at = text.indexOf('\n', start);
  if (at === -1) return { words: text.length, next: text.length };
  return { words: text[at - 1] === '\r' ? at - 1 : at, next: at + 1 };
}

function splitId(written: string): { readonly words: string; readonly id: string | undefined } {
  const marked = written.trimEnd();
  const open = marked.endsWith('}') ? marked.lastIndexOf('{#') : -1;
  if (open !== -1) return { words: marked.slice(0, open).trimEnd(), id: marked.slice(open + 2, -1).trim() };
  const closing = /(?<=[ \t])#+$/.exec(marked.slice(-20))?.[0].length ?? 0;
  return { words: marked.slice(0, marked.length - closing).trimEnd(), id: undefined };
}

/** `Use the **\`--force\`** flag` → `Use the --force flag`. */
export function toPlainHeading(words: string): string {
  return words
    .slice(0, 1_000)
    .replaceAll(/!?\[(?<label>[^\][]*)\]\([^()]*\)/g, '$<label>')
    .replaceAll(/[*`~]+|<[^<>]*>|\\(?=[!-/:-@[-`{-~])|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

interface Tag {
  /** Includes the indentation before the tag if the tag begins its line. */
  readonly start: number;
  /** Number of components that are open after the tag. */
  readonly depth: number;
}

function listTags(masked: string): Tag[] {
  const tags: Tag[] = [];
  const open: string[] = [];
  let behind = 0;
  for (const match of masked.matchAll(/<(?<close>\/?)(?<name>[A-Za-z][\w.:-]{0,60})/g)) {
    const { close = '', name = '' } = match.groups ?? {};
    if (match.index < behind || voidTags.test(name)) continue;
    const end = findTagEnd(masked, match.index, maxTagLength);
    if (end === undefined) continue;
    behind = end;
    if (masked[end - 2] === '/') continue;
    if (close === '') open.push(name);
    else if (open.at(-1) === name) open.pop();
    else continue;
    tags.push({ start: withIndentation(masked, match.index), depth: open.length });
  }
  return tags;
}

function withIndentation(text: string, at: number): number {
  const indented = /(?<=^|\n)[ \t]*$/.exec(text.slice(Math.max(0, at - 200), at))?.[0].length ?? 0;
  return at - indented;
}

/** Replaces comments with blanks and keeps every offset. */
function maskComments(text: string): string {
  let out = '';
  let at = 0;
  for (;;) {
    const [mdx, html] = [text.indexOf('{/*', at), text.indexOf('<!--', at)];
    const start = Math.min(mdx === -1 ? Infinity : mdx, html === -1 ? Infinity : html);
    if (start === Infinity) return out + text.slice(at);
    const mark = start === mdx ? '*/}' : '-->';
    const close = text.indexOf(mark, start);
    const end = close === -1 ? text.length : close + mark.length;
    out += text.slice(at, start) + text.slice(start, end).replaceAll(/[^\n\r]/g, ' ');
    at = end;
  }
}
