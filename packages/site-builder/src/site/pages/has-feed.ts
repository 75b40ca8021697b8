import type { JsonObject } from '../../text/json-object.ts';

/**
 * Whether a page has a feed: each page with an `<Update>` has a feed; `rss: true` also shows readers a link to the
 * feed.
 */
export function hasFeed(frontmatter: JsonObject, body: string): boolean {
  // Searching for a fixed text is ten times as fast, and every page is checked.
  return frontmatter['rss'] === true || (body.includes('<Update') && /<Update[\s>]/.test(body));
}
