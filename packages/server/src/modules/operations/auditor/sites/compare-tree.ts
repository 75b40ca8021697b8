import type { Queryable } from '../../../../platform/database/index.ts';
import type { FileChange, Mirror } from '../../../../platform/git/index.ts';
import { selectOverlayRows, type AuditTables, type PublishingJob } from '../store.ts';
import { toRepositoryPath } from '../../../project-config/projects/index.ts';

interface PushedTree {
  readonly job: PublishingJob;
  readonly mirror: Mirror;
  readonly base: string;
  readonly pushed: string;
  /** The changes from `base` to `pushed`. */
  readonly files: readonly FileChange[];
}

/** Returns differences between the pushed commit and the base with the job's overlay. */
export async function findTreeFaults(db: Queryable<AuditTables>, tree: PushedTree): Promise<string[]> {
  const { job, mirror, base, pushed } = tree;
  const faults: string[] = [];
  const changed = new Set(
    tree.files.flatMap(({ path, oldPath }) => (oldPath === undefined ? [path] : [oldPath, path])),
  );
  for (const { path, content } of await selectOverlayRows(db, job.id)) {
    const inRepository = toRepositoryPath(job.docs_folder, path);
    const after = (await mirror.readFile(pushed, inRepository)) ?? null;
    if (!isSame(after, content)) faults.push(`${inRepository} was pushed with different content than in its overlay`);
    const before = (await mirror.readFile(base, inRepository)) ?? null;
    if (changed.delete(inRepository) === isSame(before, content)) {
      faults.push(`${inRepository} is ${isSame(before, content) ? 'changed' : 'not changed'}, unlike in its overlay`);
    }
  }
  for (const path of changed) faults.push(`${path} was pushed but is not in its overlay`);
  return faults;
}

function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other);
}
