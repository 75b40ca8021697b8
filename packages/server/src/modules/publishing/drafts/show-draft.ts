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
import type { Queryable } from '../../../platform/database/index.ts';
import { hasScope } from '../../../platform/http/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import { isLocalAddress } from '../../sources/repositories/index.ts';
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
    requiresPullRequest: rules.requiresPullRequest,
    actions: hasScope(opened.principal, 'content:publish') ? listActions(opened, rules) : [],
    blockers: listBlockers(draft, files),
    ...showTimes(deps, draft),
  };
}

export interface PublishRules {
  readonly requiresPullRequest: boolean;
  readonly blockErrors: boolean;
}

export async function readRules({ database }: DraftDeps, opened: OpenBranch): Promise<PublishRules> {
  const { project, branch, draft } = opened;
  const settings = await readSettings(database.kysely, project);
  const isRequired = settings.requirePullRequest && branch === project.branch;
  return {
    requiresPullRequest: isRequired || (draft?.push_refused_at ?? null) !== null,
    blockErrors: settings.blockErrors,
  };
}

/**
 * Unless a project chooses otherwise, only the embedded code host's branches are committed to directly: elsewhere, the
 * installation's credential may be exempt from the rules that protect a branch.
 */
export async function readSettings(db: Queryable<DraftTables>, project: ProjectRow): Promise<DraftSettings> {
  const row = await selectSettings(db, project.id);
  return {
    requirePullRequest: row?.require_pull_request ?? !isLocalAddress(project.repository),
    blockErrors: row?.block_errors === true,
  };
}

/** The actions that a branch allows, the usual one first. */
export function listActions(
  { project, branch, draft }: Pick<OpenBranch, 'project' | 'branch' | 'draft'>,
  { requiresPullRequest }: Pick<PublishRules, 'requiresPullRequest'>,
): DraftAction[] {
  if ((draft?.branch_deleted_at ?? null) !== null) return ['create_branch'];
  const isDeployed = branch === project.branch;
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

/** The old path of a moved file isn't listed as deleted. */
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
