import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';
import { countImages, selectBrokenImages, selectJobsWithBrokenImages } from './image-store.ts';

/** The service's limits, repeated here: an audit doesn't trust the code that it checks. */
const limits = { images: 100, bytes: 50_000_000 };

/**
 * Checks N31: an agent job's image has the digest of its bytes; attached and added images are stored, within the job's
 * limits.
 */
export async function checkImages(
  { database: { kysely } }: Pick<AuditDeps, 'database'>,
  findings: Findings,
): Promise<void> {
  findings.count('N31', await countImages(kysely));
  for (const { jobId, message } of await selectBrokenImages(kysely)) findings.add('N31', jobId, `an image ${message}`);
  for (const { jobId, message } of await selectJobsWithBrokenImages(kysely, limits))
    findings.add('N31', jobId, message);
}
