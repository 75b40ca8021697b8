import {
  maxDraftMediaBytes,
  type DraftFileRevision,
  type DraftFileRevisionContent,
  type DraftFileRevisionList,
} from '@docwright/contract';
import { decodeText, formatFileDiff } from '@docwright/doc-agent';
import { isGitError, type FileCommit } from '../../../platform/git/index.ts';
import { unknownCursor } from '../../../platform/http/index.ts';
import type { DraftDeps } from './drafts-deps.ts';
import { requireSize } from './draft-file.ts';
import { draftRevisionNotFound } from './errors.ts';
import { encodeContent, versionOf, type Bytes } from './file-bytes.ts';
import { selectFile, selectMovedFrom } from './file-store.ts';
import { readBaseFile, requireCommit, requireRepository, withRepository, type OpenBranch } from './open-branch.ts';
import { requireReadable } from './path-rules.ts';
import { selectRevisionContent, selectRevisions, type KeptRevision } from './revision-store.ts';
import { cutPatch } from './show-diff.ts';

interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/**
 * The start of a page: the draft's last listed revision, or the commit at which to continue. With an offset, a revision
 * would be repeated if someone saved between two pages.
 */
type Start =
  | { readonly kind: 'saved'; readonly after: Place | undefined }
  | { readonly kind: 'commit'; readonly commit: string; readonly path: string };

/** The position of a saved revision in the list. */
interface Place {
  readonly time: number;
  readonly version: string;
}

const defaultLimit = 20;

/**
 * Lists a file's revisions, newest first: the draft's saved content, then the branch's commits.
 * @throws ApiError not_found, draft_file_refused, draft_repository_unavailable; invalid_request: for a foreign cursor
 */
export async function listRevisions(
  { database }: DraftDeps,
  opened: OpenBranch,
  path: string,
  { limit = defaultLimit, cursor }: PageQuery,
): Promise<DraftFileRevisionList> {
  requireReadable(path);
  const { draft, baseCommit } = opened;
  const start =
    cursor === undefined ? ({ kind: 'saved', after: undefined } as const) : await readCursor(opened, cursor);
  const db = database.kysely;
  const movedFrom = draft === undefined ? undefined : await selectMovedFrom(db, draft.id, path);
  const paths = movedFrom === undefined ? [path] : [path, movedFrom];
  const rest =
    draft === undefined || start.kind === 'commit'
      ? []
      : listAfter(await selectRevisions(db, draft.id, paths), start.after);
  const saved = rest.slice(0, limit).map(showKept);
  const last = rest[limit - 1];
  if (rest.length > limit && last !== undefined) {
    const { time, version } = placeOf(last);
    return { revisions: saved, nextCursor: `saved.${time}.${version}` };
  }
  const from = start.kind === 'commit' ? start : { commit: baseCommit, path: movedFrom ?? path };
  // The draft's revisions fill the page.
  if (saved.length === limit) return { revisions: saved, nextCursor: toCursor(from) };
  const { commits, nextCursor } = await listFileCommits(opened, { ...from, limit: limit - saved.length });
  return { revisions: [...saved, ...commits], nextCursor };
}

/** Returns the saved revisions after a position, newest first. */
function listAfter(kept: readonly KeptRevision[], place: Place | undefined): readonly KeptRevision[] {
  const sorted = kept.toSorted((one, other) => comparePlaces(placeOf(one), placeOf(other)));
  return place === undefined ? sorted : sorted.filter((one) => comparePlaces(place, placeOf(one)) < 0);
}

const placeOf = ({ saved_at: at, version }: KeptRevision): Place => ({ time: at.getTime(), version });

const comparePlaces = (one: Place, other: Place): number =>
  other.time - one.time || (one.version < other.version ? -1 : Number(one.version > other.version));

async function listFileCommits(
  opened: OpenBranch,
  { commit, path, limit }: { readonly commit: string; readonly path: string; readonly limit: number },
): Promise<{ readonly commits: readonly DraftFileRevision[]; readonly nextCursor: string | null }> {
  const folder = prefixOf(opened);
  const log = await withRepository(async () => {
    await requireCommit(opened);
    return requireRepository(opened).mirror.logFile({ commit, path: `${folder}${path}`, limit });
  });
  const outside = log.commits.findIndex((one) => !one.path.startsWith(folder));
  const inside = outside === -1 ? log.commits : log.commits.slice(0, outside);
  const next = log.next?.path.startsWith(folder) === true && outside === -1 ? log.next : undefined;
  return {
    commits: inside.map((one) => showCommit(one, folder)),
    nextCursor: next === undefined ? null : toCursor({ ...next, path: next.path.slice(folder.length) }),
  };
}

const prefixOf = ({ project }: OpenBranch): string => (project.docs_folder === '' ? '' : `${project.docs_folder}/`);

function showKept({ path, version, saved_by: author, saved_at: at }: KeptRevision): DraftFileRevision {
  return {
    id: version,
    kind: 'saved',
    path,
    movedFrom: null,
    isDeletion: false,
    author,
    at: at.toISOString(),
    subject: null,
  };
}

function showCommit({ sha, path, movedFrom, ...commit }: FileCommit, folder: string): DraftFileRevision {
  return {
    id: sha,
    kind: 'commit',
    path: path.slice(folder.length),
    // Files outside the docs folder aren't part of the project.
    movedFrom: movedFrom?.startsWith(folder) === true ? movedFrom.slice(folder.length) : null,
    isDeletion: commit.isDeletion,
    author: commit.authorName,
    at: new Date(commit.date).toISOString(),
    subject: commit.subject,
  };
}

const toCursor = ({ commit, path }: { readonly commit: string; readonly path: string }): string => `${commit}.${path}`;

async function readCursor(opened: OpenBranch, cursor: string): Promise<Start> {
  const [, time, version] = /^saved\.(\d{1,15})\.([0-9a-f]{32})$/.exec(cursor) ?? [];
  if (time !== undefined && version !== undefined) return { kind: 'saved', after: { time: Number(time), version } };
  const [, commit, path] = /^([0-9a-f]{40})\.(.+)$/.exec(cursor) ?? [];
  if (commit === undefined || path === undefined || !(await isOnBranch(opened, commit))) throw unknownCursor(cursor);
  requireReadable(path);
  return { kind: 'commit', commit, path };
}

/** Whether the branch contains the commit. Other objects, such as tags, aren't its commits. */
async function isOnBranch(opened: OpenBranch, commit: string): Promise<boolean> {
  const { mirror } = requireRepository(opened);
  return withRepository(async () => {
    await requireCommit(opened);
    try {
      return (await mirror.mergeBase(commit, opened.baseCommit)) === commit;
    } catch (error) {
      if (isGitError(error, 'commit-not-found')) return false;
      throw error;
    }
  });
}

/**
 * Reads a revision's content, and its difference from the current text.
 * @param request.at the path of the file in the revision
 * @throws ApiError not_found, draft_file_refused, draft_repository_unavailable
 */
export async function readRevision(
  deps: DraftDeps,
  opened: OpenBranch,
  { path, revision, at }: { readonly path: string; readonly revision: string; readonly at: string },
): Promise<DraftFileRevisionContent> {
  requireReadable(path);
  requireReadable(at);
  const bytes =
    revision.length === 40
      ? await readCommitted(opened, revision, at)
      : await readKept(deps, opened, { path: at, version: revision });
  if (bytes === null) throw draftRevisionNotFound(at, revision);
  const current = await readCurrentBytes(deps, opened, path);
  return {
    id: revision,
    path: at,
    ...encodeContent(bytes),
    current: versionOf(current),
    ...compare(path, bytes, current),
  };
}

async function readCommitted(opened: OpenBranch, commit: string, path: string): Promise<Bytes> {
  if (!(await isOnBranch(opened, commit))) return null;
  const { mirror } = requireRepository(opened);
  const bytes = await withRepository(() => mirror.readFile(commit, `${prefixOf(opened)}${path}`));
  // A larger file couldn't be saved.
  return bytes === undefined ? null : requireSize(path, bytes, maxDraftMediaBytes);
}

async function readKept(
  { database }: DraftDeps,
  { draft }: OpenBranch,
  revision: { readonly path: string; readonly version: string },
): Promise<Bytes> {
  return draft === undefined ? null : ((await selectRevisionContent(database.kysely, draft.id, revision)) ?? null);
}

async function readCurrentBytes({ database }: DraftDeps, opened: OpenBranch, path: string): Promise<Bytes> {
  const { draft } = opened;
  const row = draft === undefined ? undefined : await selectFile(database.kysely, draft.id, path);
  return row === undefined ? readBaseFile(opened, path) : row.content;
}

function compare(
  path: string,
  revision: Uint8Array,
  current: Bytes,
): Pick<DraftFileRevisionContent, 'patch' | 'isTruncated'> {
  const before = decodeText(revision);
  const after = current === null ? '' : decodeText(current);
  if (before === undefined || after === undefined) return { patch: null, isTruncated: false };
  if (current !== null && before === after) return { patch: '', isTruncated: false };
  return cutPatch(formatFileDiff({ path, change: current === null ? 'deleted' : 'modified', before, after }));
}
