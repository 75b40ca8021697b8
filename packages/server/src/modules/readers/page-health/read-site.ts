import { createHash } from 'node:crypto';
import { listAllPages, type SiteKnowledge } from '@docwright/site-assistant';
import { toCountedPath } from '../analytics/index.ts';
import type { ReadLink, ReadPage, ReadSite } from './store.ts';
import { toCheckedUrl } from './to-checked-url.ts';

/** Maximum number of pages and links of one site that are stored. */
export const maxPages = 10_000;
export const maxLinks = 5_000;
/** Maximum number of pages that are listed for a link. */
const maxNamedPages = 20;
const maxTitleLength = 300;

interface FoundLink {
  readonly host: string;
  readonly pages: string[];
  count: number;
}

/** Reads the links and the text digests of a version's pages, in the order of the navigation. */
export async function readSite(knowledge: SiteKnowledge, signal: AbortSignal): Promise<ReadSite> {
  const pages = new Map<string, ReadPage>();
  const links = new Map<string, FoundLink>();
  let complete = true;
  for await (const { path, title } of listAllPages(knowledge)) {
    signal.throwIfAborted();
    if (pages.size >= maxPages) {
      complete = false;
      break;
    }
    const page = await knowledge.readPage(path);
    const counted = toCountedPath(path);
    if (page === undefined || pages.has(counted)) continue;
    const digest = createHash('sha256').update(page.markdown).digest('hex');
    pages.set(counted, { path: counted, title: title.slice(0, maxTitleLength), digest });
    if (!addLinks(links, page.links, counted)) complete = false;
  }
  return { pages: [...pages.values()], links: [...links].map(toReadLink), complete };
}

/** Adds a page's links. Returns false if one of them didn't fit. */
function addLinks(links: Map<string, FoundLink>, found: Iterable<string>, path: string): boolean {
  const ofPage = new Set<string>();
  let hasRoom = true;
  for (const link of found) {
    const url = toCheckedUrl(link);
    // Links that differ only in their fragment count as one.
    if (url === undefined || ofPage.has(url.href)) continue;
    const known = links.get(url.href);
    if (known === undefined && links.size >= maxLinks) {
      hasRoom = false;
      continue;
    }
    ofPage.add(url.href);
    if (known === undefined) links.set(url.href, { host: url.hostname, pages: [path], count: 1 });
    else {
      known.count += 1;
      if (known.pages.length < maxNamedPages) known.pages.push(path);
    }
  }
  return hasRoom;
}

const toReadLink = ([url, { host, pages, count }]: readonly [string, FoundLink]): ReadLink => ({
  url,
  host,
  pages,
  pageCount: count,
});
