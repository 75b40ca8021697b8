import type {
  Draft,
  DraftAction,
  DraftBlocker,
  DraftChange,
  DraftChangeKind,
  DraftSettings,
  DraftSummary,
} from '@docwright/contract';
import { decodeText } from '@docwright/doc-agent';
import { allowsPush } from '../../../platform/code-host/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { hasScope } from '../../../platform/http/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import type { DraftDeps } from './drafts-deps.ts';
import { versionOf } from './file-bytes.ts';
import { selectFigures, selectFiles } from './file-store.ts';
import type { OpenBranch } from './open-branch.ts';
import { selectAuthors, selectDrafts, selectSettings } from './store.ts';
import type { DraftAuthorRow, DraftFileRow, DraftRow, DraftTables } from './tables.ts';

const dayMs = 86_400_000;

/** @throws ApiError not_found */
export async function listDrafts(deps: DraftDeps, project: ProjectRow): Promise<DraftSummary[]> {
  const db = deps.database.kysely;
  const drafts = await selectDrafts(db, project.id);
  const ids = drafts.map(({ id }) => id);
  const figures = await selectFigures(db, ids);
  const authors = await selectAuthors(db, ids);
  return drafts.map((draft) => ({
    ...showBranch(project, { branch: draft.branch, draft, baseCommit: draft.base_commit }),
    files: figures.get(draft.id)?.files ?? 0,
    conflicts: figures.get(draft.id)?.conflicts ?? 0,
    authors: authors.filter(({ draft_id: id }) => id === draft.id).map(toAuthor),
    ...showTimes(deps, draft),
  }));
}

export async function showDraft(deps: DraftDeps, opened: OpenBranch): Promise<Draft> {
  const db = deps.database.kysely;
  const { draft, project } = opened;
  const files = draft === undefined ? [] : await selectFiles(db, draft.id);
  const authors = draft === undefined ? [] : await selectAuthors(db, [draft.id]);
  const rules = await readRules(deps, opened);
  return {
    ...showBranch(project, opened),
    version: draft?.version ?? 0,
    docsFolder: project.docs_folder,
    changes: listChanges(files),
    authors: authors.map(toAuthor),
    requiresPullRequest: rules.pullRequestReason !== null,
    pullRequestReason: rules.pullRequestReason,
    actions: hasScope(opened.principal, 'content:publish') ? listActions(opened, rules) : [],
    blockers: listBlockers(draft, files),
    ...showTimes(deps, draft),
  };
}

export interface PublishRules {
  /** The reason why commits on the branch need a pull request; null if they don't. */
  readonly pullRequestReason: string | null;
  readonly blockErrors: boolean;
}

export async function readRules(
  deps: DraftDeps,
  opened: OpenBranch,
  options: { readonly isExact?: boolean } = {},
): Promise<PublishRules> {
  const { blockErrors, requirePullRequest } = await readSettings(deps.database.kysely, opened.project);
  const isRequired = requirePullRequest && opened.branch === opened.project.branch;
  const pullRequestReason = isRequired
    ? 'The project requires a pull request.'
    : await findPullRequestReason(deps, opened, options);
  return { pullRequestReason, blockErrors };
}

/** Finds the reason why the branch requires a pull request. Protection that can't be read counts as a requirement. */
async function findPullRequestReason(
  { protections }: DraftDeps,
  { repository, outage, branch, draft }: OpenBranch,
  options: { readonly isExact?: boolean },
): Promise<string | null> {
  if ((draft?.push_refused_at ?? null) !== null) return 'The code host refused a commit on the branch.';
  if (repository === undefined) return `The repository can't be read now: ${outage?.message ?? 'no response.'}`;
  const protection = await protections.read(repository, branch, options);
  if (allowsPush(protection)) return null;
  if (protection.kind === 'unknown')
    return `The code host does not report how the branch is protected: ${protection.reason}`;
  return protection.requiresPullRequest
    ? 'The code host requires a pull request for the branch.'
    : 'The code host protects the branch from direct commits.';
}

export async function readSettings(db: Queryable<DraftTables>, project: ProjectRow): Promise<DraftSettings> {
  const row = await selectSettings(db, project.id);
  return {
    requirePullRequest: row?.require_pull_request === true,
    blockErrors: row?.block_errors === true,
  };
}

/** Lists the actions that a branch allows, the usual action first. */
export function listActions(
  { project, branch, draft }: Pick<OpenBranch, 'project' | 'branch' | 'draft'>,
  { pullRequestReason }: Pick<PublishRules, 'pullRequestReason'>,
): DraftAction[] {
  if ((draft?.branch_deleted_at ?? null) !== null) return ['create_branch'];
  const isDeployed = branch === project.branch;
  const requiresPullRequest = pullRequestReason !== null;
  if (!isDeployed) return requiresPullRequest ? ['create_branch'] : ['save', 'create_pull_request'];
  return requiresPullRequest
    ? ['create_pull_request', 'create_branch']
    : ['publish', 'create_pull_request', 'create_branch'];
}

export function listBlockers(draft: DraftRow | undefined, files: readonly DraftFileRow[]): DraftBlocker[] {
  return [
    ...(files.length === 0 ? (['no_changes'] as const) : []),
    ...(files.some(({ conflict_commit: conflict }) => conflict !== null) ? (['conflicts'] as const) : []),
    ...((draft?.branch_deleted_at ?? null) === null ? [] : (['branch_deleted'] as const)),
  ];
}

/** Lists a draft's changes. A moved file's old path isn't listed as deleted. */
export function listChanges(files: readonly DraftFileRow[]): DraftChange[] {
  return files
    .filter((file) => !isMoveSource(file, files))
    .map((file) => ({
      path: file.path,
      change: changeOf(file),
      movedFrom: file.moved_from,
      size: file.content?.byteLength ?? 0,
      version: versionOf(file.content),
      isBinary: file.content !== null && decodeText(file.content) === undefined,
      isConflict: file.conflict_commit !== null,
      updatedAt: file.updated_at.toISOString(),
      updatedBy: file.updated_by,
    }));
}

export const isMoveSource = (file: DraftFileRow, files: readonly DraftFileRow[]): boolean =>
  file.kind === 'delete' && file.conflict_commit === null && files.some((other) => other.moved_from === file.path);

export function changeOf({ kind, moved_from: from, base_content: base }: DraftFileRow): DraftChangeKind {
  if (kind === 'delete') return 'deleted';
  if (from !== null) return 'moved';
  return base === null ? 'added' : 'modified';
}

function showBranch(
  project: ProjectRow,
  {
    branch,
    draft,
    baseCommit,
  }: { readonly branch: string; readonly draft: DraftRow | undefined; readonly baseCommit: string },
) {
  return {
    projectId: project.id,
    branch,
    isDeploymentBranch: branch === project.branch,
    isBranchDeleted: (draft?.branch_deleted_at ?? null) !== null,
    baseCommit,
  };
}

function showTimes({ draftDays }: DraftDeps, draft: DraftRow | undefined) {
  if (draft === undefined) return { createdAt: null, updatedAt: null, expiresAt: null };
  return {
    createdAt: draft.created_at.toISOString(),
    updatedAt: draft.updated_at.toISOString(),
    expiresAt: draftDays === undefined ? null : new Date(draft.saved_at.getTime() + draftDays * dayMs).toISOString(),
  };
}

const toAuthor = ({ name, saved_at: savedAt }: DraftAuthorRow) => ({ name, savedAt: savedAt.toISOString() });
