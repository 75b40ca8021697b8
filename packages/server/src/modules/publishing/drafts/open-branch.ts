import { isCodeHostError } from '../../../platform/code-host/index.ts';
import { isGitError } from '../../../platform/git/index.ts';
import { ApiError, mayUseProject, type Principal } from '../../../platform/http/index.ts';
import {
  toRepositoryPath,
  findProject,
  projectNotFound,
  type ProjectRow,
} from '../../project-config/projects/index.ts';
import { requireBranch, type ConnectedRepository } from '../../sources/repositories/index.ts';
import type { DraftDeps, DraftTarget } from './drafts-deps.ts';
import { branchNotFound, draftRepositoryUnavailable } from './errors.ts';
import type { Bytes } from './file-bytes.ts';
import { mergeCommits } from './merge-commits.ts';
import { selectDraft, updateBranchState } from './store.ts';
import type { DraftRow } from './tables.ts';

/** A branch with its draft, after new commits were merged into the draft. */
export interface OpenBranch extends DraftTarget {
  /** `undefined` if nothing is saved. */
  readonly draft: DraftRow | undefined;
  /** The commit to which the draft applies, or the branch's newest commit if it has no draft. */
  readonly baseCommit: string;
  /** `undefined` if the repository can't be read at present. The draft can still be read. */
  readonly repository: ConnectedRepository | undefined;
  /** The reason why `repository` is `undefined`. */
  readonly outage: Error | undefined;
}

export interface OpenOptions {
  /** Whether the branch is read from the code host even if it was read recently. */
  readonly isExact?: boolean;
  /** Whether the draft is read without the newest text that editors share. */
  readonly isSettled?: boolean;
}

/** @throws ApiError not_found, invalid_request */
export async function findTarget(
  { database }: Pick<DraftDeps, 'database'>,
  principal: Principal,
  { projectId, branch }: { readonly projectId: string; readonly branch: string },
): Promise<DraftTarget> {
  const project = await requireProject({ database }, principal, projectId);
  return { principal, project, branch: requireBranch(branch) };
}

/** @throws ApiError not_found */
export async function requireProject(
  { database }: Pick<DraftDeps, 'database'>,
  principal: Principal,
  projectId: string,
): Promise<ProjectRow> {
  const project = mayUseProject(principal, projectId)
    ? await findProject(database.kysely, principal.organizationId, projectId)
    : undefined;
  if (project === undefined) throw projectNotFound(projectId);
  return project;
}

/**
 * Reads the branch's newest commit and merges it into the draft. If the code host doesn't respond, the draft remains
 * usable on its known commit.
 * @throws ApiError not_found, draft_repository_unavailable
 */
export async function openBranch(deps: DraftDeps, target: DraftTarget, options: OpenOptions = {}): Promise<OpenBranch> {
  const { project, branch } = target;
  if (options.isSettled !== true) await deps.settleTexts(target);
  const draft = await selectDraft(deps.database.kysely, { projectId: project.id, branch });
  const found = await readBranch(deps, target, options).catch((error: unknown) => ({ outage: toOutage(error) }));
  if ('outage' in found) {
    if (draft === undefined) throw draftRepositoryUnavailable(found.outage.message, found.outage);
    return { ...target, draft, baseCommit: draft.base_commit, repository: undefined, outage: found.outage };
  }
  const { repository, head } = found;
  const opened = { ...target, repository, outage: undefined };
  if (draft === undefined) {
    if (head === undefined) throw branchNotFound(branch);
    return { ...opened, draft, baseCommit: head };
  }
  const current = await noteDeletedBranch(deps, draft, head);
  if (head === undefined || head === current.base_commit)
    return { ...opened, draft: current, baseCommit: current.base_commit };
  const merged = await withRepository(() => mergeCommits(deps, { target, repository, head }));
  return { ...opened, draft: merged, baseCommit: merged?.base_commit ?? head };
}

async function readBranch(
  { connectRepository, heads }: DraftDeps,
  { project, branch }: DraftTarget,
  options: { readonly isExact?: boolean },
): Promise<{ readonly repository: ConnectedRepository; readonly head: string | undefined }> {
  const repository = await connectRepository({
    organizationId: project.organization_id,
    repository: project.repository,
  });
  return { repository, head: await heads.read(repository.mirror, branch, options) };
}

/** Whether a branch no longer exists and has no draft. False while the repository can't be read. */
export async function isBranchGone(deps: DraftDeps, target: DraftTarget): Promise<boolean> {
  const { project, branch } = target;
  if ((await selectDraft(deps.database.kysely, { projectId: project.id, branch })) !== undefined) return false;
  const found = await readBranch(deps, target, {}).catch((error: unknown) => ({ outage: toOutage(error) }));
  return !('outage' in found) && found.head === undefined;
}

/** Records whether the branch is deleted. A deleted branch keeps its draft, which can move to a new branch. */
async function noteDeletedBranch(
  { database, clock }: DraftDeps,
  draft: DraftRow,
  head: string | undefined,
): Promise<DraftRow> {
  const isDeleted = head === undefined;
  if (isDeleted === (draft.branch_deleted_at !== null)) return draft;
  const branch_deleted_at = isDeleted ? new Date(clock.now()) : null;
  await updateBranchState(database.kysely, draft.id, { branch_deleted_at });
  return { ...draft, branch_deleted_at };
}

/**
 * Returns errors from the repository, which aren't the service's own.
 * @throws every other error
 */
function toOutage(error: unknown): Error {
  if (isGitError(error, 'disk-full')) throw new ApiError('storage_full', error.message, { cause: error });
  if (isGitError(error) || isCodeHostError(error)) return error;
  throw error;
}

/** @throws ApiError draft_repository_unavailable */
export function requireRepository({ repository, outage }: OpenBranch): ConnectedRepository {
  if (repository !== undefined) return repository;
  throw draftRepositoryUnavailable(outage?.message ?? "The repository can't be read now.", outage);
}

/** Calls git, and reports its errors to the caller. @throws ApiError draft_repository_unavailable, storage_full */
export async function withRepository<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const outage = toOutage(error);
    throw draftRepositoryUnavailable(outage.message, outage);
  }
}

/**
 * Reads a file on the branch without the draft. The mirror nearly always has the commit, so the commit is fetched only
 * if reading fails. Checking first would need a git process for every save.
 * @param path relative to the docs folder
 */
export async function readBaseFile(opened: OpenBranch, path: string): Promise<Bytes> {
  const { mirror } = requireRepository(opened);
  const { baseCommit, project } = opened;
  const file = toRepositoryPath(project.docs_folder, path);
  return withRepository(async () => {
    const found = await mirror.readFile(baseCommit, file).catch(async (error: unknown) => {
      if (!isGitError(error)) throw error;
      await requireCommit(opened);
      return mirror.readFile(baseCommit, file);
    });
    return found ?? null;
  });
}

/** Fetches the base commit if this replica's mirror doesn't have it, for example after a force-push. */
export async function requireCommit(opened: OpenBranch): Promise<void> {
  const { mirror } = requireRepository(opened);
  await mirror.fetchCommit(opened.baseCommit);
}
