import type { Overlay, OverlayEntry } from '@docwright/doc-agent';
import type { Queryable } from '../../../../platform/database/index.ts';
import { readBranch } from '../publish/branch-state.ts';
import { listChangedPaths, readOverlayChanges } from '../publish/their-commits.ts';
import { selectImageFacts } from '../image-store.ts';
import { readOverlay } from '../overlay-store.ts';
import type { FollowUp } from './follow-up.ts';
import type { AgentJobTables } from '../tables.ts';

/**
 * Returns the content of a job's pull request as an overlay, so that changes of an interrupted turn that the pull
 * request lacks are included in the next turn. Returns `undefined` in the first turn, and if the pull request belongs
 * to another job, because then no changes can be missing.
 */
export async function findPublished(
  db: Queryable<AgentJobTables>,
  { job, project, repository, signal }: FollowUp,
): Promise<Overlay | undefined> {
  const { mirror, baseCommit } = repository;
  if (job.turns === 1) return undefined;
  const state = readBranch(job);
  if (state.kind === 'duplicate') return undefined;
  if (state.kind !== 'shown') return new Map();
  const { head, branch } = state;
  const own = await readOverlay(db, job.id);
  const paths = await listChangedPaths(mirror, { from: baseCommit, to: head, signal });
  const images = await selectImageFacts(db, job.id);
  const comparison = { base: baseCommit, head, paths, docsFolder: project.docs_folder, branch, images };
  const shown = await readOverlayChanges(mirror, comparison);
  return new Map(shown.flatMap(({ path, entry }) => (entry === null ? [] : [[path, asOwn(entry, own.get(path))]])));
}

/**
 * Returns the job's own entry if the content is the same, because it also records the previous path of a moved page.
 */
const asOwn = (shown: OverlayEntry, own: OverlayEntry | undefined): OverlayEntry =>
  own?.kind === 'write' && shown.kind === 'write' && own.content === shown.content ? own : shown;
