import { isGitError, type GitPerson, type OverlayChange } from '../../../platform/git/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import { agentActor, agentAuthor } from '../../agent/agent-jobs/index.ts';
import type { DraftDeps } from './drafts-deps.ts';
import { draftEmpty, draftFileRefused } from './errors.ts';
import { requireCommit, requireRepository, withRepository, type OpenBranch } from './open-branch.ts';
import { selectAuthors } from './store.ts';
import type { DraftFileRow, DraftRow } from './tables.ts';
import { toRepositoryPath } from '../../project-config/projects/index.ts';

/** Finds a user's name for commits; `undefined` if the account was deleted. */
export type FindUser = (id: string) => Promise<{ readonly name: string; readonly email: string } | undefined>;

export interface CommitDeps extends DraftDeps {
  readonly findUser: FindUser;
}

/** The address of API keys and other authors without an account. */
const unknownAddress = 'draft@docwright.invalid';

/**
 * Creates a draft's commit in the mirror. The same draft results in the same commit, so a repeated attempt finds what
 * an interrupted one pushed.
 * @throws ApiError draft_empty, draft_file_refused, draft_repository_unavailable
 */
export async function commitDraft(
  deps: CommitDeps,
  opened: OpenBranch & { readonly draft: DraftRow },
  { files, message }: { readonly files: readonly DraftFileRow[]; readonly message: string },
): Promise<{ readonly sha: string; readonly changedFiles: number }> {
  const { principal, project, baseCommit, draft } = opened;
  const { mirror } = requireRepository(opened);
  const author = await findAuthor(deps, principal.actor);
  const coAuthors = await listCoAuthors(deps, draft, principal);
  const result = await withRepository(async () => {
    await requireCommit(opened);
    try {
      return await mirror.commitOverlay({
        base: baseCommit,
        changes: files.map((file) => toRepositoryChange(file, project.docs_folder)),
        message: withTrailers(message, coAuthors),
        author,
        date: draft.saved_at,
      });
    } catch (error) {
      if (isGitError(error, 'invalid-path')) throw draftFileRefused(error.message, { cause: error });
      throw error;
    }
  });
  if (result.kind === 'unchanged') throw draftEmpty();
  return { sha: result.sha, changedFiles: result.changedPaths.length };
}

export function toRepositoryChange({ path, content }: DraftFileRow, docsFolder: string): OverlayChange {
  return { path: toRepositoryPath(docsFolder, path), content };
}

/** Lists the other people and keys that changed the draft. */
async function listCoAuthors(deps: CommitDeps, draft: DraftRow, { actor }: Principal): Promise<GitPerson[]> {
  const authors = await selectAuthors(deps.database.kysely, [draft.id]);
  return Promise.all(
    authors
      .filter(({ actor_id: id }) => id !== actor.id)
      .map(({ actor_kind: kind, actor_id: id, name }) => findAuthor(deps, { kind, id, name })),
  );
}

async function findAuthor(
  { findUser }: CommitDeps,
  { kind, id, name }: { readonly kind: string; readonly id: string; readonly name: string },
): Promise<GitPerson> {
  if (kind === agentActor.kind && id === agentActor.id) return agentAuthor;
  const user = kind === 'user' ? await findUser(id) : undefined;
  const shown = clean(user?.name ?? name) || 'Docwright';
  return { name: shown, email: user?.email ?? unknownAddress };
}

/** Adds lines that GitHub, GitLab and Gitea show as the commit's authors. */
function withTrailers(message: string, coAuthors: readonly GitPerson[]): string {
  const lines = coAuthors.map(({ name, email }) => `Co-authored-by: ${name} <${clean(email)}>`);
  return lines.length === 0 ? message : `${message.trimEnd()}\n\n${lines.join('\n')}\n`;
}

const clean = (text: string): string =>
  text
    .replace(/[<>\p{Cc}]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
