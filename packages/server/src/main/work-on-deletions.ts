import type { Transaction } from 'kysely';
import { analyticsFolder } from '../modules/readers/analytics/index.ts';
import { resumeDeletions, workOnDeletions, type PurgeDeps } from '../modules/operations/retention/index.ts';
import { notifySite } from '../modules/publishing/deployments/index.ts';
import { mirrorId } from '../modules/sources/repositories/index.ts';
import { bundleFolders } from '../modules/building/site-bundles/index.ts';
import { repeat, type Repetition } from '../platform/clock/index.ts';
import type { Composition } from './compose.ts';
import { deleteBlobs } from '../platform/blob-store/index.ts';
import type { Platform } from './open-platform.ts';
import type { ServerTables } from './server-tables.ts';

/** Interval of the search for organizations that a command deleted, because the command can't notify a queue. */
const everyMs = 30_000;

/** Deletes the remaining data of deleted projects and organizations. */
export async function workOnDeletedThings(platform: Platform, composition: Composition): Promise<Repetition> {
  const { database, engine, log } = platform;
  const queue = composition.deletionQueue;
  await workOnDeletions(engine, queue, { ...createPurgeDeps(platform, composition), log });
  return repeat(() => resumeDeletions(database, { engine, queue }), {
    everyMs,
    onError: (error) => log.warn({ err: error }, 'pending deletions could not be read; retrying soon'),
  });
}

function createPurgeDeps({ database, blobs, mirrors }: Platform, { localCodeHost }: Composition): PurgeDeps {
  return {
    database,
    onRemoved: (tx, projectId) => notifySite(tx as unknown as Transaction<ServerTables>, projectId),
    deleteFiles: async ({ organizationId, projectId, unusedRepository }) => {
      for (const folder of [...bundleFolders, analyticsFolder])
        await deleteBlobs(blobs, `${folder}${organizationId}/${projectId}/`);
      if (unusedRepository === null) return;
      const owner = { organizationId, repository: unusedRepository };
      await mirrors.remove(mirrorId(owner));
      await mirrors.remove(mirrorId({ ...owner, purpose: 'context' }));
    },
    deleteRepositories: async (organizationId) => {
      for (let after: string | undefined; ;) {
        const page = await localCodeHost.listRepositories(organizationId, { after, limit: 100 });
        for (const { name } of page) await localCodeHost.deleteRepository(organizationId, name);
        after = page.at(-1)?.name;
        if (after === undefined) return;
      }
    },
  };
}
