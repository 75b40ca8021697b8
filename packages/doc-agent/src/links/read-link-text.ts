import type { LinkSpan } from './find-links.ts';

/** Maximum distance of a link's text from its target. */
const reach = 400;

/** The visible text of a link: the text of a Markdown link, or the title or content of an element. */
export function readLinkText(text: string, { start, end }: Pick<LinkSpan, 'start' | 'end'>): string {
  const before = text.slice(Math.max(0, start - reach), start);
  const open = /\]\([ \t]*<?$/.exec(before);
  if (open !== null) return before.slice(findBracket(before, open.index) + 1, open.index);
  const tag = before.lastIndexOf('<');
  const after = text.slice(end, end + reach);
  const close = after.indexOf('>');
  if (tag === -1 || close === -1) return '';
  const attributes = `${before.slice(tag)} ${after.slice(0, close)}`;
  const title = /\btitle=\{?["'`]([^"'`\n]*)/.exec(attributes)?.[1];
  if (title !== undefined) return title;
  return after.slice(close - 1, close) === '/' ? '' : (after.slice(close + 1).split('<', 1)[0] ?? '').trim();
}

/** Offset of the `[` that belongs to the `]` at an offset; -1 if it isn't near. */
function findBracket(text: string, at: number): number {
  let depth = 0;
  for (let index = at - 1; index >= 0; index -= 1) {
    if (text[index] === ']') depth += 1;
    else if (text[index] === '[') {
      if (depth === 0) return index;
      depth -= 1;
    }
  }
  return -1;
}
