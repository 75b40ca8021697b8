import type { FeedEntry } from '../page/index.ts';
import { escapeText } from '../markup/escape-html.ts';

export interface FeedRequest {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly entries: readonly FeedEntry[];
}

const maxEntries = 100;

/** RSS 2.0 (https://www.rssboard.org/rss-specification) of a changelog page. */
export function writeFeed({ title, description, url, entries }: FeedRequest): string {
  const items = entries.slice(0, maxEntries).map((entry) => {
    const link = escapeText(`${url}#${entry.id}`);
    const date = entry.dates.map(readDate).find((day) => day !== undefined);
    const categories = entry.tags.map((tag) => `<category>${escapeText(tag)}</category>`).join('');
    return `<item><title>${escapeText(entry.title)}</title><link>${link}</link><guid>${link}</guid>${date === undefined ? '' : `<pubDate>${date.toUTCString()}</pubDate>`}${categories}<description>${escapeText(entry.description)}</description></item>\n`;
  });
  const self = escapeText(`${url}/rss.xml`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${escapeText(title)}</title><link>${escapeText(url)}</link><description>${escapeText(description)}</description><atom:link href="${self}" rel="self" type="application/rss+xml"/>\n${items.join('')}</channel></rss>\n`;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The day that a label names: `2025-06-30`, `June 30, 2025`, `30 June 2025`, `June 2025` (its first). */
function readDate(label: string): Date | undefined {
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(label);
  if (iso !== null) return toDate(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const month = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/i.exec(label)?.[1]?.toLowerCase();
  const year = /\b(20\d{2})\b/.exec(label)?.[1];
  if (month === undefined || year === undefined) return undefined;
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(label.replace(year, ''))?.[1] ?? '1';
  return toDate(Number(year), months.indexOf(month), Number(day));
}

function toDate(year: number, month: number, day: number): Date | undefined {
  const date = new Date(Date.UTC(year, month, day));
  return date.getUTCMonth() === month && date.getUTCDate() === day ? date : undefined;
}
