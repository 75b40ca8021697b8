/** The DOM node properties that the conversion reads. No part of the pasted page is executed or loaded. */
export interface HtmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<HtmlNode>;
  getAttribute?(name: string): string | null;
}

const TEXT = 3;
const ELEMENT = 1;
/** Maximum depth. A hostile page's deeper content becomes text. */
const DEEPEST = 200;

/** Elements that a page doesn't display, or that have no meaning in text. */
const dropped: ReadonlySet<string> = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE HEAD META LINK TITLE IFRAME OBJECT EMBED SVG MATH CANVAS FORM BUTTON INPUT SELECT TEXTAREA AUDIO VIDEO'.split(
    ' ',
  ),
);
const blockNames: ReadonlySet<string> = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CENTER DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR HTML LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'.split(
    ' ',
  ),
);

const childrenOf = (node: HtmlNode): readonly HtmlNode[] => [...node.childNodes];
const nameOf = (node: HtmlNode): string => (node.nodeType === ELEMENT ? node.nodeName.toUpperCase() : '');
const attribute = (node: HtmlNode, name: string): string => node.getAttribute?.(name) ?? '';
const styleOf = (node: HtmlNode): string => attribute(node, 'style').replaceAll(/\s/g, '').toLowerCase();

/** Converts a pasted page to MDX with its structure, links and images, but without its styling. */
export function htmlToMdx(root: HtmlNode): string {
  return writeBlocks(root, 0).join('\n\n');
}

/** Whether the HTML has any structure. If not, its plain text is used. */
export function hasStructure(root: HtmlNode, depth = 0): boolean {
  return childrenOf(root).some((node) => {
    const name = nameOf(node);
    if (/^(?:H[1-6]|UL|OL|TABLE|PRE|BLOCKQUOTE|A|IMG|CODE|EM|I|STRONG|HR|P)$/.test(name)) return true;
    if (name === 'B' && !isNormal(node)) return true;
    return isBold(node) || isItalic(node) || (depth < DEEPEST && hasStructure(node, depth + 1));
  });
}

const isNormal = (node: HtmlNode): boolean => /font-weight:(?:normal|[1-4]00)(?:;|$)/.test(styleOf(node));
const isBold = (node: HtmlNode): boolean => /font-weight:(?:bold|[6-9]00)(?:;|$)/.test(styleOf(node));
const isItalic = (node: HtmlNode): boolean => /font-style:italic(?:;|$)/.test(styleOf(node));

function writeBlocks(parent: HtmlNode, depth: number): readonly string[] {
  const blocks: string[] = [];
  let inline: HtmlNode[] = [];
  const flush = (): void => {
    const text = writeText(inline.flatMap((node) => readInline(node, depth)));
    if (text !== '') blocks.push(escapeStart(text));
    inline = [];
  };
  if (depth > DEEPEST) return [escapeText(parent.textContent ?? '').trim()].filter(Boolean);
  for (const node of childrenOf(parent)) {
    if (dropped.has(nameOf(node))) continue;
    if (!blockNames.has(nameOf(node)) && !hasBlocks(node, depth)) {
      inline.push(node);
      continue;
    }
    flush();
    blocks.push(...writeBlock(node, depth + 1));
  }
  flush();
  return blocks;
}

/** Whether an element contains blocks: Google Docs wraps a whole document in `<b>`. */
const hasBlocks = (node: HtmlNode, depth: number): boolean =>
  depth < DEEPEST &&
  childrenOf(node).some(
    (child) => blockNames.has(nameOf(child)) || (nameOf(child) !== '' && hasBlocks(child, depth + 1)),
  );

function writeBlock(node: HtmlNode, depth: number): readonly string[] {
  const name = nameOf(node);
  const level = /^H([1-6])$/.exec(name)?.[1];
  if (level !== undefined) {
    const runs = childrenOf(node).flatMap((child) => readInline(child, depth));
    // Headings are already bold, have one line, and end before an unescaped number sign.
    const text = writeText(runs.map((run) => ({ ...run, marks: run.marks.filter((mark) => mark !== '**') })));
    const line = text.replaceAll('\\\n', ' ').replace(/(?<=^|\s)#+$/, '\\$&');
    return line === '' ? [] : [`${'#'.repeat(Number(level))} ${line}`];
  }
  switch (name) {
    case 'HR':
      // Dashes at the start of a page would start its frontmatter.
      return ['***'];
    case 'PRE':
      return [writeCode(node)];
    case 'BLOCKQUOTE':
      return prefix(writeBlocks(node, depth).join('\n\n'), '> ');
    case 'UL':
    case 'OL':
      return writeList(node, depth);
    case 'TABLE':
      return writeTable(node, depth);
    default:
      return writeBlocks(node, depth);
  }
}

const prefix = (text: string, mark: string): readonly string[] =>
  text === ''
    ? []
    : [
        text
          .split('\n')
          .map((line) => `${mark}${line}`.trimEnd())
          .join('\n'),
      ];

function writeCode(node: HtmlNode): string {
  const code = readCode(node, 0).replaceAll('\u0000', '').replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '');
  const inner = childrenOf(node).find((child) => nameOf(child) === 'CODE');
  const classes = `${attribute(node, 'class')} ${inner === undefined ? '' : attribute(inner, 'class')}`;
  const language = /\blang(?:uage)?-([\w+#-]+)/.exec(classes)?.[1] ?? '';
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

const readCode = (node: HtmlNode, depth: number): string =>
  nameOf(node) === 'BR'
    ? '\n'
    : node.nodeType === ELEMENT && depth < DEEPEST
      ? childrenOf(node)
          .map((child) => readCode(child, depth + 1))
          .join('')
      : node.nodeType === ELEMENT || node.nodeType === TEXT
        ? (node.textContent ?? '')
        : '';

/** Longer numbers can't start a list. */
const LARGEST_START = 99_999_999;

function writeList(node: HtmlNode, depth: number): readonly string[] {
  const first = Number.parseInt(attribute(node, 'start'), 10);
  let number = first >= 0 && first <= LARGEST_START ? first : 1;
  const items: string[] = [];
  for (const child of childrenOf(node)) {
    if (nameOf(child) === '') continue;
    // Google Docs places nested lists next to the items instead of inside them.
    const isList = nameOf(child) === 'UL' || nameOf(child) === 'OL';
    const mark = nameOf(node) === 'OL' ? `${number}. ` : '- ';
    const blocks = isList ? writeList(child, depth + 1) : writeBlocks(child, depth + 1);
    if (blocks.length === 0) continue;
    // Other numbers continue the paragraph above them.
    const isTight = blocks.every((block, index) => index === 0 || /^(?:- |1\. )/.test(block));
    const text = blocks.join(isTight ? '\n' : '\n\n');
    const indent = ' '.repeat(mark.length);
    const indented = text.split('\n').map((line) => (line === '' ? '' : indent + line));
    if (isList && items.length > 0)
      items.push((isTight && /^(?:- |1\. )/.test(text) ? '' : '\n') + indented.join('\n'));
    else {
      items.push(mark + indented.join('\n').slice(indent.length));
      number += 1;
    }
  }
  return items.length === 0 ? [] : [items.join('\n')];
}

function writeTable(node: HtmlNode, depth: number): readonly string[] {
  const rows = findRows(node, depth).map((row) =>
    childrenOf(row)
      .filter((cell) => /^T[HD]$/.test(nameOf(cell)))
      .map((cell) =>
        writeText(readCell(cell, depth + 1).map(toCellRun))
          .replaceAll('\\\n', '<br />')
          .replaceAll(/(?<!\\)\|/g, '\\|'),
      ),
  );
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const [header, ...body] = rows;
  if (header === undefined || columns === 0) return [];
  const write = (cells: readonly string[]): string =>
    `| ${Array.from({ length: columns }, (_none, index) => cells[index] ?? '').join(' | ')} |`;
  return [[write(header), write(Array.from({ length: columns }, () => '---')), ...body.map(write)].join('\n')];
}

/** Reads a cell. Its source has one line, so its blocks are separated by line breaks (`<br />`). */
function readCell(node: HtmlNode, depth: number): readonly Run[] {
  return childrenOf(node).flatMap((child): readonly Run[] => {
    const name = nameOf(child);
    if (name === 'PRE') {
      const lines = readCode(child, depth).split('\n');
      return [BREAK, ...lines.flatMap((line): Run[] => [{ kind: 'code', text: line, marks: [] }, BREAK])];
    }
    if (depth >= DEEPEST || (!blockNames.has(name) && !hasBlocks(child, depth))) return readInline(child, depth);
    return dropped.has(name) ? [] : [BREAK, ...readCell(child, depth + 1), BREAK];
  });
}

/**
 * Converts code in a cell to text if necessary, because the parser treats unbalanced braces as parts of expressions,
 * and drops a backslash before a pipe.
 */
function toCellRun(run: Run): Run {
  const count = (character: string): number => run.text.split(character).length;
  const isSafe = run.kind !== 'code' || (count('{') === count('}') && !/^[^{]*\}|\\(?:\||$)/.test(run.text));
  return isSafe ? run : { ...run, kind: 'mdx', text: escapeText(run.text) };
}

const findRows = (node: HtmlNode, depth: number): readonly HtmlNode[] =>
  childrenOf(node).flatMap((child) =>
    nameOf(child) === 'TR'
      ? [child]
      : /^(?:THEAD|TBODY|TFOOT)$/.test(nameOf(child)) && depth < DEEPEST
        ? findRows(child, depth + 1)
        : [],
  );

type Mark = '~~' | '**' | '*';

/** A part of a line with uniform marks. */
interface Run {
  /** MDX, the text of code, or a line break. */
  readonly kind: 'mdx' | 'code' | 'break';
  readonly text: string;
  readonly marks: readonly Mark[];
}

const BREAK: Run = { kind: 'break', text: '', marks: [] };

function readInline(node: HtmlNode, depth: number): readonly Run[] {
  const mdx = (text: string): readonly Run[] => [{ kind: 'mdx', text, marks: [] }];
  if (node.nodeType === TEXT) return mdx(escapeText((node.textContent ?? '').replaceAll(/\s+/g, ' ')));
  const name = nameOf(node);
  if (name === '' || dropped.has(name)) return [];
  if (depth > DEEPEST) return mdx(escapeText((node.textContent ?? '').replaceAll(/\s+/g, ' ')));
  if (name === 'BR') return [BREAK];
  if (name === 'IMG') return mdx(writeImage(node));
  if (/^(?:CODE|KBD|SAMP|TT)$/.test(name)) {
    const text = (node.textContent ?? '').replaceAll('\u0000', '').replaceAll(/\s+/g, ' ');
    return text.trim() === '' ? mdx(text) : [{ kind: 'code', text, marks: [] }];
  }
  const runs = childrenOf(node).flatMap((child) => readInline(child, depth + 1));
  if (name === 'A') return writeLink(node, runs);
  const added = marksOf(node, name);
  return added.length === 0 ? runs : runs.map((run) => ({ ...run, marks: [...new Set([...added, ...run.marks])] }));
}

function marksOf(node: HtmlNode, name: string): readonly Mark[] {
  const isStrong = name === 'B' || name === 'STRONG' ? !isNormal(node) : isBold(node);
  const isEmphasis = name === 'I' || name === 'EM' || isItalic(node);
  return [
    ...(/^(?:DEL|S|STRIKE)$/.test(name) ? (['~~'] as const) : []),
    ...(isStrong ? (['**'] as const) : []),
    ...(isEmphasis ? (['*'] as const) : []),
  ];
}

/** Writes the lines of a paragraph, with one space between words. */
function writeText(runs: readonly Run[]): string {
  const lines: Run[][] = [[]];
  for (const run of runs) {
    if (run.kind === 'break') lines.push([]);
    else lines.at(-1)?.push(run);
  }
  return lines
    .map((line) => writeLine(line))
    .filter((line) => line !== '')
    .reduce(
      (text, line) => (text === '' ? line : `${text}${/(?:https?:|www\.)\S*$/i.test(text) ? ' ' : ''}\\\n${line}`),
      '',
    );
}

/**
 * Escaped characters, code, link addresses, spaces, and the start of a web address that a mark follows. The mark would
 * be parsed as part of the address unless a backslash ends it early.
 */
const tokens = /\\[^]|(`+)(?!`)[^]*?(?<!`)\1(?!`)|\]\([^()\s]*\)|\s+|(?:https?(?=:)|www(?=\.))(?=\S*[\\*~`[&])/gi;

function writeLine(runs: readonly Run[]): string {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (run.text === '') continue;
    // Adjacent marks and backticks would be parsed as one mark.
    if (last?.kind === run.kind && (run.kind === 'code' || last.marks.join('') === run.marks.join('')))
      merged[merged.length - 1] = { ...last, text: join(last.text, run.text) };
    else merged.push(run);
  }
  const parts = merged.map((run) => ({ ...run, text: run.kind === 'code' ? writeInlineCode(run.text) : run.text }));
  return surround(parts, ['~~', '**', '*'], { before: '', after: '' })
    .replaceAll(tokens, (found, ticks) => {
      if (ticks !== undefined || /^[\\\]]/.test(found)) return found;
      return found.trim() === '' ? ' ' : `${found}\\`;
    })
    .trim();
}

/** Joins text, and escapes a `!` before a link, which would make the link an image. */
const join = (before: string, after: string): string =>
  before.endsWith('!') && after.startsWith('[') ? `${before.slice(0, -1)}\\!${after}` : before + after;

/** Writes marks around all adjacent parts that have them, outermost first. */
function surround(runs: readonly Run[], [mark, ...inner]: readonly Mark[], around: Around): string {
  if (mark === undefined) return runs.reduce((text, run) => join(text, run.text), '');
  const groups: { readonly isMarked: boolean; readonly runs: Run[] }[] = [];
  for (const run of runs) {
    const isMarked = run.marks.includes(mark) || (run.text.trim() === '' && groups.at(-1)?.isMarked === true);
    if (groups.at(-1)?.isMarked === isMarked) groups.at(-1)?.runs.push(run);
    else groups.push({ isMarked, runs: [run] });
  }
  let written = '';
  for (const [index, group] of groups.entries()) {
    const next = groups[index + 1]?.runs[0]?.text ?? around.after;
    const before = written === '' ? around.before : written;
    if (!group.isMarked) {
      written = join(written, surround(group.runs, inner, { before, after: next }));
      continue;
    }
    const plain = surround(group.runs, inner, { before: mark, after: mark });
    const lead = plain.slice(0, plain.length - plain.trimStart().length);
    const trail = plain.trimStart().slice(plain.trim().length);
    const marked = plain.trim();
    written = canSurround(marked, { before: before + lead, after: trail + next })
      ? `${written}${lead}${mark}${marked}${mark}${trail}`
      : join(written, surround(group.runs, inner, { before, after: next }));
  }
  return written;
}

interface Around {
  readonly before: string;
  readonly after: string;
}

/** Whether marks around text have an effect: if a letter is outside the mark, a letter must also be inside. */
function canSurround(text: string, { before, after }: Around): boolean {
  const [first = ''] = text;
  const last = /.$/su.exec(text)?.[0] ?? '';
  const outerFirst = /.$/su.exec(before)?.[0] ?? ' ';
  const [outerLast = ' '] = after;
  const isSign = (char: string): boolean => /[\p{P}\p{S}]/u.test(char);
  const isOpen = !isSign(first) || /\s/.test(outerFirst) || isSign(outerFirst);
  const isClosed = !isSign(last) || /\s/.test(outerLast) || isSign(outerLast);
  return first !== '' && isOpen && isClosed && !/[*~]/.test(outerFirst) && !/[*~]/.test(first + last);
}

function writeInlineCode(code: string): string {
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const mark = '`'.repeat(longest + 1);
  return longest === 0 ? `${mark}${code}${mark}` : `${mark} ${code} ${mark}`;
}

function writeLink(node: HtmlNode, runs: readonly Run[]): readonly Run[] {
  const address = toAddress(attribute(node, 'href'));
  const text = writeLine(runs.map((run) => (run.kind === 'break' ? { kind: 'mdx', text: ' ', marks: [] } : run)));
  if (address === undefined || text === '') return runs;
  const mdx = (written: string): Run => ({ kind: 'mdx', text: written, marks: [] });
  const hasLead = /^\s/.test(runs[0]?.text ?? '');
  const hasTrail = /\s$/.test(runs.at(-1)?.text ?? '');
  return [...(hasLead ? [mdx(' ')] : []), mdx(`[${text}](${address})`), ...(hasTrail ? [mdx(' ')] : [])];
}

/** Writes an image, except a tracking image, which has one pixel. */
function writeImage(node: HtmlNode): string {
  const address = toAddress(attribute(node, 'src'));
  const isPixel = ['width', 'height'].some((name) => /^[01](?:px)?$/.test(attribute(node, name)));
  if (address === undefined || isPixel) return '';
  return `![${escapeText(attribute(node, 'alt').replaceAll(/\s+/g, ' '))}](${address})`;
}

/** Returns an address that can't run scripts, escaped so that it ends correctly. */
function toAddress(value: string): string | undefined {
  // Browsers ignore these characters in addresses, and `java\nscript:` is one.
  const address = value.replaceAll(/[\p{Cc}]/gu, '').trim();
  if (address === '' || (/^[a-z][a-z\d+.-]*:/i.test(address) && !/^(?:https?|mailto|tel):/i.test(address)))
    return undefined;
  return (
    address
      .replaceAll(' ', '%20')
      // A reference such as `&colon;` would be decoded.
      .replaceAll('&', '&amp;')
      .replaceAll(/[()<>{}\\`|]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  );
}

/**
 * Escapes characters that MDX would read as markup. Underscores in words aren't markup, and neither are ampersands that
 * don't begin a reference.
 */
const escapeText = (text: string): string =>
  text
    .replaceAll('\u0000', '')
    .replaceAll('\u00A0', ' ')
    .replaceAll(/[\\`*[\]<{}~|^$]|(?<![\p{L}\d])_|_(?![\p{L}\d])|&(?=#?\w+;)/gu, '\\$&');

/** Escapes text that would start a heading, a list, a quote, a table or an import. */
const escapeStart = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/^(?=(?:#{1,6}|[+-])(?:\s|\\?$)|>|:?-+[-:\s|\\]*$|=+\s*\\?$)/, '\\')
        .replace(/^(\d{1,9})(?=[.)](?:\s|\\?$))/, '$1\\')
        // A letter can't be escaped, but a reference to it isn't read as a statement.
        .replace(/^[ie](?=mport\s|xport\s)/, (letter) => `&#${letter.charCodeAt(0)};`),
    )
    .join('\n');
