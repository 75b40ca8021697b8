import type { JsonObject } from '../../text/json-object.ts';

/** Whether a page has a feed: each with an `<Update>` does; `rss: true` also shows its readers a link to it. */
export function hasFeed(frontmatter: JsonObject, body: string): boolean {
  // The search for a fixed text is ten times as fast, and is asked of every page.
  return frontmatter['rss'] === true || (body.includes('<Update') && /<Update[\s>]/.test(body));
}
