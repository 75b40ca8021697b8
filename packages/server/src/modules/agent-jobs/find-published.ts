import type { Overlay, OverlayEntry } from '@docwright/doc-agent';
import type { Queryable } from '../../platform/database/index.ts';
import { listTheirPaths, readOverlayChanges } from './adopt-branch.ts';
import { selectOverlay } from './journal-store.ts';
import type { FollowUp } from './follow-up.ts';
import type { AgentJobTables } from './tables.ts';

/**
 * What a job's pull request shows, as an overlay: what an earlier turn that was cut off left beyond it is not lost, but
 * goes with the next one. Undefined where nothing can be left: in the first turn, and where the pull request is another job's.
 */
export async function findPublished(
  db: Queryable<AgentJobTables>,
  { job, project, repository, signal }: FollowUp,
): Promise<Overlay | undefined> {
  const { mirror, baseCommit } = repository;
  const { pushed_sha: pushed, pr_link: link, branch } = job;
  if (job.turns === 1) return undefined;
  if (link === null) return new Map();
  if (pushed === null) return undefined;
  const own = await selectOverlay(db, job.id);
  const paths = await listTheirPaths(mirror, { from: baseCommit, to: pushed, signal });
  const given = { base: baseCommit, head: pushed, paths, docsFolder: project.docs_folder, branch: branch ?? '' };
  const shown = await readOverlayChanges(mirror, given);
  return new Map(shown.flatMap(({ path, entry }) => (entry === null ? [] : [[path, asOwn(entry, own.get(path))]])));
}

/** The overlay knows besides where a page was moved from. */
const asOwn = (shown: OverlayEntry, own: OverlayEntry | undefined): OverlayEntry =>
  own?.kind === 'write' && shown.kind === 'write' && own.content === shown.content ? own : shown;
