import type { DraftAction, PublishDraftBody, PublishedDraft } from '@docwright/contract';
import { isCodeHostError, type CodeHost, type PullRequest } from '../../../platform/code-host/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import type { Author } from '../../foundation/audit-log/index.ts';
import { requireBranch } from '../../sources/repositories/index.ts';
import { findIssues, type CheckDeps } from './check-draft.ts';
import { commitDraft, type CommitDeps } from './commit-draft.ts';
import type { DraftTarget } from './drafts-deps.ts';
import {
  branchBusy,
  branchExists,
  branchProtected,
  draftActionUnavailable,
  draftBlocked,
  draftChanged,
  draftConflict,
  draftEmpty,
  draftRepositoryUnavailable,
} from './errors.ts';
import { selectFiles } from './file-store.ts';
import { finishPublishing, moveDraftToBranch } from './finish-publishing.ts';
import { openBranch, requireCommit, requireRepository, withRepository, type OpenBranch } from './open-branch.ts';
import { composeProposal, readParts } from './propose.ts';
import { listActions, readRules, readSettings } from './show-draft.ts';
import { selectDraft, updateBranchState } from './store.ts';
import type { DraftFileRow } from './tables.ts';

export interface PublishDeps extends CheckDeps, CommitDeps {
  /** Notifies live sites and automations that a branch moved. */
  readonly onBranchMoved: (moved: MovedBranch) => Promise<void>;
}

export interface MovedBranch {
  readonly author: Author;
  /** The stored address. */
  readonly repository: string;
  readonly branch: string;
  /** Null for a new branch. */
  readonly from: string | null;
  readonly to: string;
}

/** If people push to the branch at the same time, their commits are merged first, and the push is retried. */
const maxAttempts = 3;

/**
 * Publishes a draft:
 *
 * 1. The branch's newest commits are merged first. A draft with conflicts is never published.
 * 2. The push succeeds only if the branch is still at the draft's base commit, and never removes a commit.
 * 3. The draft is emptied after the push and after the pull request exists. A lost response is repaired by repeating
 *    the request: the commit is the same.
 * 4. Changes saved in the meantime stay in the draft.
 */
export async function publishDraft(
  deps: PublishDeps,
  target: DraftTarget,
  body: PublishDraftBody,
): Promise<PublishedDraft> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const opened = await openBranch(deps, target, { isExact: true });
    const files = opened.draft === undefined ? [] : await selectFiles(deps.database.kysely, opened.draft.id);
    await requireAction(deps, opened, body);
    const published =
      body.action === 'create_branch'
        ? await createBranch(deps, opened, { body, files })
        : await publishFiles(deps, opened, { body, files });
    if (published !== 'moved') return published;
  }
  throw branchBusy(target.branch);
}

/** @throws ApiError draft_action_unavailable, draft_changed */
async function requireAction(deps: PublishDeps, opened: OpenBranch, body: PublishDraftBody): Promise<void> {
  requireRepository(opened);
  const rules = await readRules(deps, opened, { isExact: true });
  const actions: readonly DraftAction[] = listActions(opened, rules);
  if (!actions.includes(body.action)) throw draftActionUnavailable(body.action, actions, rules.pullRequestReason);
  const version = opened.draft?.version ?? 0;
  if (body.draftVersion !== undefined && body.draftVersion !== version) throw draftChanged();
}

interface Publication {
  readonly body: PublishDraftBody;
  readonly files: readonly DraftFileRow[];
}

async function publishFiles(
  deps: PublishDeps,
  opened: OpenBranch,
  { body, files }: Publication,
): Promise<PublishedDraft | 'moved'> {
  const { draft, project, branch } = opened;
  const isPullRequest = body.action === 'create_pull_request';
  if (draft === undefined || files.length === 0) {
    // The branch may already have commits to review.
    if (!isPullRequest || branch === project.branch) throw draftEmpty();
    const proposal = composeProposal(opened, [], await readParts(deps, opened, []));
    const pullRequest = await openPullRequest(opened, { headBranch: branch, body, proposal });
    return { action: body.action, branch, commit: null, changedFiles: 0, pullRequest };
  }
  const conflicts = files.filter(({ conflict_commit: conflict }) => conflict !== null);
  if (conflicts.length > 0) throw draftConflict(conflicts.map(({ path }) => path));
  await requireNoErrors(deps, opened, files);
  const parts = isPullRequest ? await readParts(deps, opened, files) : undefined;
  const proposal = composeProposal(opened, files, parts);
  const isNewBranch = isPullRequest && branch === project.branch;
  const headBranch = isNewBranch ? requireBranch(body.newBranch ?? proposal.newBranch, '/newBranch') : branch;
  if (isNewBranch && headBranch === project.branch) throw branchExists(headBranch);
  const message = body.message ?? proposal.message;
  const { sha, changedFiles } = await commitDraft(deps, { ...opened, draft }, { files, message });
  const pushed = await push(deps, opened, {
    branch: headBranch,
    sha,
    expected: isNewBranch ? null : opened.baseCommit,
  });
  if (pushed === 'moved') return 'moved';
  const pullRequest = isPullRequest ? await openPullRequest(opened, { headBranch, body, proposal }) : null;
  await finishPublishing(deps, { ...opened, draft }, { files, sha, headBranch, action: body.action, pullRequest });
  await tell(deps, opened, { branch: headBranch, from: isNewBranch ? null : opened.baseCommit, to: sha });
  return { action: body.action, branch: headBranch, commit: sha, changedFiles, pullRequest };
}

/** Moves the draft to a new branch, which starts at the draft's base commit. */
async function createBranch(
  deps: PublishDeps,
  opened: OpenBranch,
  { body, files }: Publication,
): Promise<PublishedDraft> {
  const proposal = composeProposal(opened, files);
  const newBranch = requireBranch(body.newBranch ?? proposal.newBranch, '/newBranch');
  if (newBranch === opened.branch && opened.draft?.branch_deleted_at === null) throw branchExists(newBranch);
  // A deleted branch can still have a draft. This is checked before the push, which can't be undone.
  if (newBranch !== opened.branch && (await hasDraft(deps, opened, newBranch))) throw branchExists(newBranch);
  await withRepository(() => requireCommit(opened));
  const pushed = await push(deps, opened, { branch: newBranch, sha: opened.baseCommit, expected: null });
  if (pushed === 'moved') throw branchExists(newBranch);
  await moveDraftToBranch(deps, opened, newBranch);
  await tell(deps, opened, { branch: newBranch, from: null, to: opened.baseCommit });
  return { action: 'create_branch', branch: newBranch, commit: null, changedFiles: 0, pullRequest: null };
}

const hasDraft = async ({ database }: PublishDeps, { project }: OpenBranch, branch: string): Promise<boolean> =>
  (await selectDraft(database.kysely, { projectId: project.id, branch })) !== undefined;

/** @throws ApiError draft_blocked, preview_failed */
async function requireNoErrors(deps: PublishDeps, opened: OpenBranch, files: readonly DraftFileRow[]): Promise<void> {
  if (!(await readSettings(deps.database.kysely, opened.project)).blockErrors) return;
  const { introduced } = await findIssues(deps, opened, files);
  const error = introduced.find(({ severity }) => severity === 'error');
  if (error === undefined) return;
  const place = error.line === undefined ? error.path : `${error.path}:${error.line}`;
  throw draftBlocked(`${place}: ${error.message}`);
}

/** @throws ApiError branch_protected, branch_exists, draft_repository_unavailable */
async function push(
  deps: PublishDeps,
  opened: OpenBranch,
  commit: { readonly branch: string; readonly sha: string; readonly expected: string | null },
): Promise<'pushed' | 'moved'> {
  const { branch, draft } = opened;
  const repository = requireRepository(opened);
  const { mirror } = repository;
  const result = await withRepository(() => mirror.push({ ...commit, isForward: true }));
  deps.heads.forget(mirror, branch);
  deps.heads.forget(mirror, commit.branch);
  switch (result.kind) {
    case 'pushed':
      return 'pushed';
    case 'moved':
      if (commit.expected === null) throw branchExists(commit.branch);
      return 'moved';
    case 'denied':
      if (commit.branch !== branch)
        throw new ApiError(
          'code_host_refused',
          `The code host refused the branch "${commit.branch}": ${result.reason}`,
        );
      if (draft !== undefined)
        await updateBranchState(deps.database.kysely, draft.id, { push_refused_at: new Date(deps.clock.now()) });
      deps.protections.forget(repository, branch);
      throw branchProtected(branch, result.reason);
    case 'unreachable':
      throw draftRepositoryUnavailable('The code host did not accept the commit. Try again.');
  }
}

/**
 * Opens a pull request. If the branch already has one, that one is used.
 * @throws ApiError code_host_refused
 */
async function openPullRequest(
  opened: OpenBranch,
  request: {
    readonly headBranch: string;
    readonly body: PublishDraftBody;
    readonly proposal: ReturnType<typeof composeProposal>;
  },
): Promise<NonNullable<PublishedDraft['pullRequest']>> {
  const { headBranch, body, proposal } = request;
  const { host } = requireRepository(opened);
  try {
    const found = (await findOpen(host, headBranch)) ?? (await create());
    return { number: found.number, url: found.url };
  } catch (error) {
    if (!isCodeHostError(error)) throw error;
    const where = `The branch "${headBranch}" contains the changes, but the pull request could not be created`;
    throw new ApiError('code_host_refused', `${where}: ${error.message} Try again; the draft is kept.`, {
      cause: error,
    });
  }

  async function create(): Promise<PullRequest> {
    try {
      return await host.createPullRequest({
        headBranch,
        baseBranch: opened.project.branch,
        title: body.title ?? proposal.pullRequest.title,
        body: body.body ?? proposal.pullRequest.body,
        draft: body.asDraft === true,
      });
    } catch (error) {
      const mayExist = isCodeHostError(error, 'outcome-unknown') || isCodeHostError(error, 'pull-request-exists');
      const found = mayExist ? await findOpen(host, headBranch) : undefined;
      if (found === undefined) throw error;
      return found;
    }
  }
}

const findOpen = async (host: CodeHost, headBranch: string): Promise<PullRequest | undefined> =>
  (await host.listPullRequests({ headBranch })).find(({ state }) => state === 'open');

/** Reports the moved branch. Errors are only logged, because the draft is published, and sites are also polled. */
async function tell(
  deps: PublishDeps,
  { principal, project }: OpenBranch,
  moved: Pick<MovedBranch, 'branch' | 'from' | 'to'>,
): Promise<void> {
  await deps
    .onBranchMoved({ ...moved, author: principal, repository: project.repository })
    .catch((error: unknown) => deps.log.warn({ err: error, ...moved }, 'a published draft could not be reported'));
}
