import type { FeedEntry } from '../page/index.ts';
import { escapeText } from '../markup/escape-html.ts';

export interface FeedRequest {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly entries: readonly FeedEntry[];
}

const maxEntries = 100;

/** Writes the RSS 2.0 feed (https://www.rssboard.org/rss-specification) of a changelog page. */
export function writeFeed({ title, description, url, entries }: FeedRequest): string {
  const items = entries.slice(0, maxEntries).map((entry) => {
    const link = escapeText(encodeURI(`${url}#${entry.id}`));
    const date = entry.dates.map(readDate).find((day) => day !== undefined);
    const categories = entry.tags.map((tag) => `<category>${escapeText(tag)}</category>`).join('');
    return `<item><title>${escapeText(entry.title)}</title><link>${link}</link><guid>${link}</guid>${date === undefined ? '' : `<pubDate>${date.toUTCString()}</pubDate>`}${categories}<description>${escapeText(entry.description)}</description></item>\n`;
  });
  const self = escapeText(`${url}/rss.xml`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${escapeText(title)}</title><link>${escapeText(url)}</link><description>${escapeText(description)}</description><atom:link href="${self}" rel="self" type="application/rss+xml"/>\n${items.join('')}</channel></rss>\n`;
}

/** The supported languages in which months have names. */
const languages = 'en es fr pt de it nl sv pl ru uk tr id ro cs da no fi hu'.split(' ');

/** English abbreviations. In other languages, abbreviations are often common words, such as `des`. */
const abbreviations = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Maps a month's name or abbreviation to its number, from 0. */
let months: ReadonlyMap<string, number> | undefined;

function readMonths(): ReadonlyMap<string, number> {
  const found = new Map(abbreviations.map((name, month) => [name, month])).set('sept', 8);
  for (const language of languages) {
    const format = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric', timeZone: 'UTC' });
    for (let month = 0; month < 12; month++) {
      const parts = format.formatToParts(Date.UTC(2026, month, 1));
      const name = parts.find(({ type }) => type === 'month')?.value.toLowerCase() ?? '';
      if (!found.has(name)) found.set(name, month);
    }
  }
  return found;
}

function findMonth(label: string): number | undefined {
  months ??= readMonths();
  for (const word of label.toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
    const month = months.get(word);
    if (month !== undefined) return month;
  }
  return undefined;
}

/**
 * The date that a label names: `2025-06-30`, `2025年6月30日`, `June 30, 2025`, `30 de junio de 2025`, `June 2025` (its
 * first day), `Q2 2025`, and `30/06/2025` if only one of the two numbers can be a month.
 */
function readDate(label: string): Date | undefined {
  const sorted = /(?<!\d)(20\d{2})\s?[-./年년]\s?(\d{1,2})(?:\s?[-./月월]\s?(\d{1,2}))?(?!\d)/.exec(label);
  if (sorted !== null) return toDate(Number(sorted[1]), Number(sorted[2]) - 1, Number(sorted[3] ?? '1'));
  const [, first, second, last] = /(?<!\d)(\d{1,2})[-./](\d{1,2})[-./](20\d{2})(?!\d)/.exec(label) ?? [];
  if (last !== undefined) {
    const [one, two] = [Number(first), Number(second)];
    if (one <= 12 && two <= 12 && one !== two) return undefined;
    return one > 12 ? toDate(Number(last), two - 1, one) : toDate(Number(last), one - 1, two);
  }
  const year = /\b(20\d{2})\b/.exec(label)?.[1] ?? /(?<=['’])\d{2}\b/.exec(label)?.[0].padStart(4, '20');
  if (year === undefined) return undefined;
  const quarter = /\bQ([1-4])\b/i.exec(label)?.[1];
  const month = quarter === undefined ? findMonth(label) : (Number(quarter) - 1) * 3;
  if (month === undefined) return undefined;
  const rest = label.replace(year, '').replace(/['’]\d{2}\b|\bQ[1-4]\b/gi, '');
  return toDate(Number(year), month, Number(/\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(rest)?.[1] ?? '1'));
}

function toDate(year: number, month: number, day: number): Date | undefined {
  const date = new Date(Date.UTC(year, month, day));
  return date.getUTCMonth() === month && date.getUTCDate() === day ? date : undefined;
}
