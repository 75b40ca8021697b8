import { escapeText } from '../theme/index.ts';

export interface FeedEntry {
  readonly title: string;
  readonly description: string;
  /** Id of the entry's heading on the page. */
  readonly id: string;
}

export interface FeedRequest {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly entries: readonly FeedEntry[];
}

const maxEntries = 100;

/** RSS 2.0 (https://www.rssboard.org/rss-specification) of a changelog page: one item an `<Update>`. */
export function writeFeed({ title, description, url, entries }: FeedRequest): string {
  const items = entries.slice(0, maxEntries).map((entry) => {
    const link = escapeText(`${url}#${entry.id}`);
    return `<item><title>${escapeText(entry.title)}</title><link>${link}</link><guid>${link}</guid><description>${escapeText(entry.description)}</description></item>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>${escapeText(title)}</title><link>${escapeText(url)}</link><description>${escapeText(description)}</description>\n${items.join('')}</channel></rss>\n`;
}
