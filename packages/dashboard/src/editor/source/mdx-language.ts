import { deleteMarkupBackward, insertNewlineContinueMarkup, markdownLanguage } from '@codemirror/lang-markdown';
import { Language, LanguageSupport } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { parseMixed, type Input, type Parser } from '@lezer/common';
import { styleTags, tags } from '@lezer/highlight';
import type {
  BlockContext,
  InlineContext,
  LeafBlock,
  LeafBlockParser,
  Line,
  MarkdownConfig,
  MarkdownParser,
} from '@lezer/markdown';
import { findBraceEnd, findTagEnd } from './find-tag-end.ts';

const LESS = 60;
const BRACE = 123;

/** Reads from a position to the end of the inline text, but no further than a tag can extend. */
const readAhead = (cx: InlineContext, pos: number, longest: number): string =>
  cx.slice(pos, Math.min(cx.end, pos + longest));

const LONGEST_TAG = 4000;

const fencePattern = /^(?:`{3,}(?=[^`]*$)|~{3,})/;

/**
 * Ends a paragraph at any fence. The parser itself ends it only at a fence that is indented by fewer than four columns.
 */
function endAtFence(cx: BlockContext, line: Line, leaf: LeafBlock): boolean {
  if (!fencePattern.test(line.text.slice(line.pos))) return false;
  const text = cx.parser.parseInline(leaf.content, leaf.start);
  cx.addLeafElement(leaf, cx.elt('Paragraph', leaf.start, leaf.start + leaf.content.length, text));
  return true;
}

/** Parses fenced code. In MDX, fences can be indented as far as the surrounding components. */
function parseFence(cx: BlockContext, line: Line): boolean {
  const fence = fencePattern.exec(line.text.slice(line.pos))?.[0];
  if (fence === undefined) return false;
  const from = cx.lineStart + line.pos;
  const info = line.skipSpace(line.pos + fence.length);
  const infoEnd = line.text.trimEnd().length;
  const parts = [cx.elt('CodeMark', from, from + fence.length)];
  if (info < infoEnd) parts.push(cx.elt('CodeInfo', cx.lineStart + info, cx.lineStart + infoEnd));
  // The parser's own code also reads the depth, but its types don't declare it.
  while (cx.nextLine() && (line as Line & { readonly depth: number }).depth >= cx.depth) {
    parts.push(...line.markers);
    const rest = line.text.slice(line.pos).trim();
    const start = cx.lineStart + line.pos;
    if (rest.length >= fence.length && rest === fence.charAt(0).repeat(rest.length)) {
      parts.push(cx.elt('CodeMark', start, start + rest.length));
      cx.nextLine();
      break;
    }
    const textStart = cx.lineStart + Math.min(line.basePos, line.text.length);
    const textEnd = cx.lineStart + line.text.length;
    if (textEnd > textStart) parts.push(cx.elt('CodeText', textStart, textEnd));
  }
  cx.addElement(cx.elt('FencedCode', from, cx.prevLineEnd(), parts));
  return true;
}

/**
 * Finds the end of a tag or expression that starts at a line and spans several lines. A tag's last line can be `>`,
 * which isn't a quote, and comments can contain empty lines.
 */
function findLongPartEnd(cx: BlockContext, line: Line): number | undefined {
  const start = line.text.slice(line.pos);
  if (!/^(?:<[A-Za-z]|\{)/.test(start) || line.markers.length > 0) return undefined;
  const from = cx.lineStart + line.pos;
  // The parser's own code also reads the input, but its types don't declare it.
  const { input } = cx as BlockContext & { readonly input: Input };
  const text = input.read(from, Math.min(input.length, from + LONGEST_TAG));
  const length = start.startsWith('{') ? findBraceEnd(text, 0) : findTagEnd(text)?.length;
  return length === undefined || length <= start.length ? undefined : from + length;
}

/**
 * Parses a tag or expression that is alone on its lines as a block, so that text after it isn't part of the same
 * paragraph.
 */
function parseJsxLines(cx: BlockContext, line: Line): boolean {
  const text = line.text.slice(line.pos).trimEnd();
  const isAlone = /^<\/?[A-Za-z]/.test(text) && findTagEnd(text)?.length === text.length;
  const end = isAlone ? cx.lineStart + line.pos + text.length : findLongPartEnd(cx, line);
  if (end === undefined) return false;
  const from = cx.lineStart + line.pos;
  while (cx.lineStart + line.text.length < end && cx.nextLine());
  const to = cx.lineStart + line.text.length;
  const { input } = cx as BlockContext & { readonly input: Input };
  cx.addElement(cx.elt('Paragraph', from, to, cx.parser.parseInline(input.read(from, to), from)));
  cx.nextLine();
  return true;
}

function endAtLongPart(cx: BlockContext, line: Line, leaf: LeafBlock): boolean {
  if (findLongPartEnd(cx, line) === undefined) return false;
  const text = cx.parser.parseInline(leaf.content, leaf.start);
  cx.addLeafElement(leaf, cx.elt('Paragraph', leaf.start, leaf.start + leaf.content.length, text));
  return true;
}

const delimiterPattern = /^\s*\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$/;

/** Ends a table at a line with a tag, such as the end of the surrounding component. */
function endTableAtTag(cx: BlockContext, line: Line, leaf: LeafBlock): boolean {
  const text = line.text.slice(line.pos).trim();
  const [, delimiter] = leaf.content.split('\n', 2);
  if (!text.startsWith('<') || delimiter === undefined || !delimiterPattern.test(delimiter)) return false;
  if (findTagEnd(text)?.length !== text.length) return false;
  // The parser of tables is one of these, but the types don't declare them.
  const { parsers } = leaf as LeafBlock & { readonly parsers: readonly LeafBlockParser[] };
  return parsers.some((parser) => parser.finish(cx, leaf));
}

/**
 * MDX instead of HTML: tags of components, expressions in braces, imports and exports, and frontmatter. Indented text
 * is not code.
 */
const mdx: MarkdownConfig = {
  remove: ['HTMLBlock', 'HTMLTag', 'IndentedCode', 'Autolink'],
  defineNodes: [
    { name: 'Frontmatter', block: true },
    { name: 'FrontmatterMark' },
    { name: 'FrontmatterContent' },
    { name: 'Esm', block: true },
    { name: 'JsxTag' },
    { name: 'JsxName' },
    { name: 'JsxAttribute' },
    { name: 'JsxString' },
    { name: 'MdxExpression' },
  ],
  parseBlock: [
    { name: 'FencedCode', parse: parseFence, leaf: () => ({ nextLine: endAtFence, finish: () => false }) },
    { name: 'JsxLines', parse: parseJsxLines, leaf: () => ({ nextLine: endAtLongPart, finish: () => false }) },
    { name: 'TableEnd', before: 'Table', leaf: () => ({ nextLine: endTableAtTag, finish: () => false }) },
    {
      name: 'Frontmatter',
      before: 'HorizontalRule',
      parse: (cx, line) => {
        if (cx.lineStart !== 0 || !/^---[ \t]*$/.test(line.text)) return false;
        const opening = cx.elt('FrontmatterMark', 0, line.text.length);
        const from = line.text.length + 1;
        while (cx.nextLine()) {
          if (!/^---[ \t]*$/.test(line.text)) continue;
          const to = cx.lineStart;
          const end = to + line.text.length;
          const content = to > from ? [cx.elt('FrontmatterContent', from, to)] : [];
          cx.addElement(cx.elt('Frontmatter', 0, end, [opening, ...content, cx.elt('FrontmatterMark', to, end)]));
          cx.nextLine();
          return true;
        }
        cx.addElement(cx.elt('Frontmatter', 0, cx.prevLineEnd(), [opening]));
        return true;
      },
    },
    {
      name: 'Esm',
      before: 'Blockquote',
      parse: (cx, line) => {
        if (!/^(?:import|export)\s/.test(line.text)) return false;
        const from = cx.lineStart;
        do if (line.text.trim() === '') break;
        while (cx.nextLine());
        cx.addElement(cx.elt('Esm', from, cx.prevLineEnd()));
        return true;
      },
    },
  ],
  parseInline: [
    {
      name: 'JsxTag',
      before: 'Link',
      parse: (cx, next, pos) => {
        if (next !== LESS) return -1;
        const tag = findTagEnd(readAhead(cx, pos, LONGEST_TAG));
        if (tag === undefined) return -1;
        const parts = tag.parts.map(({ kind, from, to }) => cx.elt(kind, pos + from, pos + to));
        return cx.addElement(cx.elt('JsxTag', pos, pos + tag.length, parts));
      },
    },
    {
      name: 'MdxExpression',
      before: 'Link',
      parse: (cx, next, pos) => {
        if (next !== BRACE) return -1;
        const length = findBraceEnd(readAhead(cx, pos, LONGEST_TAG), 0);
        return length === undefined ? -1 : cx.addElement(cx.elt('MdxExpression', pos, pos + length));
      },
    },
  ],
  props: [
    styleTags({
      FrontmatterMark: tags.meta,
      Esm: tags.keyword,
      JsxTag: tags.angleBracket,
      JsxName: tags.tagName,
      JsxAttribute: tags.attributeName,
      JsxString: tags.attributeValue,
      MdxExpression: tags.special(tags.string),
    }),
  ],
};

const colorFrontmatter = (parser: Parser): MarkdownConfig => ({
  wrap: parseMixed((node) => (node.name === 'FrontmatterContent' ? { parser } : null)),
});

/**
 * Creates the language of pages. Doesn't use `markdown()`, which includes parsers for HTML, CSS and JavaScript that are
 * larger than the rest of the editor.
 *
 * @param yaml reads the frontmatter; without it, the frontmatter has no colors
 */
export function mdxLanguage(yaml: Parser | undefined): Extension {
  const base = (markdownLanguage.parser as MarkdownParser).configure(mdx);
  const parser = yaml === undefined ? base : base.configure(colorFrontmatter(yaml));
  const keys = keymap.of([
    { key: 'Enter', run: insertNewlineContinueMarkup },
    { key: 'Backspace', run: deleteMarkupBackward },
  ]);
  return new LanguageSupport(new Language(markdownLanguage.data, parser, [], 'mdx'), Prec.high(keys));
}
