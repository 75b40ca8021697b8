import type { AnalyticsPage } from '@docwright/contract';
import { noSuchHost } from './check-link.ts';
import { isStale, type ListDeps } from './list-page-health.ts';
import { selectBrokenLinksOfPage, selectPage, selectSiteFacts } from './store.ts';

const maxBrokenLinks = 20;

/**
 * Reads whether the live site has a page, and the page's problems.
 * @param path the name under which views of the page are counted: `/guides/keys`
 */
export async function readPageHealth(
  { database: { kysely: db }, clock }: Pick<ListDeps, 'database' | 'clock'>,
  projectId: string,
  path: string,
): Promise<Pick<AnalyticsPage, 'title' | 'state' | 'health'>> {
  const site = await selectSiteFacts(db, projectId);
  if (site === undefined) return { title: null, state: 'unknown', health: null };
  const page = await selectPage(db, projectId, path);
  if (page === undefined) return { title: null, state: site.complete ? 'missing' : 'unknown', health: null };
  const broken = await selectBrokenLinksOfPage(db, { projectId, path, limit: maxBrokenLinks });
  return {
    title: page.title,
    state: 'live',
    health: {
      unchangedSince: page.unchangedSince.toISOString(),
      stale: isStale(page, clock.now()),
      brokenLinks: broken.map(({ url, reason, goneSince }) => ({
        url,
        status: reason === noSuchHost ? null : Number(reason),
        brokenSince: goneSince.toISOString(),
      })),
    },
  };
}
