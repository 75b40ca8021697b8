import assert from 'node:assert/strict';
import { describeImage, toImageEntry, type ImageEntry } from '@docwright/doc-agent';
import type { Database } from '../platform/database/index.ts';

/** Stores an image of a job. @returns its entry in an overlay */
export async function insertImage(
  { pool }: Pick<Database<unknown>, 'pool'>,
  jobId: string,
  bytes: Buffer,
): Promise<ImageEntry> {
  const image = describeImage('image', bytes);
  assert.ok(image);
  await pool.query(
    `INSERT INTO agent_job_images (job_id, digest, organization_id, media_type, content, size)
     SELECT id, $2, organization_id, $3, $4, $5 FROM agent_jobs WHERE id = $1`,
    [jobId, image.digest, image.mediaType, bytes, bytes.length],
  );
  return toImageEntry(image);
}

/** Begins like a PNG, but is otherwise text. It isn't valid UTF-8. */
export const pngOf = (text: string): Buffer => Buffer.from(`\x89PNG\r\n\x1a\n\0\xff\r\n${text}`, 'latin1');
