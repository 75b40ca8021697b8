/**
 * Marks the differences between two versions of a page in both versions: paragraphs, headings, items, cells and code
 * whose text the other version doesn't have. Each has an anchor, so that the dashboard can scroll the frame to it.
 */

/** The anchor of the first change is `docwright-change-1`. */
export const changeAnchor = 'docwright-change-';

export interface MarkedPage {
  readonly html: string;
  /** Number of marked places. */
  readonly changes: number;
}

export interface MarkedPages {
  readonly before: MarkedPage;
  readonly after: MarkedPage;
}

export function markChanges(pages: { readonly before: string; readonly after: string }): MarkedPages {
  const blocks = { before: findBlocks(pages.before), after: findBlocks(pages.after) };
  return {
    before: mark(pages.before, without(blocks.before, blocks.after), '#c0392b'),
    after: mark(pages.after, without(blocks.after, blocks.before), '#1a8f4c'),
  };
}

interface Block {
  /** Position of the `>` of its opening tag. */
  readonly tagEnd: number;
  readonly text: string;
}

/** The builder writes every attribute in double quotes, and no bare `<` in text. */
const tagShape = /<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s"'<>=/]+(?:="[^"]*")?)*)\s*\/?>/gi;
/** Elements that are marked. */
const marked = new Set('p li h1 h2 h3 h4 h5 h6 pre td th dt dd figcaption summary'.split(' '));
/** Elements that are part of their block's text. All other elements end the block. */
const inline = new Set(
  'a abbr b br button code em i img input kbd mark s small span strong sub sup time u wbr'.split(' '),
);
/** The compared attributes of an inline element: a link's target, an image's source and alternative text. */
const target = /\s(?:href|src|alt)="([^"]*)"/g;

function findBlocks(html: string): readonly Block[] {
  const start = html.indexOf('<main');
  const end = html.lastIndexOf('</main>');
  if (start === -1 || end < start) return [];
  const blocks: Block[] = [];
  let open: { tagEnd: number; parts: string[] } | undefined;
  let textStart = start;
  const close = (): void => {
    const text = open?.parts.join('').replaceAll(/\s+/g, ' ').trim() ?? '';
    if (open !== undefined && text !== '') blocks.push({ tagEnd: open.tagEnd, text });
    open = undefined;
  };
  for (const match of html.slice(0, end).matchAll(tagShape)) {
    if (match.index < start) continue;
    const [tag, slash = '', name = '', attributes = ''] = match;
    open?.parts.push(html.slice(textStart, match.index));
    textStart = match.index + tag.length;
    if (inline.has(name.toLowerCase())) {
      for (const [, value = ''] of attributes.matchAll(target)) open?.parts.push(` ${value} `);
      continue;
    }
    close();
    if (slash === '' && marked.has(name.toLowerCase())) open = { tagEnd: textStart - 1, parts: [] };
  }
  close();
  return blocks;
}

/** Blocks that occur less often in the other version. */
function without(blocks: readonly Block[], other: readonly Block[]): readonly Block[] {
  const left = new Map<string, number>();
  for (const { text } of other) left.set(text, (left.get(text) ?? 0) + 1);
  return blocks.filter(({ text }) => {
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    return count === 0;
  });
}

function mark(html: string, blocks: readonly Block[], color: string): MarkedPage {
  if (blocks.length === 0) return { html, changes: 0 };
  let from = 0;
  const parts: string[] = [];
  for (const [index, { tagEnd }] of blocks.entries()) {
    const anchor = `<span id="${changeAnchor}${index + 1}"></span>`;
    parts.push(html.slice(from, tagEnd), ` data-docwright-change>${anchor}`);
    from = tagEnd + 1;
  }
  parts.push(html.slice(from));
  const style = `<style>[data-docwright-change]{outline:2px solid ${color};outline-offset:4px;border-radius:2px}[id^="${changeAnchor}"]{scroll-margin-top:140px}</style>`;
  return { html: parts.join('').replace('</head>', () => `${style}</head>`), changes: blocks.length };
}
