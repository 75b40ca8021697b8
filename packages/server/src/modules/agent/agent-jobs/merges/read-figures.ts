import type { FileDiff } from '@docwright/highlight/parse-diff';
import type { Mirror } from '../../../../platform/git/index.ts';
import { countChanges, countLines, listLines, selectLines, type Lines } from './count-lines.ts';
import { listPaths, readChanges } from './read-changes.ts';

/**
 * Changes to a job's work, counted in commits that the mirror has:
 *
 * 1. The work consists of the lines that the job's last pushed commit adds to its base, and of the files that the
 *    commit changes.
 * 2. Files are compared, not histories, so merging, squashing and rebasing give the same figures.
 * 3. A line is changed if git's diff from the job's commit removes it. Renamed files are followed.
 * 4. A figure that can't be determined is null.
 */
export interface MergedWork {
  readonly mirror: Mirror;
  /** The commit that the job's changes are based on. */
  readonly base: string;
  /** The job's newest commit. */
  readonly commit: string;
  /** The head commit that was merged. */
  readonly head: string;
  readonly signal: AbortSignal;
}

export interface MergeFigures {
  readonly unchanged: boolean | null;
  readonly linesBefore: number | null;
  readonly lines: number | null;
}

export async function readMergeFigures(work: MergedWork): Promise<MergeFigures> {
  const own = await readOwnWork(work);
  if (own === undefined) return { unchanged: null, linesBefore: null, lines: null };
  const changes = await readTheirChanges(work, own);
  const merged = listMergedLines(own, changes);
  return { ...(await readChangesBefore(work, own, changes)), lines: merged === undefined ? null : countLines(merged) };
}

/** Counts the merged lines that `later`, a commit on the base branch, no longer contains. */
export async function countChangedAfter(work: MergedWork, later: string): Promise<number | null> {
  const { mirror, signal } = work;
  const own = await readOwnWork(work);
  const merged = own && listMergedLines(own, await readTheirChanges(work, own));
  if (own === undefined || merged === undefined) return null;
  // The address now belongs to another repository.
  if ((await mirror.mergeBase(own.commit, later, { signal })) === undefined) return null;
  const changes = await readChanges(mirror, { from: own.commit, to: later, paths: own.paths, signal });
  return changes === undefined ? null : countLines(selectLines(merged, listLines(changes, 'removed'), true));
}

interface OwnWork {
  readonly commit: string;
  /** Files that the job changed, by their paths before and after. */
  readonly paths: ReadonlySet<string>;
  readonly lines: Lines;
}

async function readOwnWork({ mirror, base, commit, head, signal }: MergedWork): Promise<OwnWork | undefined> {
  // A follow-up may have committed after the merge.
  const own = (await mirror.isAncestor(head, commit, { signal })) ? head : commit;
  const from = await mirror.mergeBase(base, own, { signal });
  const changes = from === undefined ? undefined : await readChanges(mirror, { from, to: own, signal });
  return changes && { commit: own, paths: listPaths(changes), lines: listLines(changes, 'added') };
}

type TheirChanges = readonly FileDiff[] | undefined;

/** Reads the changes on the branch after the job's commit, including changes on the base branch. */
const readTheirChanges = ({ mirror, head, signal }: MergedWork, { commit, paths }: OwnWork): Promise<TheirChanges> =>
  readChanges(mirror, { from: commit, to: head, paths, signal });

const listMergedLines = ({ lines }: OwnWork, changes: TheirChanges): Lines | undefined =>
  changes && selectLines(lines, listLines(changes, 'removed'), false);

async function readChangesBefore(
  { mirror, head, signal }: MergedWork,
  { commit, paths }: OwnWork,
  changes: TheirChanges,
): Promise<Pick<MergeFigures, 'unchanged' | 'linesBefore'>> {
  if (changes?.length === 0) return { unchanged: true, linesBefore: 0 };
  const update = await findUpdate({ mirror, head, signal }, commit);
  // The branch was rewritten, so others' changes can't be distinguished from changes on the base branch.
  if (update === undefined) return { unchanged: null, linesBefore: null };
  const expected = await mirror.mergeTrees(commit, update, { signal });
  // Someone resolved a conflict, in lines that both sides had changed.
  if (expected.kind === 'conflict') return { unchanged: false, linesBefore: null };
  const all = changes === undefined ? paths : new Set([...paths, ...listPaths(changes)]);
  const theirs = await readChanges(mirror, { from: expected.tree, to: head, paths: all, signal });
  if (theirs === undefined) return { unchanged: false, linesBefore: null };
  return { unchanged: theirs.length === 0, linesBefore: countChanges(theirs) };
}

/** Maximum number of others' commits on a job's branch. */
const maxCommits = 500;

/**
 * Finds the newest commit of another branch that was merged into the job's branch after the job's commit, or else
 * returns the job's commit. Returns `undefined` if the branch no longer contains the job's commit.
 */
async function findUpdate(
  { mirror, head, signal }: Pick<MergedWork, 'mirror' | 'head' | 'signal'>,
  commit: string,
): Promise<string | undefined> {
  const listed = await mirror.listCommits({ from: commit, to: head, limit: maxCommits, signal });
  const parents = new Map(listed.map((one) => [one.sha, one.parents]));
  let update: string | undefined;
  for (let at = head; at !== commit;) {
    const [first, second] = parents.get(at) ?? [];
    if (first === undefined) return undefined;
    update ??= second;
    at = first;
  }
  return update ?? commit;
}
