import { listChanges, readPatch } from '../../../platform/git/index.ts';
import { branchRef, findCommit, listCommits, tryMerge } from './bare-repository.ts';
import { cloneUrl, gitDirOf, type LocalCodeHostOptions, pullRequestPath } from './context.ts';
import type { PullRequestView } from './pages/pull-request-page.ts';
import { refreshPullRequest } from './refresh-pull-request.ts';
import { listStatuses } from './status-store.ts';
import { listComments } from './store.ts';

interface Subject extends Pick<PullRequestView, 'repository' | 'pull' | 'frame' | 'canAct' | 'project' | 'notice'> {
  readonly draftComment: string | undefined;
}

/**
 * Collects the data for a pull request's page from its current branches or, if the pull request has ended, from the
 * branches at that time.
 */
export async function describePullRequest(options: LocalCodeHostOptions, subject: Subject): Promise<PullRequestView> {
  const { repository, notice, frame, canAct, project } = subject;
  const { settings } = options;
  const pull = await refreshPullRequest(options, subject.pull);
  const bare = { git: options.git, gitDir: gitDirOf(options, repository.id) };
  const range = { from: pull.forkSha, to: pull.headSha };
  const [head, base, comments, statuses, commits, files, patch] = await Promise.all([
    findCommit(bare, branchRef(pull.headBranch)),
    findCommit(bare, branchRef(pull.baseBranch)),
    listComments(options.database.kysely, pull),
    listStatuses(options.database.kysely, repository.id, pull.headSha),
    listCommits(bare, { ...range, limit: settings.maxCommitsShown }),
    listChanges(bare.git, bare.gitDir, range),
    readPatch(bare.git, bare.gitDir, { ...range, maxBytes: settings.maxDiffBytes }),
  ]);
  const canMerge = pull.state === 'open' && head !== undefined && base !== undefined;
  return {
    repository,
    pull,
    comments,
    statuses,
    commits,
    diff: { files, ...patch },
    merge: canMerge ? await tryMerge(bare, base, head) : undefined,
    headExists: head !== undefined,
    path: pullRequestPath(options, repository, pull.number),
    cloneUrl: cloneUrl(options, repository),
    notice,
    frame,
    canAct,
    project,
    draftComment: subject.draftComment ?? '',
    maxFiles: settings.maxFilesShown,
  };
}
