import type { PageFacts, SiteKnowledge } from './site-knowledge.ts';

/** Number of pages per query to the site. */
const atOnce = 1_000;

/** Yields every page, in the order of the navigation. */
export async function* listAllPages(knowledge: Pick<SiteKnowledge, 'listPages'>): AsyncGenerator<PageFacts> {
  for (let offset = 0; ; offset += atOnce) {
    const { pages, total } = await knowledge.listPages({ offset, limit: atOnce });
    yield* pages;
    if (offset + atOnce >= total) return;
  }
}
