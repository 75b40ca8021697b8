/** The part of a DOM node that the conversion reads. Nothing of the pasted page is executed or loaded. */
export interface HtmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<HtmlNode>;
  getAttribute?(name: string): string | null;
}

const TEXT = 3;
const ELEMENT = 1;
/** Deeper content of a hostile page becomes text. */
const DEEPEST = 200;

/** Content that a page doesn't show, or that has no meaning in a text. */
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

/** Clean MDX with the meaning of a pasted page: its structure, links and images, without its look. */
export function htmlToMdx(root: HtmlNode): string {
  return writeBlocks(root, 0).join('\n\n');
}

/** Whether the HTML has any structure. Otherwise its plain text is better. */
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
    const text = tidy(inline.map((node) => writeInline(node, depth)).join(''));
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

/** Google Docs puts a whole document into `<b>`. */
const hasBlocks = (node: HtmlNode, depth: number): boolean =>
  depth < DEEPEST &&
  childrenOf(node).some(
    (child) => blockNames.has(nameOf(child)) || (nameOf(child) !== '' && hasBlocks(child, depth + 1)),
  );

function writeBlock(node: HtmlNode, depth: number): readonly string[] {
  const name = nameOf(node);
  const level = /^H([1-6])$/.exec(name)?.[1];
  if (level !== undefined) {
    const text = tidy(
      childrenOf(node)
        .map((child) => writeInline(child, depth, true))
        .join(''),
    ).replaceAll('\n', ' ');
    return text === '' ? [] : [`${'#'.repeat(Number(level))} ${text}`];
  }
  switch (name) {
    case 'HR':
      return ['---'];
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
  const code = (node.textContent ?? '').replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '');
  const inner = childrenOf(node).find((child) => nameOf(child) === 'CODE');
  const classes = `${attribute(node, 'class')} ${inner === undefined ? '' : attribute(inner, 'class')}`;
  const language = /\blang(?:uage)?-([\w+#-]+)/.exec(classes)?.[1] ?? '';
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

function writeList(node: HtmlNode, depth: number): readonly string[] {
  const first = Number.parseInt(attribute(node, 'start'), 10);
  let number = Number.isSafeInteger(first) && first >= 0 ? first : 1;
  const items: string[] = [];
  for (const child of childrenOf(node)) {
    if (nameOf(child) === '') continue;
    // Google Docs puts inner lists next to the items instead of into them.
    const isList = nameOf(child) === 'UL' || nameOf(child) === 'OL';
    const mark = nameOf(node) === 'OL' ? `${number}. ` : '- ';
    const blocks = isList ? writeList(child, depth + 1) : writeBlocks(child, depth + 1);
    if (blocks.length === 0) continue;
    const isTight = blocks.every((block, index) => index === 0 || /^(?:- |\d+\. )/.test(block));
    const text = blocks.join(isTight ? '\n' : '\n\n');
    const indent = ' '.repeat(mark.length);
    const indented = text.split('\n').map((line) => (line === '' ? '' : indent + line));
    if (isList && items.length > 0) items.push(indented.join('\n'));
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
        writeBlocks(cell, depth + 1)
          .join('<br />')
          .replaceAll(/\n+/g, ' ')
          .replaceAll('|', String.raw`\|`),
      ),
  );
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const [header, ...body] = rows;
  if (header === undefined || columns === 0) return [];
  const write = (cells: readonly string[]): string =>
    `| ${Array.from({ length: columns }, (_none, index) => cells[index] ?? '').join(' | ')} |`;
  return [[write(header), write(Array.from({ length: columns }, () => '---')), ...body.map(write)].join('\n')];
}

const findRows = (node: HtmlNode, depth: number): readonly HtmlNode[] =>
  childrenOf(node).flatMap((child) =>
    nameOf(child) === 'TR'
      ? [child]
      : /^(?:THEAD|TBODY|TFOOT)$/.test(nameOf(child)) && depth < DEEPEST
        ? findRows(child, depth + 1)
        : [],
  );

function writeInline(node: HtmlNode, depth: number, isHeading = false): string {
  if (node.nodeType === TEXT) return escapeText((node.textContent ?? '').replaceAll(/\s+/g, ' '));
  const name = nameOf(node);
  if (name === '' || dropped.has(name)) return '';
  if (depth > DEEPEST) return escapeText(node.textContent ?? '');
  const write = (): string =>
    childrenOf(node)
      .map((child) => writeInline(child, depth + 1, isHeading))
      .join('');
  switch (name) {
    case 'BR':
      return lineBreak;
    case 'IMG':
      return writeImage(node);
    case 'CODE':
    case 'KBD':
    case 'SAMP':
    case 'TT':
      return writeInlineCode(node.textContent ?? '');
    case 'A':
      return writeLink(node, write());
    case 'DEL':
    case 'S':
    case 'STRIKE':
      return surround(write(), '~~');
    default: {
      const isStrong = (name === 'B' || name === 'STRONG' ? !isNormal(node) : isBold(node)) && !isHeading;
      const isEmphasis = name === 'I' || name === 'EM' || isItalic(node);
      const text = isEmphasis ? surround(write(), '*') : write();
      return isStrong ? surround(text, '**') : text;
    }
  }
}

/** Marks next to a space have no effect. */
function surround(text: string, mark: string): string {
  const inner = text.trim();
  if (inner === '') return text;
  const [lead = ''] = /^\s*/.exec(text) ?? [];
  return `${lead}${mark}${inner}${mark}${text.slice(lead.length + inner.length)}`;
}

function writeInlineCode(text: string): string {
  const code = text.replaceAll(/\s+/g, ' ');
  if (code.trim() === '') return code;
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const mark = '`'.repeat(longest + 1);
  return longest === 0 ? `${mark}${code}${mark}` : `${mark} ${code} ${mark}`;
}

function writeLink(node: HtmlNode, text: string): string {
  const address = toAddress(attribute(node, 'href'));
  const shown = text.replaceAll(/\s+/g, ' ').trim();
  if (address === undefined || shown === '') return text;
  return `[${shown}](${address})`;
}

/** Pictures that count readers have one pixel. */
function writeImage(node: HtmlNode): string {
  const address = toAddress(attribute(node, 'src'));
  const isPixel = ['width', 'height'].some((name) => /^[01](?:px)?$/.test(attribute(node, name)));
  if (address === undefined || isPixel) return '';
  return `![${escapeText(attribute(node, 'alt').replaceAll(/\s+/g, ' '))}](${address})`;
}

/** An address that can't run scripts, written so that it ends where it should. */
function toAddress(value: string): string | undefined {
  // Browsers ignore these characters in addresses, and `java\nscript:` is one.
  const address = value.replaceAll(/[\p{Cc}]/gu, '').trim();
  if (address === '' || (/^[a-z][a-z\d+.-]*:/i.test(address) && !/^(?:https?|mailto|tel):/i.test(address)))
    return undefined;
  return address
    .replaceAll(' ', '%20')
    .replaceAll(/[()<>{}\\]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Characters that MDX would read as markup. */
const escapeText = (text: string): string =>
  text
    .replaceAll('\u0000', '')
    .replaceAll('\u00A0', ' ')
    .replaceAll(/[\\`*_[\]<{}~]/g, '\\$&');

/** Text that would start a heading, a list, a quote or an import. */
const escapeStart = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/^(?=[#>+-](?:\s|$)|-{3}|={3}|>)/, '\\')
        .replace(/^(\d{1,9})(?=[.)]\s)/, '$1\\')
        // A letter can't be escaped, but a reference to it isn't read as a statement.
        .replace(/^[ie](?=mport\s|xport\s)/, (letter) => `&#${letter.charCodeAt(0)};`),
    )
    .join('\n');

/** A line break until the text is complete, because pasted text can't contain this character. */
const lineBreak = '\u0000';

/** One space between words, and line breaks only between lines. */
function tidy(text: string): string {
  return text
    .split(lineBreak)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\\\n');
}
