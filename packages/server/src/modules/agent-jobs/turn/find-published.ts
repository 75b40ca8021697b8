import type { Overlay, OverlayEntry } from '@docwright/doc-agent';
import type { Queryable } from '../../../platform/database/index.ts';
import { readBranch } from '../publish/branch-state.ts';
import { listChangedPaths, readOverlayChanges } from '../publish/their-commits.ts';
import { selectOverlay } from '../overlay-store.ts';
import type { FollowUp } from './follow-up.ts';
import type { AgentJobTables } from '../tables.ts';

/**
 * What a job's pull request shows, as an overlay: what an earlier turn that was cut off left beyond it is not lost, but
 * goes with the next one. Undefined where nothing can be left: in the first turn, and where the pull request is another job's.
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
  const own = await selectOverlay(db, job.id);
  const paths = await listChangedPaths(mirror, { from: baseCommit, to: head, signal });
  const comparison = { base: baseCommit, head, paths, docsFolder: project.docs_folder, branch };
  const shown = await readOverlayChanges(mirror, comparison);
  return new Map(shown.flatMap(({ path, entry }) => (entry === null ? [] : [[path, asOwn(entry, own.get(path))]])));
}

/** The overlay knows besides where a page was moved from. */
const asOwn = (shown: OverlayEntry, own: OverlayEntry | undefined): OverlayEntry =>
  own?.kind === 'write' && shown.kind === 'write' && own.content === shown.content ? own : shown;
