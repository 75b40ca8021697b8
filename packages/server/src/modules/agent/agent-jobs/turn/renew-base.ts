import type { Overlay, OverlayChange } from '@docwright/doc-agent';
import type { Database } from '../../../../platform/database/index.ts';
import { LeaseLost } from '../../../../platform/job-engine/index.ts';
import { readOverlayChanges } from '../publish/their-commits.ts';
import { agentAuthor, toCommitChanges } from '../publish/commit-turn.ts';
import { selectImageFacts } from '../image-store.ts';
import { saveOverlayChange, readOverlay, readOverlayImages } from '../overlay-store.ts';
import type { FollowUp, ReadyFollowUp } from './follow-up.ts';
import { insertEvent, updateActiveAgentJob } from '../store.ts';
import type { AgentJobTables } from '../tables.ts';

/**
 * Starts a follow-up from a newer base if the job hasn't pushed anything: the changes of earlier turns are merged into
 * the newest base, file by file. If both changed the same lines, the base's file is kept, and the agent sees its
 * current content.
 */
export async function renewBase(database: Database<AgentJobTables>, followUp: FollowUp): Promise<ReadyFollowUp> {
  const { job, repository, signal } = followUp;
  const { mirror, baseCommit } = repository;
  const head = await mirror.resolveRef(job.base_branch, { signal });
  if (head === baseCommit) return { job, repository };
  const overlay = await readOverlay(database.kysely, job.id);
  const changes = overlay.size === 0 ? [] : await moveOverlay(database, followUp, { overlay, head });
  const renewed = await database.kysely.transaction().execute(async (tx) => {
    const row = await updateActiveAgentJob(tx, job, { base_commit: head });
    if (row === undefined) throw new LeaseLost();
    for (const change of changes) await saveOverlayChange(tx, job.id, change);
    const dropped = changes.filter(({ entry }) => entry === null).map(({ path }) => path);
    await insertEvent(tx, job.id, { type: 'base.renewed', data: { branch: job.base_branch, commit: head, dropped } });
    return row;
  });
  return { job: renewed, repository: { ...repository, baseCommit: head } };
}

/** Returns the changes that rebase the overlay onto the new base. */
async function moveOverlay(
  { kysely }: Database<AgentJobTables>,
  { job, project, repository, signal }: FollowUp,
  { overlay, head }: { readonly overlay: Overlay; readonly head: string },
): Promise<OverlayChange[]> {
  const { mirror, baseCommit } = repository;
  const docsFolder = project.docs_folder;
  const changes = toCommitChanges(overlay, await readOverlayImages(kysely, job.id, overlay), docsFolder);
  const made = await mirror.commitOverlay({
    base: baseCommit,
    changes,
    message: 'Changes of earlier turns; never pushed.',
    author: agentAuthor,
    date: job.created_at,
    signal,
  });
  if (made.kind === 'unchanged') return [...overlay.keys()].map((path) => ({ path, entry: null }));
  const merge = await mirror.mergeTrees(head, made.sha, { signal });
  const disputed = new Set(merge.kind === 'conflict' ? merge.paths : []);
  const paths = changes.map(({ path }) => path);
  const kept = await readOverlayChanges(mirror, {
    base: head,
    head: merge.tree,
    paths: paths.filter((path) => !disputed.has(path)),
    docsFolder,
    branch: job.base_branch,
    images: await selectImageFacts(kysely, job.id),
  });
  const keptPaths = new Set(kept.map(({ path }) => path));
  const dropped = [...overlay.keys()].filter((path) => !keptPaths.has(path)).map((path) => ({ path, entry: null }));
  return [...kept.map((change) => withOrigin(change, overlay)), ...dropped];
}

/** Keeps the origin of a moved page. */
function withOrigin(change: OverlayChange, overlay: Overlay): OverlayChange {
  const before = overlay.get(change.path);
  if (change.entry?.kind !== 'write' || before?.kind !== 'write' || before.movedFrom === undefined) return change;
  return { ...change, entry: { ...change.entry, movedFrom: before.movedFrom } };
}
