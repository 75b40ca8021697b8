/**
 * Actions that people and the agent perform on a pull request, one transaction each. The row is locked while git runs.
 */
import type { Transaction } from 'kysely';
import { requireBranchName } from '../../../platform/git/index.ts';
import type { Author } from '../../foundation/audit-log/index.ts';
import {
  type BareRepository,
  branchRef,
  findCommit,
  findForkPoint,
  moveRef,
  pullRequestRef,
  setRef,
  tryMerge,
  writeMergeCommit,
} from './bare-repository.ts';
import { gitDirOf, type LocalCodeHostOptions } from './context.ts';
import { LocalCodeHostError } from './errors.ts';
import type { LocalRepository } from './local-code-host.ts';
import { keyOf, type PullRequestTarget, recordPullRequestEvent } from './record-pull-request.ts';
import { refreshPullRequest } from './refresh-pull-request.ts';
import {
  insertPullRequest,
  listPullRequestsOf,
  type LocalPullRequest,
  lockPullRequest,
  type PullRequestPatch,
  takeNumber,
  updatePullRequestRow,
} from './store.ts';
import type { LocalCodeHostTables } from './tables.ts';

export interface PullRequestDraft {
  readonly headBranch: string;
  readonly baseBranch: string;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
}

/** Opens a pull request. Errors: branch-not-found, nothing-to-compare, pull-request-exists. */
export async function openPullRequest(
  options: LocalCodeHostOptions,
  repository: LocalRepository,
  { author, ...draft }: PullRequestDraft & { readonly author: Author },
): Promise<LocalPullRequest> {
  const bare = bareOf(options, repository.id);
  const [headSha, baseSha] = await Promise.all(
    [draft.headBranch, draft.baseBranch].map((name) => requireBranch(bare, name)),
  );
  const forkSha = headSha && baseSha ? await findForkPoint(bare, [baseSha, headSha]) : undefined;
  if (headSha === undefined || forkSha === undefined || forkSha === headSha) {
    throw new LocalCodeHostError(
      'nothing-to-compare',
      `The branch "${draft.headBranch}" has no commit that "${draft.baseBranch}" lacks.`,
    );
  }
  const pull = await options.database.kysely.transaction().execute(async (transaction) => {
    const number = await takeNumber(transaction, repository.id);
    const row = await insertPullRequest(transaction, {
      ...draft,
      repositoryId: repository.id,
      number,
      headSha,
      forkSha,
    });
    if (row !== undefined) {
      const details = { headBranch: draft.headBranch, baseBranch: draft.baseBranch, headSha };
      await recordPullRequestEvent(transaction, { repository, number }, { author, action: 'opened', details });
      return row;
    }
    throw new LocalCodeHostError('pull-request-exists', `A pull request of "${draft.headBranch}" is already open.`);
  });
  await setRef(bare, pullRequestRef(pull.number), headSha);
  await options.onBranchMoved?.({ repository, branches: [draft.headBranch], author: author.actor.name });
  await options.onPullRequestChanged?.({ repository, number: pull.number, author: author.actor.name });
  return pull;
}

/**
 * Creates a merge commit on the base branch from objects, without a work tree. If this is interrupted after the branch
 * moved and before the row is written, the next refresh finds the commits in the base branch and marks the pull request
 * as merged. Errors: pull-request-not-open, head-moved, branch-not-found, merge-conflict, branch-moved.
 * @param expectedHead default: the current head
 */
export function mergePullRequest(
  options: LocalCodeHostOptions,
  target: PullRequestTarget,
  author: Author,
  expectedHead?: string,
): Promise<LocalPullRequest> {
  const userName = author.actor.name;
  return change(options, { target, author, action: 'merged' }, async (pull) => {
    requireState(pull, 'open');
    if (pull.draft)
      throw new LocalCodeHostError(
        'pull-request-not-open',
        "A draft can't be merged. Mark it as ready for review first.",
      );
    if (expectedHead !== undefined && pull.headSha !== expectedHead)
      throw new LocalCodeHostError('head-moved', `The head of "${pull.headBranch}" is now ${pull.headSha}.`);
    const bare = bareOf(options, target.repository.id);
    const base = await requireBranch(bare, pull.baseBranch);
    const attempt = await tryMerge(bare, base, pull.headSha);
    if (attempt.kind === 'conflict') {
      throw new LocalCodeHostError('merge-conflict', `The same lines changed on the branch "${pull.baseBranch}".`, {
        paths: attempt.paths,
      });
    }
    const date = new Date(options.clock.now());
    const mergeSha = await writeMergeCommit(bare, {
      tree: attempt.tree,
      parents: [base, pull.headSha],
      message: `Merge pull request #${pull.number} from ${pull.headBranch}\n\n${pull.title}\n`,
      person: { name: cleanName(userName), email: 'merge@docwright.localhost' },
      date,
    });
    const isMoved = !(await moveRef(bare, branchRef(pull.baseBranch), { to: mergeSha, expected: base }));
    if (isMoved)
      throw new LocalCodeHostError('branch-moved', `Someone just pushed to "${pull.baseBranch}". Try again.`);
    return { state: 'merged', mergeSha, endedBy: userName, endedAt: date };
  });
}

/** Closes a pull request. Errors: pull-request-not-open. */
export function closePullRequest(
  options: LocalCodeHostOptions,
  target: PullRequestTarget,
  author: Author,
): Promise<LocalPullRequest> {
  return change(options, { target, author, action: 'closed' }, (pull) => {
    requireState(pull, 'open');
    return { state: 'closed', endedBy: author.actor.name, endedAt: new Date(options.clock.now()) };
  });
}

/** Reopens a pull request. Errors: pull-request-not-closed, branch-not-found, pull-request-exists. */
export function reopenPullRequest(
  options: LocalCodeHostOptions,
  target: PullRequestTarget,
  author: Author,
): Promise<LocalPullRequest> {
  return change(options, { target, author, action: 'reopened' }, async (pull, transaction) => {
    requireState(pull, 'closed');
    await requireBranch(bareOf(options, target.repository.id), pull.headBranch);
    await requireNoneOpen(transaction, pull);
    return { state: 'open' };
  });
}

/** Marks a draft as ready for review. Errors: pull-request-not-open. */
export function markReady(
  options: LocalCodeHostOptions,
  target: PullRequestTarget,
  author: Author,
): Promise<LocalPullRequest> {
  return change(options, { target, author, action: 'marked_ready' }, (pull) => {
    requireState(pull, 'open');
    return { draft: false };
  });
}

/** Turns a pull request into a draft. Errors: pull-request-not-open. */
export function markDraft(
  options: LocalCodeHostOptions,
  target: PullRequestTarget,
  author: Author,
): Promise<LocalPullRequest> {
  return change(options, { target, author, action: 'marked_draft' }, (pull) => {
    requireState(pull, 'open');
    return { draft: true };
  });
}

/** Changes title and body, in any state. Errors: pull-request-not-found. */
export function editPullRequest(
  options: LocalCodeHostOptions,
  target: PullRequestTarget,
  { author, ...patch }: Pick<PullRequestPatch, 'title' | 'body'> & { readonly author: Author },
): Promise<LocalPullRequest> {
  return change(options, { target, author, action: 'edited' }, () => patch);
}

/** Deletes the branch of a pull request that has ended; its commits are kept. Errors: branch-in-use, branch-moved. */
export function deleteHeadBranch(
  options: LocalCodeHostOptions,
  target: PullRequestTarget & { readonly repository: LocalRepository },
  author: Author,
): Promise<LocalPullRequest> {
  const { defaultBranch } = target.repository;
  return change(options, { target, author, action: 'branch_deleted' }, async (pull, transaction) => {
    if (pull.state === 'open' || pull.headBranch === defaultBranch) {
      throw new LocalCodeHostError('branch-in-use', `The branch "${pull.headBranch}" is still needed.`);
    }
    await requireNoneOpen(transaction, pull);
    const isDeleted = await moveRef(bareOf(options, target.repository.id), branchRef(pull.headBranch), {
      to: null,
      expected: pull.headSha,
    });
    if (!isDeleted)
      throw new LocalCodeHostError('branch-moved', `The branch "${pull.headBranch}" has new commits or was deleted.`);
    return {};
  });
}

type Decide = (
  pull: LocalPullRequest,
  transaction: Transaction<LocalCodeHostTables>,
) => Promise<PullRequestPatch> | PullRequestPatch;

interface Act {
  readonly target: PullRequestTarget;
  readonly author: Author;
  /** The action in the audit log. */
  readonly action: string;
}

async function change(options: LocalCodeHostOptions, act: Act, decide: Decide): Promise<LocalPullRequest> {
  const { target, author, action } = act;
  const key = keyOf(target);
  const notFound = (): LocalCodeHostError =>
    new LocalCodeHostError('pull-request-not-found', `The pull request #${key.number} does not exist.`);
  const changed = await options.database.kysely.transaction().execute(async (transaction) => {
    const locked = await lockPullRequest(transaction, key);
    if (locked === undefined) throw notFound();
    const pull = await refreshPullRequest({ ...options, database: { kysely: transaction } }, locked);
    const patch = await decide(pull, transaction);
    const row = await updatePullRequestRow(transaction, key, {
      ...patch,
      updatedAt: new Date(options.clock.now()),
    });
    if (row === undefined) throw notFound();
    const { headBranch, headSha, mergeSha } = row;
    const details = { headBranch, headSha, ...(action === 'merged' && { mergeSha }) };
    await recordPullRequestEvent(transaction, target, { author, action, details });
    return row;
  });
  const { repository, number } = target;
  const by = { repository, author: author.actor.name };
  const branch =
    action === 'merged' ? changed.baseBranch : action === 'branch_deleted' ? changed.headBranch : undefined;
  if (branch !== undefined) await options.onBranchMoved?.({ ...by, branches: [branch] });
  if (['merged', 'closed', 'reopened'].includes(action)) await options.onPullRequestChanged?.({ ...by, number });
  return changed;
}

async function requireNoneOpen(
  transaction: Transaction<LocalCodeHostTables>,
  { repositoryId, headBranch }: LocalPullRequest,
): Promise<void> {
  const [open] = await listPullRequestsOf(transaction, { repositoryId, headBranch, state: 'open', limit: 1 });
  if (open === undefined) return;
  throw new LocalCodeHostError(
    'pull-request-exists',
    `The pull request #${open.number} of "${headBranch}" is already open.`,
  );
}

function requireState(pull: LocalPullRequest, state: 'open' | 'closed'): void {
  if (pull.state === state) return;
  const code = state === 'open' ? 'pull-request-not-open' : 'pull-request-not-closed';
  throw new LocalCodeHostError(code, `The pull request #${pull.number} is ${pull.state}.`);
}

async function requireBranch(bare: BareRepository, name: string): Promise<string> {
  const sha = await findCommit(bare, branchRef(requireBranchName(name)));
  if (sha !== undefined) return sha;
  throw new LocalCodeHostError('branch-not-found', `The branch "${name}" does not exist.`);
}

function bareOf(options: LocalCodeHostOptions, repositoryId: string): BareRepository {
  return { git: options.git, gitDir: gitDirOf(options, repositoryId) };
}

/**
 * Returns a person's name in a form that git accepts: git refuses a name without letters, and angle brackets would end
 * the name.
 */
export function cleanName(name: string): string {
  return name.replace(/[<>\p{Cc}]/gu, '').trim() || 'Docwright';
}
