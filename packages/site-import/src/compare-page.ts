/**
 * Compares an old page with the new page: words, links, images and code blocks. The comparison is independent of the
 * conversion, so that it finds conversion errors.
 */
import { markFences, toLines, type SourceLine } from './text/source-lines.ts';
import { decodeEntities } from './text/plain-html.ts';
import { replaceSpans, replaceTags } from './text/find-marks.ts';
import { splitFrontmatter } from './text/split-frontmatter.ts';
import type { Comparison, Figures, Loss } from './imported-site.ts';

export const nothingCompared: Comparison = {
  words: { old: 0, missing: 0 },
  links: { old: 0, missing: 0 },
  pictures: { old: 0, missing: 0 },
  codeBlocks: { old: 0, missing: 0 },
};

export interface ComparedPage {
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
  /** The problems that the conversion itself has reported for the page. */
  readonly losses: readonly Loss[];
}

/** Maximum number of words in a report; more wouldn't add information. */
const MAX_NAMED_WORDS = 12;

export function comparePage(page: ComparedPage): { readonly comparison: Comparison; readonly losses: Loss[] } {
  const old = readInventory(page.oldText, true);
  const made = readInventory(page.newText, false);
  const missingWords = [...old.words].filter(([word]) => !made.words.has(word));
  // A link without a target is reported with its line, as are images and parts that are left out on purpose.
  const countLosses = (pattern: RegExp): number => page.losses.filter(({ message }) => pattern.test(message)).length;
  const comparison: Comparison = {
    words: { old: old.words.size, missing: missingWords.length },
    links: figures(old.links, made.links + countLosses(/the link has no target/)),
    pictures: figures(old.pictures, made.pictures + countLosses(/the picture has no target/)),
    codeBlocks: figures(old.codeBlocks, made.codeBlocks),
  };
  const losses: Loss[] = [];
  const [first] = missingWords;
  if (first !== undefined) {
    const named = missingWords.slice(0, MAX_NAMED_WORDS).map(([word]) => word);
    const more = missingWords.length - named.length;
    losses.push({
      path: page.path,
      line: first[1],
      message: `words missing from the new page: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    });
  }
  for (const [name, { old: count, missing }] of [
    ['links', comparison.links],
    ['images', comparison.pictures],
    ['blocks of code', comparison.codeBlocks],
  ] as const)
    if (missing > 0)
      losses.push({
        path: page.path,
        message: `${missing} of ${count} ${name} are not in the new page`,
      });
  return { comparison, losses };
}

export function addComparisons(one: Comparison, other: Comparison): Comparison {
  const add = (a: Figures, b: Figures): Figures => ({ old: a.old + b.old, missing: a.missing + b.missing });
  return {
    words: add(one.words, other.words),
    links: add(one.links, other.links),
    pictures: add(one.pictures, other.pictures),
    codeBlocks: add(one.codeBlocks, other.codeBlocks),
  };
}

const figures = (old: number, made: number): Figures => ({ old, missing: Math.max(0, old - made) });

interface Inventory {
  /** Each word in lower case, with the first line that has it. */
  readonly words: ReadonlyMap<string, number>;
  readonly links: number;
  readonly pictures: number;
  readonly codeBlocks: number;
}

/**
 * Reads the words, links, images and code blocks of a page. If `isOld`, the old tool's markup doesn't count as words.
 * On a new page, every word counts, including those in properties, because a title that became a property isn't
 * missing.
 */
function readInventory(file: string, isOld: boolean): Inventory {
  const { data, body, bodyLine } = splitFrontmatter(file.replaceAll('\r\n', '\n'));
  const lines = toLines(withoutComments(body), bodyLine);
  const inFence = markFences(lines);
  const words = new Map<string, number>();
  const add = (text: string, line: number): void => {
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]{3,}/gu)) if (!words.has(word)) words.set(word, line);
  };
  for (const key of ['title', 'description']) if (typeof data[key] === 'string') add(data[key], 1);
  let codeBlocks = 0;
  const proseLines: SourceLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (inFence[index] !== true) proseLines.push(line);
    else if (inFence[index - 1] !== true || /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(?:`{3,}|~{3,})\S/.test(line.text)) {
      // MDX in such a fence is part of the page.
      if (!line.text.includes('mdx-code-block')) codeBlocks += 1;
      if (!isOld) add(decodeEntities(line.text), line.line);
    } else if (!/\bhighlight-(?:next-line|start|end)\b/.test(line.text)) add(line.text, line.line);
  }
  const text = proseLines.map((line) => line.text).join('\n');
  const prose = isOld ? joinMultilineTags(text) : text;
  codeBlocks += count(text, /<pre\b/gi) + count(text, /\{%\s*@mermaid/g);
  for (const [index, own] of prose.split('\n').entries())
    add(isOld ? withoutMarks(own) : decodeEntities(own), proseLines[index]?.line ?? 1);
  const plain = (isOld ? withoutMarksInPre(text) : text)
    .replaceAll(/`[^`\n]*`/g, '')
    // Covers of cards are written as links to pictures.
    .replaceAll(isOld ? /<a\b[^<>]{0,1000}\bhref="[^"<>]{0,1000}\.(?:png|jpe?g|gif|svg|webp|avif)"/gi : /$^/g, '');
  return {
    words,
    codeBlocks,
    links: count(
      plain,
      /(?<!!)\[[^\]\n]{0,1000}\]\((?!\s*\))|<a\b[^>]{0,1000}\bhref=|<Link\b[^>]{0,1000}\b(?:to|href)=|<Card\b[^>]{0,1000}\bhref=/g,
    ),
    pictures:
      count(plain, /!\[[^\]\n]{0,1000}\]\(|<img\b|<Card\b[^>]{0,1000}\bimg=/g) +
      (isOld ? count(plain, /<source\b[^<>]{0,1000}\bsrcset=[^<>]{0,1000}dark/g) : 0),
  };
}

/** Breaks up link syntax in `<pre>`: old pages have no Markdown there, so brackets are text. */
function withoutMarksInPre(text: string): string {
  return replaceSpans(
    text,
    /<pre\b[^<>]{0,1000}>/gi,
    () => /<\/pre\s*>/gi,
    (block) => block.replaceAll('](', '] ('),
  );
}

/**
 * Moves a tag that spans several lines to its first line; the number of lines is unchanged. Styles and scripts have no
 * words.
 */
function joinMultilineTags(text: string): string {
  const lines = (part: string): string => '\n'.repeat(count(part, /\n/g));
  const joined = (tag: string): string => tag.replaceAll('\n', ' ') + lines(tag);
  const isStyle = /^<style/i;
  const withoutStyles = replaceSpans(
    text,
    /<(?:style|script)\b[^<>]{0,1000}>/gi,
    (opening) => (isStyle.test(opening) ? /<\/style\s*>/gi : /<\/script\s*>/gi),
    lines,
  );
  const withBlocks = replaceSpans(withoutStyles, /\{%/g, () => /%\}/g, joined);
  return replaceTags(withBlocks, /<[A-Za-z]/g, joined, { stopsAt: '<' });
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Replaces comments with empty lines. */
function withoutComments(text: string): string {
  return replaceSpans(
    text,
    /<!--|\{\/\*/g,
    (opening) => (opening === '<!--' ? /-->/g : /\*\/\}/g),
    (comment) => '\n'.repeat(count(comment, /\n/g)),
  );
}

/** Properties that readers see. */
const shownProps =
  /\b(?:title|label|alt|caption|summary|description|headline|content)=(?:"([^"]*)"|'([^']*)'|\{\s*["'`]([^"'`]*)["'`]\s*\})/g;

/** Returns a line of an old page without tags, addresses and the names of its tool's blocks. */
function withoutMarks(text: string): string {
  if (
    /^\s*(?:import|export)\s/.test(text) ||
    /^\s*(?:\*\[[^\]]+\]:|::: [\w.]|\[block:|\[\/block\]|-{1,}8<-{1,}|\[\^?[^\]]+\]:\s)/.test(text)
  )
    return '';
  const props: string[] = [];
  const takeProps = (tag: string): string => {
    for (const [, double, single, expression] of tag.matchAll(shownProps))
      props.push(double ?? single ?? expression ?? '');
    return ' ';
  };
  const withoutBlocks = replaceSpans(text, /\{%/g, () => /%\}/g, takeProps)
    // The old page has the name of a variable, and the new page has its value.
    .replaceAll(/<code class="expression">[^<>]{0,1000}<\/code>/g, ' ');
  const plain = replaceTags(withoutBlocks, /<\/?[a-zA-Z]/g, takeProps)
    // Keys of ReadMe's blocks.
    .replaceAll(/"(?:codes?|language|name|type|title|body|data|cols|rows|images?|sizing|border)":/g, ' ')
    .replaceAll(/<[^<>\s:]{0,100}:[^<>\s]{0,1000}>/g, ' ')
    .replaceAll(
      /\]\((?:<[^<>]{0,1000}>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(\s+(?:"[^"]{0,1000}"|'[^']{0,1000}'))?\)/g,
      '] ',
    )
    .replace(/^\s*(?::{3,}\s*[\w-]+|\/{3,}\s*[\w-]+|(?:!!!|\?\?\?\+?)\s+[\w-]+(?:\s+[\w-]+)*)/, ' ')
    .replaceAll(/\{:?\s*(?:[#.]|[\w-]+=)[^{}]{0,1000}\}|(?<![\w:]):[a-z\d+][\w+-]*:|`#![\w+-]+ /g, ' ')
    .replaceAll(/\bhttps?:\/\/\S+/g, ' ');
  return decodeEntities(`${plain} ${props.join(' ')}`);
}
