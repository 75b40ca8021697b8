import type { JobImage } from '@docwright/doc-agent';
import { sql, type QueryExecutorProvider } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AgentLease } from './store.ts';
import type { AgentJobRow, AgentJobTables } from './tables.ts';

/**
 * Limits on one job's images, both attached images and images shown by tools. A request to a model contains the newest
 * 14 MB.
 */
export const maxImagesOfJob = 100;
export const maxImageBytesOfJob = 50_000_000;

export type StoredImage = Pick<JobImage, 'mediaType'> & { readonly content: Buffer };

/** Returns `undefined` if the job has no image with this digest. */
export async function selectImage(
  db: Queryable<AgentJobTables>,
  jobId: string,
  digest: string,
): Promise<StoredImage | undefined> {
  return db
    .selectFrom('agent_job_images')
    .select(['media_type as mediaType', 'content'])
    .where('job_id', '=', jobId)
    .where('digest', '=', digest)
    .executeTakeFirst();
}

/** Returns a job's images, without their bytes. */
export async function selectImageFacts(
  db: Queryable<AgentJobTables>,
  jobId: string,
): Promise<Omit<JobImage, 'name'>[]> {
  return db
    .selectFrom('agent_job_images')
    .select(['digest', 'media_type as mediaType', 'size as sizeBytes'])
    .where('job_id', '=', jobId)
    .execute();
}

/** Stores an image for a job that the transaction has locked or created. Storing it again has no effect. */
export async function insertImage(
  tx: Queryable<AgentJobTables>,
  job: Pick<AgentJobRow, 'id' | 'organization_id'>,
  { image, bytes }: { readonly image: JobImage; readonly bytes: Uint8Array },
): Promise<void> {
  await tx
    .insertInto('agent_job_images')
    .values({
      job_id: job.id,
      organization_id: job.organization_id,
      digest: image.digest,
      media_type: image.mediaType,
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      size: bytes.length,
    })
    .onConflict((conflict) => conflict.columns(['job_id', 'digest']).doNothing())
    .execute();
}

/** Stores an image for the worker with the lease, if the job's limits allow it. Storing it again has no effect. */
export async function saveImage(
  db: Queryable<AgentJobTables>,
  lease: AgentLease,
  { image, bytes }: { readonly image: JobImage; readonly bytes: Uint8Array },
): Promise<'saved' | 'known' | 'full' | 'lease-lost'> {
  const { digest, mediaType } = image;
  const size = bytes.length;
  const { rows } = await sql<{ isLeased: boolean; isKnown: boolean; isSaved: boolean }>`
    with lease as (
      select id, organization_id from agent_jobs
      where id = ${lease.id} and attempt = ${lease.attempt} and status = 'active' for key share
    ), stored as (
      select count(*) as images, coalesce(sum(size), 0) as bytes, coalesce(bool_or(digest = ${digest}), false) as known
      from agent_job_images where job_id = ${lease.id}
    ), saved as (
      insert into agent_job_images (job_id, organization_id, digest, media_type, content, size)
      select id, organization_id, ${digest}::text, ${mediaType}::text,
        ${Buffer.from(bytes.buffer, bytes.byteOffset, size)}::bytea, ${size}::int
      from lease, stored
      where not known and images < ${maxImagesOfJob} and stored.bytes + ${size}::int <= ${maxImageBytesOfJob}
      returning digest
    )
    select exists (select from lease) as "isLeased", known as "isKnown", exists (select from saved) as "isSaved"
    from stored`.execute(db);
  const { isLeased = false, isKnown = false, isSaved = false } = rows[0] ?? {};
  if (!isLeased) return 'lease-lost';
  if (isKnown) return 'known';
  return isSaved ? 'saved' : 'full';
}

/** Returns the total size of the images of an organization's jobs, in bytes. */
export async function sumImageBytes(db: QueryExecutorProvider, organizationId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::float8 as bytes from agent_job_images
    where organization_id = ${organizationId}`.execute(db);
  return rows[0]?.bytes ?? 0;
}
