import { calloutName, wrapLines } from '../text/components.ts';
import { dedent, findFrom, indent, indentOf, markFences, toLines, type SourceLine } from '../text/source-lines.ts';
import { splitFrontmatter } from '../text/split-frontmatter.ts';
import { convertDetails } from '../text/convert-details.ts';
import { readGrid } from './read-grid.ts';
import { readPart } from './read-part.ts';
import { readSlashBlock } from './read-slash-block.ts';
import { convertMkdocsFence } from './convert-mkdocs-fence.ts';
import { convertMkdocsText, plainMkdocsTitle, type MkdocsReport } from './convert-mkdocs-text.ts';

export interface MkdocsPage extends MkdocsReport {
  /** Reads a file that a page includes, by the path that the page specifies. */
  readSnippet(name: string): string | undefined;
}

/** Maximum depth of nested includes, which may be circular. */
const maxIncludes = 8;
const maxLines = 200_000;

const admonition = /^(\s*)(!!!|\?\?\?\+?)\s+(?:([\w-]+)((?:\s+[\w-]+)*)\s*)?(?:"((?:[^"\\]|\\.)*)"\s*)?$/;
const tab = /^(\s*)===[!+]*\s+"((?:[^"\\]|\\.)*)"\s*$/;
const snippet = /^(\s*)-{1,}8<-{1,}\s+["']([^"']+)["']\s*$/;
/** `{* code/a.py ln[1:5] hl[2] *}` of markdown-include-variants. */
const codeInclude = /^\s*\{\*\s+(\S+)(.*)\*\}\s*$/;
const snippetBlock = /^\s*-{1,}8<-{1,}\s*$/;

/** Converts admonitions, details, content tabs and the other blocks of Python-Markdown and PyMdown to components. */
export function convertMkdocsBlocks(lines: readonly SourceLine[], page: MkdocsPage, depth = 0): readonly SourceLine[] {
  const inFence = markFences(lines);
  const out: SourceLine[] = [];
  let at = 0;
  while (at < lines.length && out.length < maxLines) {
    const line = lines[at];
    if (line === undefined) break;
    const taken = inFence[at] === true ? undefined : readBlock(lines, at, { page, depth, inFence });
    if (taken !== undefined) {
      out.push(...taken.lines);
      at = taken.next;
      continue;
    }
    const isMarker = inFence[at] === true && inFence[at - 1] !== true;
    if (isMarker) out.push({ ...line, text: convertMkdocsFence(line.text) });
    else if (inFence[at] === true) out.push(...includeCode(line, page));
    else out.push({ ...line, text: convertMkdocsText(line, page) });
    at += 1;
  }
  return depth === 0 ? convertDetails(out) : out;
}

interface BlockContext {
  readonly page: MkdocsPage;
  readonly depth: number;
  /** Whether each line is in a code block. */
  readonly inFence: readonly boolean[];
}

interface TakenBlock {
  readonly lines: readonly SourceLine[];
  readonly next: number;
}

function readBlock(lines: readonly SourceLine[], at: number, context: BlockContext): TakenBlock | undefined {
  const line = lines[at];
  if (line === undefined || !/^\s*(?:[!?=:*[</-]|\{[%*])/.test(line.text)) return undefined;
  const { page, depth, inFence } = context;
  if (tab.test(line.text)) return readTabs(lines, at, context);
  if (/^\s*<div\b/.test(line.text)) return readGrid(lines, at, (body) => convertMkdocsBlocks(body, page, depth));
  const call = admonition.exec(line.text);
  if (call !== null) return readAdmonition(lines, at, call, context);
  const include = snippet.exec(line.text);
  if (include?.[2] !== undefined) return { lines: readInclude(include[2], line, page, depth), next: at + 1 };
  if (snippetBlock.test(line.text)) return readIncludes(lines, at, context);
  const block = readSlashBlock(lines, at, {
    inFence,
    report: page,
    convert: (body) => convertMkdocsBlocks(body, page, depth),
  });
  if (block !== undefined) return block;
  if (/^\s*\[TOC\]\s*$/i.test(line.text)) return { lines: [], next: at + 1 };
  const program = codeInclude.exec(line.text);
  if (program !== null) return { lines: includeProgram(program, line, page), next: at + 1 };
  const drop = (message: string, next = at + 1): TakenBlock => {
    page.lose(line.line, message);
    return { lines: [], next };
  };
  const abbreviation = /^\*\[([^\]]+)\]:/.exec(line.text);
  if (abbreviation !== null) return drop(`the abbreviation ${abbreviation[1] ?? ''} no longer has an explanation`);
  const generated = /^\s*:::\s+([\w.:]+)\s*$/.exec(line.text);
  if (generated !== null) {
    return drop(`the reference for ${generated[1] ?? ''}, generated from code, is left out`, blockEnd(lines, at));
  }
  const definition = /^(\s*):\s{1,3}(\S.*)$/.exec(line.text);
  if (definition !== null && hasTerm(lines, at) && indentOf(line.text) < 4)
    return { lines: readDefinition(lines, at), next: blockEnd(lines, at) };
  return undefined;
}

/** Whether the preceding line is the term, or the end of another definition of the term. */
function hasTerm(lines: readonly SourceLine[], at: number): boolean {
  if ((lines[at - 1]?.text.trim() ?? '') !== '') return true;
  let before = at - 1;
  while (before >= 0 && !isOuterText(lines[before]?.text ?? '')) before -= 1;
  return /^\s*:\s{1,3}\S/.test(lines[before]?.text ?? '');
}

const isOuterText = (text: string): boolean => text.trim() !== '' && indentOf(text) < 4;

/**
 * Returns the end of a block, which consists of the lines that are indented further than its first line, without
 * trailing blank lines.
 */
function blockEnd(lines: readonly SourceLine[], at: number): number {
  const base = indentOf(lines[at]?.text ?? '') + 4;
  let end = at + 1;
  for (let next = at + 1; next < lines.length; next++) {
    const text = lines[next]?.text ?? '';
    if (text.trim() === '') continue;
    if (indentOf(text.replaceAll('\t', '    ')) < base) break;
    end = next + 1;
  }
  return end;
}

function readInside(lines: readonly SourceLine[], at: number, { page, depth }: BlockContext): TakenBlock {
  const next = blockEnd(lines, at);
  const base = indentOf(lines[at]?.text ?? '');
  const body = lines.slice(at + 1, next).map((line) => ({ ...line, text: line.text.replaceAll('\t', '    ') }));
  return { lines: convertMkdocsBlocks(dedent(body, base + 4), page, depth), next };
}

function readAdmonition(
  lines: readonly SourceLine[],
  at: number,
  call: RegExpExecArray,
  context: BlockContext,
): TakenBlock {
  const [, blanks = '', mark = '!!!', kind = 'note', , title] = call;
  const { lines: body, next } = readInside(lines, at, context);
  const line = lines[at]?.line ?? 1;
  const shown = title === '' ? undefined : title;
  const plainOf = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : plainMkdocsTitle(text, line, context.page);
  const isFolded = mark.startsWith('?');
  const name = isFolded ? 'Accordion' : calloutName(kind);
  const props = isFolded
    ? {
        title: plainOf(shown) ?? kind.charAt(0).toUpperCase() + kind.slice(1),
        defaultOpen: mark.endsWith('+') ? 'true' : undefined,
      }
    : { title: plainOf(shown) };
  return { lines: indent(wrapLines(name, props, body, line), blanks.length), next };
}

function readTabs(lines: readonly SourceLine[], at: number, context: BlockContext): TakenBlock {
  const base = indentOf(lines[at]?.text ?? '');
  const first = lines[at]?.line ?? 1;
  const tabs: SourceLine[] = [];
  let next = at;
  for (;;) {
    let start = next;
    while (lines[start]?.text.trim() === '') start += 1;
    const line = lines[start];
    const call = tab.exec(line?.text ?? '');
    if (line === undefined || call === null || indentOf(line.text) !== base) break;
    if (start > at && /^\s*===[+]?!/.test(line.text)) break;
    const inside = readInside(lines, start, context);
    tabs.push(
      ...wrapLines('Tab', { title: plainMkdocsTitle(call[2] ?? '', line.line, context.page) }, inside.lines, line.line),
    );
    next = inside.next;
  }
  return { lines: indent(wrapLines('Tabs', {}, tabs, first), base), next };
}

/** Reads `--8<--` on a line, a file name on each of the following lines, and `--8<--` on a line again. */
function readIncludes(lines: readonly SourceLine[], at: number, { page, depth }: BlockContext): TakenBlock | undefined {
  const end = findFrom(lines, at + 1, ({ text }) => snippetBlock.test(text));
  if (end === undefined) return undefined;
  const named = lines.slice(at + 1, end).filter(({ text }) => text.trim() !== '' && !text.trim().startsWith(';'));
  return { lines: named.flatMap((line) => readInclude(line.text.trim(), line, page, depth)), next: end + 1 };
}

/** Returns the lines that an include in a code block refers to, or the include itself if the file doesn't exist. */
function includeCode(line: SourceLine, page: MkdocsPage): readonly SourceLine[] {
  const [, blanks = '', name] = snippet.exec(line.text) ?? [];
  if (name === undefined) return [line];
  const text = readPart(name, page);
  if (text === undefined) {
    page.lose(line.line, `the included ${name} is left out`);
    return [line];
  }
  return text.split('\n').map((own) => ({ text: own === '' ? '' : blanks + own, line: line.line }));
}

function includeProgram(call: RegExpExecArray, line: SourceLine, page: MkdocsPage): readonly SourceLine[] {
  const [, path = '', options = ''] = call;
  const [, from, to] = /\bln\[(\d{0,9})(?::(\d{0,9}))?\]/.exec(options) ?? [];
  const text = readPart(from === undefined ? path : `${path}:${from}:${to === '' ? from : (to ?? '')}`, page);
  if (text === undefined) {
    page.lose(line.line, `the included ${path} is left out`);
    return [];
  }
  const marked = /\bhl\[([\d:,\s]+)\]/.exec(options)?.[1]?.replaceAll(':', '-').replaceAll(/\s/g, '');
  const language = /\.(\w+)$/.exec(path)?.[1] ?? 'text';
  const info = `${language}${marked === undefined ? '' : ` {${marked}}`}`;
  const block = ['', `\`\`\`${info}`, ...text.split('\n'), '```', ''];
  const blanks = ' '.repeat(indentOf(line.text));
  return block.map((own) => ({ text: own === '' ? '' : blanks + own, line: line.line }));
}

function readInclude(name: string, line: SourceLine, page: MkdocsPage, depth: number): readonly SourceLine[] {
  const text = depth < maxIncludes ? readPart(name, page) : undefined;
  if (text === undefined) {
    page.lose(line.line, `the included ${name} is left out`);
    return [];
  }
  const body = toLines(splitFrontmatter(text).body).map((inner) => ({ ...inner, line: line.line }));
  return indent(convertMkdocsBlocks(body, page, depth + 1), indentOf(line.text));
}

/**
 * Reads a definition. Markdown has no definition lists here: the term becomes a paragraph, and its definition a
 * quotation below it.
 */
function readDefinition(lines: readonly SourceLine[], at: number): readonly SourceLine[] {
  const first = lines[at];
  if (first === undefined) return [];
  const body = lines.slice(at + 1, blockEnd(lines, at));
  const text = first.text.replace(/^(\s*):\s+/, '$1');
  return [
    { text: '', line: first.line },
    { ...first, text: `> ${text.trimStart()}` },
    ...dedent(body, 4).map((line) => ({ ...line, text: `> ${line.text}`.trimEnd() })),
    { text: '', line: first.line },
  ];
}
