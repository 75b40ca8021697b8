import type { PieceCache } from '@docwright/site-server';
import { KnownPages } from '../modules/readers/analytics/index.ts';
import type { LiveSite } from '../modules/readers/discovery/index.ts';
import { findSite } from '../modules/publishing/deployments/index.ts';
import { openBlobSource } from '../modules/readers/edge/index.ts';
import { selectBundlesOfFiles } from '../modules/building/site-bundles/index.ts';
import { selectExportedFiles } from '../modules/publishing/exports/index.ts';
import type { Platform } from './open-platform.ts';

/** Number of recent exports whose pages count, because a host that is a few exports behind still serves readers. */
const looked = 10;
/** Maximum size of the cached bundle indexes in one API process. */
const maxBytes = 64 * 1024 * 1024;

/** The pages that a project's own hosts may serve: the pages of its newest exports and of its live site. */
export function createKnownPages(
  { database, blobs }: Pick<Platform, 'database' | 'blobs'>,
  {
    cache,
    findLiveSite,
  }: { readonly cache: PieceCache; readonly findLiveSite: (slug: string) => Promise<LiveSite | undefined> },
): KnownPages {
  const db = database.kysely;
  return new KnownPages({
    maxBytes,
    list: async (projectId) => {
      const exported = await selectBundlesOfFiles(db, projectId, await selectExportedFiles(db, projectId, looked));
      const site = await findSite(db, projectId);
      const live = site === undefined ? undefined : await findLiveSite(site.slug);
      const bundles = exported.map((row) => ({ projectId, blobKey: row.blob_key, sizeBytes: row.size_bytes }));
      return live === undefined || bundles.some(({ blobKey }) => blobKey === live.blobKey)
        ? bundles
        : [...bundles, live];
    },
    open: async ({ projectId: site, blobKey, sizeBytes }) => {
      const { source, indexBytes } = await openBlobSource({ blobs, cache }, { site, blobKey, sizeBytes });
      // Readers with access also report sealed pages.
      return { look: (path) => source.look(path) ?? source.sealed?.look(path), bytes: indexBytes };
    },
  });
}
