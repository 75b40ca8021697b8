import { findTags } from '../text/find-marks.ts';
import { decodeEntities, attributesOf, textOfHtml } from '../text/plain-html.ts';

export interface GitbookCard {
  readonly title: string;
  readonly icon: string | undefined;
  readonly href: string | undefined;
  /** Image at the top. */
  readonly cover: string | undefined;
  /** Shown in dark mode instead of `cover`. */
  readonly darkCover: string | undefined;
  /** HTML and Markdown, paragraphs on separate lines. */
  readonly body: string;
}

interface Column {
  readonly isHidden: boolean;
  readonly role: 'target' | 'cover' | 'other-cover' | 'text';
}

const maxCards = 500;

/**
 * Reads the cards in a table with `data-view="cards"`, one per row. Column headers define the purpose of columns; the
 * first visible text is the title, and the rest is below it.
 */
export function readCardTable(html: string): GitbookCard[] {
  const columns = [...findTags(html, /<th\b/gi)].map(({ attributes }) => readColumn(attributes));
  const rows = bodyOf(html)
    .split(/<tr\b[^<>]{0,1000}>/i)
    .slice(1, maxCards + 1);
  return rows.flatMap((row) => {
    const starts = [...findTags(row, /<td\b/gi)];
    const cells = starts.map(({ end }, index) => row.slice(end, starts[index + 1]?.start));
    return (
      readCard(
        cells.map((cell) => cell.replace(/<\/t[dr]>[\s\S]*$/i, '')),
        columns,
      ) ?? []
    );
  });
}

function bodyOf(table: string): string {
  const [start] = findTags(table, /<tbody\b/gi);
  const end = table.toLowerCase().lastIndexOf('</tbody>');
  return start === undefined || end < start.end ? '' : table.slice(start.end, end);
}

function readColumn(text: string): Column {
  const attributes = attributesOf(text);
  const role =
    'data-card-target' in attributes
      ? 'target'
      : 'data-card-cover' in attributes
        ? 'cover'
        : 'data-card-cover-dark' in attributes
          ? 'other-cover'
          : 'text';
  return { role, isHidden: 'data-hidden' in attributes };
}

function readCard(cells: readonly string[], columns: readonly Column[]): GitbookCard | undefined {
  let title = '';
  const body: string[] = [];
  let icon: string | undefined;
  let href: string | undefined;
  let cover: string | undefined;
  let darkCover: string | undefined;
  for (const [index, cell] of cells.entries()) {
    const { role, isHidden } = columns[index] ?? { role: 'text', isHidden: false };
    const written = /<(?:a|img)\b[^<>]{0,1000}?\b(?:href|src)=["']([^"']{0,1000})["']/i.exec(cell)?.[1];
    const address = written === undefined ? undefined : decodeEntities(written);
    if (role === 'target') href = address ?? href;
    else if (role === 'cover') cover = address;
    else if (role === 'other-cover') darkCover = address;
    if (role !== 'text' || isHidden) continue;
    icon ??= /<i\s{1,20}class="fa-([a-z\d-]{1,100})"/i.exec(cell)?.[1];
    const words = cell.replaceAll(/<i\s{1,20}class="fa-[^<>]{0,1000}>[^<]{0,1000}<\/i>/gi, '').trim();
    if (textOfHtml(words) === '' && !/<img\b/i.test(words)) continue;
    const paragraphs = toParagraphs(words).split('\n\n');
    // The only link in a title is the card's link.
    if (title === '') href ??= linkOf(paragraphs[0] ?? '');
    if (title === '') title = textOfHtml(paragraphs.shift() ?? '').replaceAll(/[*`]/g, '');
    body.push(...paragraphs);
  }
  if (title === '' && body.length === 0 && href === undefined && cover === undefined && darkCover === undefined)
    return undefined;
  return { title, icon, href, cover, darkCover, body: body.join('\n\n') };
}

function linkOf(html: string): string | undefined {
  const links = [...html.matchAll(/<a\b[^<>]{0,1000}?\bhref=["']([^"']{0,1000})["']/gi)];
  return links.length === 1 ? decodeEntities(links[0]?.[1] ?? '') : undefined;
}

/** Replaces block tags of a cell with empty lines, and keeps their content. */
function toParagraphs(html: string): string {
  return html
    .replaceAll(/<\/?(?:p|div|h[1-6])\b[^<>]{0,1000}>/gi, '\n\n')
    .replaceAll(/<br\s*\/?>/gi, '\n\n')
    .replaceAll(/(?<![ \t])[ \t]*\n\s*\n\s*/g, '\n\n')
    .trim();
}
