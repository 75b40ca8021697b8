import type { AgentJobRow, PublishState } from '../tables.ts';

/**
 * How far a job's branch has come, over all of its turns. Each state holds what those before it hold:
 *
 * `none` → `committed` → `pushed` → `shown`, and `committed` → `duplicate` → `pushed`.
 *
 * Nobody else reads the columns that it is made of: which of them may stand together is known here alone.
 */
export type BranchState =
  /** No turn has made a commit. */
  | { readonly kind: 'none' }
  /** The commit is in our mirror. The code host may have it too, when the answer to the push was lost. */
  | ({ readonly kind: 'committed' } & Commit)
  /** Another job's open pull request has the same tree, and stands for this one's. */
  | ({ readonly kind: 'duplicate'; readonly of: string; readonly link: string } & Commit)
  /** The branch is at the code host; of its pull request nothing is known yet. */
  | ({ readonly kind: 'pushed'; readonly head: string } & Commit)
  | ({ readonly kind: 'shown'; readonly head: string; readonly number: number; readonly link: string } & Commit);

interface Commit {
  readonly branch: string;
  /** The newest one that the agent made, and its tree. */
  readonly commit: string;
  readonly tree: string;
}

/** The states whose branch is at the code host; `head` is the commit that the next push expects there. */
export type PushedBranch = Extract<BranchState, { readonly head: string }>;

/** Derived from the job alone: a second attempt finds the same branch. */
export const branchOf = (job: Pick<AgentJobRow, 'id'>): string => `docwright/${job.id}`;

export type BranchColumns = Pick<
  AgentJobRow,
  | 'id'
  | 'publish_state'
  | 'branch'
  | 'commit_sha'
  | 'tree_sha'
  | 'pushed_sha'
  | 'pr_number'
  | 'pr_link'
  | 'duplicate_of'
>;

/** @throws Error for columns that no step of publishing leaves behind; it names those that are set. */
export function readBranch(row: BranchColumns): BranchState {
  const state = combine(row);
  if (state === undefined || !turnStates[state.kind].includes(row.publish_state)) throw impossible(row);
  return state;
}

/** Undefined as long as the code host has no branch of the job that we know of. */
export function readPushedBranch(row: BranchColumns): PushedBranch | undefined {
  const state = readBranch(row);
  return 'head' in state ? state : undefined;
}

/** A pull request keeps the title of its first turn, and so does its job. */
export const titleOf = (row: BranchColumns & Pick<AgentJobRow, 'title'>, turn: { readonly title: string }): string =>
  readBranch(row).kind === 'shown' && row.title !== null ? row.title : turn.title;

/** The pull request that stands for the job: its own, or that of the job that it duplicates. */
export function readLink(row: BranchColumns): string | null {
  const state = readBranch(row);
  return 'link' in state ? state.link : null;
}

/** Whether the present turn has pushed, in this attempt or in an earlier one. */
export const isPushedInTurn = (row: BranchColumns): boolean =>
  row.publish_state === 'pushed' || row.publish_state === 'pr_known';

/** What a push changes. With a branch of its own a job duplicates no other, and has no link of another's. */
export const pushedFields = (row: BranchColumns, head: string) => ({
  pushed_sha: head,
  ...(readBranch(row).kind === 'duplicate' && { duplicate_of: null, pr_link: null }),
});

function combine(row: BranchColumns): BranchState | undefined {
  const { branch, commit_sha: commit, tree_sha: tree, pushed_sha: head, pr_number: number, pr_link: link } = row;
  const { duplicate_of: of } = row;
  if (branch === null || commit === null || tree === null) return isBlank(row) ? { kind: 'none' } : undefined;
  const made = { branch, commit, tree };
  if (head === null) {
    if (number !== null) return undefined;
    if (link === null) return of === null ? { kind: 'committed', ...made } : undefined;
    return of === null ? undefined : { kind: 'duplicate', ...made, of, link };
  }
  if (of !== null) return undefined;
  if (number === null) return link === null ? { kind: 'pushed', ...made, head } : undefined;
  return link === null ? undefined : { kind: 'shown', ...made, head, number, link };
}

const columns = ['branch', 'commit_sha', 'tree_sha', 'pushed_sha', 'pr_number', 'pr_link', 'duplicate_of'] as const;

const isBlank = (row: BranchColumns): boolean => columns.every((column) => row[column] === null);

/** How far the present turn may be with a branch that earlier turns brought there. */
const turnStates: Readonly<Record<BranchState['kind'], readonly PublishState[]>> = {
  none: ['working'],
  committed: ['working', 'tree_ready'],
  duplicate: ['working', 'tree_ready'],
  pushed: ['working', 'tree_ready', 'pushed'],
  shown: ['working', 'tree_ready', 'pushed', 'pr_known'],
};

function impossible(row: BranchColumns): Error {
  const set = columns.filter((column) => row[column] !== null);
  const named = set.length === 0 ? 'none of its columns' : set.join(', ');
  return new Error(
    `The branch of job ${row.id} is in no state that exists: publish_state is "${row.publish_state}" with ${named} set.`,
  );
}
