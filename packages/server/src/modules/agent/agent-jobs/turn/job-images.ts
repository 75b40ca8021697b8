import { ToolError, type JobImages } from '@docwright/doc-agent';
import type { Queryable } from '../../../../platform/database/index.ts';
import { LeaseLost } from '../../../../platform/job-engine/index.ts';
import type { StorageGate } from '../../../identity/storage/index.ts';
import { maxImageBytesOfJob, maxImagesOfJob, saveImage, selectImage } from '../image-store.ts';
import type { AgentLease } from '../store.ts';
import type { AgentJobTables } from '../tables.ts';

/** Creates a store that saves the bytes of a job's images in the database. */
export function createJobImages(
  { db, storage }: { readonly db: Queryable<AgentJobTables>; readonly storage: Pick<StorageGate, 'added'> },
  lease: AgentLease & { readonly organization_id: string },
): JobImages {
  return {
    read: async (digest) => (await selectImage(db, lease.id, digest))?.content,
    save: async (image, bytes) => {
      const outcome = await saveImage(db, lease, { image, bytes });
      if (outcome === 'lease-lost') throw new LeaseLost();
      if (outcome === 'full') {
        const limit = `${maxImagesOfJob} images and ${maxImageBytesOfJob / 1_000_000} MB`;
        throw new ToolError('not_shown', `the job can't store more images: the limit is ${limit}`);
      }
      if (outcome === 'saved') await storage.added(lease.organization_id, { records: bytes.length });
    },
  };
}
