import type { PageAnchors } from './read-anchors.ts';
import type { PageSection } from './site-knowledge.ts';

/** The text before the address of a link in Markdown. */
const linkStarts = ['](', '](<', ']: ', '="', "='"];

/**
 * Returns a page's Markdown without the note to agents that builders add at the top. Links to the site, which are
 * absolute for use elsewhere, become relative to the root of the host, which is how pages are named here.
 */
export function ownTextOf(markdown: string, basePath: string): string {
  const head = /^> ## Documentation Index\n(?:>[^\n]*\n)*\n*/.exec(markdown)?.[0] ?? '';
  const text = markdown.slice(head.length);
  const site = /listed at (?<site>https?:\/\/\S+)\/llms\.txt$/m.exec(head)?.groups?.site;
  if (site === undefined || !text.includes(site)) return text;
  return linkStarts.reduce((made, start) => made.replaceAll(`${start}${site}/`, () => `${start}${basePath}/`), text);
}

interface RawSection {
  readonly heading: string;
  readonly level: number;
  readonly lines: string[];
}

/** Splits Markdown at its headings; headings in code don't count. */
export function readSections(markdown: string, anchors: PageAnchors): PageSection[] {
  const raw: RawSection[] = [{ heading: '', level: 0, lines: [] }];
  let fence = '';
  for (const line of markdown.split('\n')) {
    const mark = /^\s*(?<mark>`{3,}|~{3,})(?<info>.*)$/.exec(line)?.groups;
    if (fence === '' && mark?.mark !== undefined) fence = mark.mark;
    else if (fence !== '' && mark?.mark?.startsWith(fence) === true && mark.info?.trim() === '') fence = '';
    const heading =
      fence === '' ? /^ {0,3}(?<level>#{1,6})[ \t]+(?<text>.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line)?.groups : undefined;
    if (heading?.level === undefined) raw.at(-1)?.lines.push(line);
    else raw.push({ heading: toPlainText(heading.text ?? ''), level: heading.level.length, lines: [] });
  }
  return withAnchors(raw, anchors).filter(({ heading, markdown: text }) => heading !== '' || text !== '');
}

/**
 * Adds the page's anchors to the headings of its Markdown. Headings that the page and the Markdown share are in the
 * same order; either can have headings that the other lacks.
 */
function withAnchors(raw: readonly RawSection[], { headings }: PageAnchors): PageSection[] {
  let from = 0;
  return raw.map(({ heading, level, lines }) => {
    const place = heading === '' ? -1 : headings.findIndex(({ text }, index) => index >= from && isSame(text, heading));
    if (place >= 0) from = place + 1;
    return { heading, level, anchor: headings[place]?.id ?? '', markdown: lines.join('\n').trim() };
  });
}

const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

function isSame(one: string, other: string): boolean {
  return letters(one) === letters(other);
}

/** Inline Markdown as the reader sees it. */
export function toPlainText(markdown: string): string {
  return markdown
    .replaceAll(/!\[(?<alt>[^\]]*)\]\([^)]*\)/g, '$<alt>')
    .replaceAll(/\[(?<text>[^\]]*)\]\([^)]*\)/g, '$<text>')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\\(?<mark>[!-/:-@[-`{-~])/g, '$<mark>')
    .replaceAll(/[`*]+|(?<!\w)_+|_+(?!\w)/g, '')
    .trim();
}
