import { commitOverlay, mayBeDamage, namingDamage } from '../../../platform/git/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { branchRef, findCommit, moveRef, NOTHING } from './bare-repository.ts';
import { cleanName } from './change-pull-request.ts';
import { gitDirOf, type LocalCodeHostOptions } from './context.ts';
import { isLocalCodeHostError, LocalCodeHostError } from './errors.ts';
import type { CommittedFiles, LocalRepository, NewCommit } from './local-code-host.ts';
import { refreshPullRequests } from './refresh-pull-request.ts';

/** Maximum number of attempts if others push at the same time. The files are then committed on top of their push. */
const maxAttempts = 3;

/**
 * Commits files to a branch. This has the same effects as a push of one commit, including its event in the audit log.
 * Errors: head-moved, branch-moved, nothing-to-commit; GitError `invalid-path`, `repository-damaged`; ApiError
 * storage_quota_exceeded.
 */
export async function commitFiles(
  options: LocalCodeHostOptions,
  repository: LocalRepository,
  commit: NewCommit,
): Promise<CommittedFiles> {
  const { author, branch } = commit;
  const { organizationId } = repository;
  if (commit.changes.some(({ content }) => content !== null)) await options.storage?.requireRoom(organizationId);
  const gitDir = gitDirOf(options, repository.id);
  const moved = await namingDamage(options.git, gitDir, () => moveBranch(options, repository, commit), isSuspect);
  if (moved.from === moved.to) return { sha: moved.to, changedFiles: 0 };
  await recordAuditEvent(options.database.kysely, author, {
    action: 'repository.pushed',
    target: { kind: 'repository', id: repository.id, name: repository.name },
    details: { refs: [{ ref: branchRef(branch), from: moved.from ?? NOTHING, to: moved.to }], refCount: 1 },
  });
  const repositories = commit.changes.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
  await options.storage?.added(organizationId, { repositories });
  await refreshPullRequests(options, repository);
  await options.onBranchMoved?.({ repository, branches: [branch], author: author.actor.name });
  return { sha: moved.to, changedFiles: moved.changedFiles };
}

/** Whether damage may be the cause: a reference with a damaged file can't be moved even from the right commit. */
const isSuspect = (error: unknown): boolean =>
  mayBeDamage(error) || isLocalCodeHostError(error, 'branch-moved') || isLocalCodeHostError(error, 'head-moved');

interface Moved {
  /** `undefined` for a branch that doesn't exist yet. */
  readonly from: string | undefined;
  readonly to: string;
  readonly changedFiles: number;
}

async function moveBranch(
  options: LocalCodeHostOptions,
  repository: LocalRepository,
  { author, branch, message, changes, expectedHead }: NewCommit,
): Promise<Moved> {
  const bare = { git: options.git, gitDir: gitDirOf(options, repository.id) };
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const head = await findCommit(bare, branchRef(branch));
    if (expectedHead !== undefined && head !== expectedHead)
      throw new LocalCodeHostError('head-moved', `The branch "${branch}" is now at ${head ?? 'no commit'}.`);
    const base = head ?? (await findCommit(bare, branchRef(repository.defaultBranch)));
    const result = await commitOverlay(bare.git, bare.gitDir, {
      base: base ?? null,
      changes,
      message,
      author: { name: cleanName(author.actor.name), email: 'commit@docwright.localhost' },
      date: new Date(options.clock.now()),
    });
    const to = result.kind === 'committed' ? result.sha : base;
    if (to === undefined)
      throw new LocalCodeHostError(
        'nothing-to-commit',
        'The repository is empty, and no file of the commit has content.',
      );
    const changedFiles = result.kind === 'committed' ? result.changedPaths.length : 0;
    if (to === head) return { from: head, to, changedFiles };
    if (await moveRef(bare, branchRef(branch), { to, expected: head ?? null })) return { from: head, to, changedFiles };
  }
  throw new LocalCodeHostError('branch-moved', `Others are pushing to "${branch}" right now. Try again.`);
}
