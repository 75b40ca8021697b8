import { GitError } from './errors.ts';
import type { CallOptions, FileCommit, FileLog, FileLogQuery } from './mirror.ts';
import { requireCommitId } from './names.ts';
import { requireTreePath } from './paths.ts';
import type { Git } from './run-git.ts';

/**
 * Number of commits examined for one page. Git compares two trees for each of them, which takes about 50 µs. Without a
 * limit, the history of a rarely changed file would take seconds in a repository with 100,000 commits.
 */
const MAX_EXAMINED = 5_000;
const TIMEOUT_MS = 10_000;

/**
 * The commits that changed a file, newest first, along first parents: a merged pull request is one commit, and each
 * listed version of the file was on the branch at some time. Follows renames.
 */
export async function logFile(
  git: Git,
  gitDir: string,
  { commit, path, limit, maxExamined = MAX_EXAMINED, signal }: FileLogQuery,
): Promise<FileLog> {
  const start = requireCommitId(commit);
  const end = await findEnd(git, gitDir, { start, maxExamined, signal });
  const output = await git.run({
    gitDir,
    args: [
      'log',
      '-z',
      '--no-mailmap',
      '--no-ext-diff',
      '--no-textconv',
      '--first-parent',
      '--diff-merges=first-parent',
      '--follow',
      '--name-status',
      // One additional commit shows whether there is another page, and where it starts.
      `--max-count=${limit + 1}`,
      // Two NULs precede a commit's ID, because no empty field precedes 40 digits within a record.
      `--format=%x00%x00%H%x00%an%x00%cI%x00%s%x00`,
      '--end-of-options',
      start,
      ...(end === undefined ? [] : [`^${end}`]),
      '--',
      requireTreePath(path),
    ],
    environment: { GIT_LITERAL_PATHSPECS: '1' },
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  if (output.exitCode !== 0) throw new GitError('commit-not-found', `The commit ${start} is not in the repository.`);
  const found = parseLog(output.stdout.toString('utf8'), path);
  const commits = found.slice(0, limit);
  const more = found.at(limit);
  const last = commits.at(-1);
  const next = more?.sha ?? end;
  return {
    commits,
    next: next === undefined ? undefined : { commit: next, path: last?.movedFrom ?? last?.path ?? path },
  };
}

/** The first commit that isn't examined; `undefined` if the whole history is examined. */
async function findEnd(
  git: Git,
  gitDir: string,
  { start, maxExamined, signal }: CallOptions & { readonly start: string; readonly maxExamined: number },
): Promise<string | undefined> {
  const { exitCode, stdout } = await git.run({
    gitDir,
    args: ['rev-list', '--first-parent', `--skip=${maxExamined}`, '--max-count=1', '--end-of-options', start],
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  if (exitCode !== 0) throw new GitError('commit-not-found', `The commit ${start} is not in the repository.`);
  const found = stdout.toString('latin1').trim();
  return found === '' ? undefined : found;
}

/** Parses records: a commit's fields, followed by the kind of change and the path; for a rename, both paths. */
function parseLog(text: string, first: string): FileCommit[] {
  let path = first;
  return text
    .split(/\0\0(?=[0-9a-f]{40}\0)/)
    .slice(1)
    .map((record) => {
      const [sha = '', authorName = '', date = '', subject = '', ...change] = record.split('\0');
      const [status = '', from = ''] = change.map((field) => field.replace(/^\n+/, '')).filter((field) => field !== '');
      const movedFrom = status.startsWith('R') ? from : undefined;
      const commit: FileCommit = { sha, authorName, date, subject, path, movedFrom, isDeletion: status === 'D' };
      path = movedFrom ?? path;
      return commit;
    });
}
