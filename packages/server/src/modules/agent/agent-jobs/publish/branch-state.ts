import type { AgentJobRow, PublishState } from '../tables.ts';

/**
 * The progress of a job's branch over all of its turns. Each state includes the earlier states: `none` → `committed` →
 * `pushed` → `shown`, and `committed` → `duplicate` → `pushed`.
 *
 * Only this file reads the state's columns and defines the valid combinations.
 */
export type BranchState =
  /** No turn has made a commit. */
  | { readonly kind: 'none' }
  /** The commit is in our mirror. The code host may also have it, if the response to the push was lost. */
  | ({ readonly kind: 'committed' } & Commit)
  /** Another job's open pull request has the same tree and replaces this job's. */
  | ({ readonly kind: 'duplicate'; readonly of: string; readonly link: string } & Commit)
  /** The branch is on the code host; its pull request isn't known yet. */
  | ({ readonly kind: 'pushed'; readonly head: string } & Commit)
  | ({ readonly kind: 'shown'; readonly head: string; readonly number: number; readonly link: string } & Commit);

interface Commit {
  readonly branch: string;
  /** The agent's newest commit, and its tree. */
  readonly commit: string;
  readonly tree: string;
}

/** The states in which the branch is on the code host. `head` is the commit that the next push expects there. */
export type PushedBranch = Extract<BranchState, { readonly head: string }>;

/** Returns the name of a job's branch. It depends only on the job, so that a second attempt finds the same branch. */
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

/**
 * @throws Error if no step of publishing can result in this combination of columns; the message names those that are
 * set
 */
export function readBranch(row: BranchColumns): BranchState {
  const state = combine(row);
  if (state === undefined || !turnStates[state.kind].includes(row.publish_state)) throw impossible(row);
  return state;
}

/** Returns `undefined` if the code host has no known branch of the job. */
export function readPushedBranch(row: BranchColumns): PushedBranch | undefined {
  const state = readBranch(row);
  return 'head' in state ? state : undefined;
}

/** Returns the job's title. A pull request keeps the title of its first turn, and so does its job. */
export const titleOf = (row: BranchColumns & Pick<AgentJobRow, 'title'>, turn: { readonly title: string }): string =>
  readBranch(row).kind === 'shown' && row.title !== null ? row.title : turn.title;

/** Returns the link to the job's own pull request, or to that of the job that it duplicates. */
export function readLink(row: BranchColumns): string | null {
  const state = readBranch(row);
  return 'link' in state ? state.link : null;
}

/** Returns the job's own pull request and the commit that the agent pushed last; `undefined` if the job has none. */
export function readShownPullRequest(
  row: BranchColumns,
): { readonly number: number; readonly branch: string; readonly commit: string } | undefined {
  const state = readBranch(row);
  if (state.kind !== 'shown') return undefined;
  return { number: state.number, branch: state.branch, commit: state.commit };
}

/** Whether the current turn has pushed, in this attempt or an earlier one. */
export const isPushedInTurn = (row: BranchColumns): boolean =>
  row.publish_state === 'pushed' || row.publish_state === 'pr_known';

/** Returns the fields that a push changes. A job with its own branch neither duplicates nor links to another job. */
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

/** Publish states of the current turn that are possible after each state of the branch from earlier turns. */
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
    `The branch of job ${row.id} is in an invalid state: publish_state is "${row.publish_state}" with ${named} set.`,
  );
}
