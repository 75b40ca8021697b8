import { colorCode } from './color-code.ts';

/** Renders Markdown as elements; the text of an answer is never parsed as HTML. */
export function renderMarkdown(markdown: string): DocumentFragment {
  const result = document.createDocumentFragment();
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const fence = /^\s*(`{3,}|~{3,})\s*(\S*)/.exec(line);
    if (line.trim() === '') at += 1;
    else if (fence !== null) at = readCode(lines, at, { mark: fence[1] ?? '', language: fence[2] ?? '' }, result);
    else if (/^#{1,6} /.test(line)) {
      const heading = element('h3', result);
      renderInline(line.replace(/^#+ /, ''), heading);
      at += 1;
    } else if (line.startsWith('>')) at = readQuote(lines, at, result);
    else if (itemMark(line) !== undefined) at = readList(lines, at, result);
    else if (line.includes('|') && /^[\s|:-]+$/.test(lines[at + 1] ?? '') && (lines[at + 1] ?? '').includes('-'))
      at = readTable(lines, at, result);
    else at = readParagraph(lines, at, result);
  }
  return result;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, parent: Node): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  parent.appendChild(made);
  return made;
}

const itemMark = (line: string): RegExpExecArray | undefined => /^(\s*)([*+-]|\d{1,9}[.)]) +/.exec(line) ?? undefined;

interface Fence {
  readonly mark: string;
  readonly language: string;
}

function readCode(lines: readonly string[], start: number, { mark, language }: Fence, parent: Node): number {
  const indent = /^\s*/.exec(lines[start] ?? '')?.[0].length ?? 0;
  const code: string[] = [];
  let at = start + 1;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim().startsWith(mark) && /^[`~]+$/.test(line.trim())) break;
    code.push(line.slice(Math.min(indent, line.length - line.trimStart().length)));
  }
  const block = element('pre', parent);
  block.tabIndex = 0;
  colorCode(code.join('\n'), language, element('code', block));
  return at + 1;
}

function readQuote(lines: readonly string[], start: number, parent: Node): number {
  let at = start;
  const inner: string[] = [];
  for (; (lines[at] ?? '').startsWith('>'); at++) inner.push((lines[at] ?? '').replace(/^> ?/, ''));
  element('blockquote', parent).append(renderMarkdown(inner.join('\n')));
  return at;
}

function readList(lines: readonly string[], start: number, parent: Node): number {
  const first = itemMark(lines[start] ?? '');
  const indent = first?.[1]?.length ?? 0;
  const isOrdered = /\d/.test(first?.[2] ?? '');
  const list = element(isOrdered ? 'ol' : 'ul', parent);
  if (list instanceof HTMLOListElement) list.start = Number.parseInt(first?.[2] ?? '1', 10);
  let at = start;
  while (at < lines.length) {
    const mark = itemMark(lines[at] ?? '');
    if (mark === undefined || (mark[1]?.length ?? 0) !== indent || /\d/.test(mark[2] ?? '') !== isOrdered) break;
    const width = mark[0].length;
    const own = [(lines[at] ?? '').slice(width)];
    let fence = '';
    let fenceIndent = 0;
    for (at += 1; at < lines.length; at++) {
      const line = lines[at] ?? '';
      const code = /^\s*(`{3,})/.exec(line)?.[1];
      const isInside = /^\s/.test(line) || line === '' || fence !== '' || (code !== undefined && own.at(-1) === '');
      const next = itemMark(line);
      if (fence === '' && next !== undefined && (next[1]?.length ?? 0) <= indent) break;
      // Unindented text belongs to the item only if no blank line precedes it.
      if (!isInside && own.at(-1) === '') break;
      const indentation = line.length - line.trimStart().length;
      if (code !== undefined && fence === '') fenceIndent = indentation;
      // Code keeps everything after the indentation of its first line.
      own.push(line.slice(Math.min(indentation, code === undefined && fence === '' ? width : fenceIndent)));
      if (code !== undefined) fence = fence === '' ? code : '';
    }
    element('li', list).append(renderMarkdown(own.join('\n')));
  }
  return at;
}

function readTable(lines: readonly string[], start: number, parent: Node): number {
  const table = element('table', element('div', parent));
  let at = start;
  for (; (lines[at] ?? '').includes('|'); at++) {
    if (at === start + 1) continue;
    const row = element('tr', table);
    const cells = (lines[at] ?? '')
      .trim()
      .replaceAll(/^\||\|$/g, '')
      .split(/(?<!\\)\|/);
    for (const cell of cells)
      renderInline(cell.trim().replaceAll('\\|', '|'), element(at === start ? 'th' : 'td', row));
  }
  return at;
}

function readParagraph(lines: readonly string[], start: number, parent: Node): number {
  let at = start + 1;
  const isEnd = (line: string): boolean =>
    line.trim() === '' || /^\s*(?:`{3,}|~{3,})|^#{1,6} |^>/.test(line) || itemMark(line) !== undefined;
  while (at < lines.length && !isEnd(lines[at] ?? '')) at += 1;
  renderInline(lines.slice(start, at).join('\n'), element('p', parent));
  return at;
}

const inline =
  /(`+)([^]*?[^`])\1(?!`)|\[([^\]]*)\]\(([^\s)]+)\)|<(https?:[^\s>]+)>|\*\*([^]+?)\*\*|(?<![\w*])[*_]([^\s*_][^*_]*?)[*_](?!\w)|\\([!-/:-@[-`{-~])|&(lt|gt|amp);/g;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&' };

function renderInline(text: string, parent: Node): void {
  let at = 0;
  for (const match of text.matchAll(inline)) {
    parent.appendChild(document.createTextNode(text.slice(at, match.index)));
    at = match.index + match[0].length;
    const [, , code, label, href, address, strong, emphasis, escaped, entity] = match;
    if (code !== undefined) element('code', parent).textContent = code.trim();
    else if (href !== undefined) link(href, label ?? href, parent);
    else if (address !== undefined) link(address, address, parent);
    else if (strong !== undefined) renderInline(strong, element('strong', parent));
    else if (emphasis !== undefined) renderInline(emphasis, element('em', parent));
    else parent.appendChild(document.createTextNode(escaped ?? entities[entity ?? ''] ?? ''));
  }
  parent.appendChild(document.createTextNode(text.slice(at)));
}

/**
 * Adds a link. The server has already checked the target. Targets that are neither on the site nor on the web aren't
 * links here.
 */
function link(href: string, label: string, parent: Node): void {
  if (!/^(?:https?:\/\/|\/(?!\/)|#)/.test(href)) return renderInline(label, parent);
  const made = element('a', parent);
  made.href = href;
  if (new URL(href, location.href).origin !== location.origin) {
    made.rel = 'noreferrer';
    made.target = '_blank';
  }
  renderInline(label, made);
}
