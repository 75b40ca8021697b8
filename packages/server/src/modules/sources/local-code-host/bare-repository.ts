/** Reads and moves the references of a bare repository with plumbing commands. Callers must validate names and IDs. */
import type { Git } from '../../../platform/git/index.ts';
import { GitError, readRef, requireSuccess } from '../../../platform/git/index.ts';

export interface BareRepository {
  readonly git: Git;
  readonly gitDir: string;
}

export interface CommitSummary {
  readonly sha: string;
  readonly subject: string;
  readonly author: string;
  readonly date: Date;
}

export type MergeAttempt =
  | { readonly kind: 'clean'; readonly tree: string }
  | { readonly kind: 'conflict'; readonly paths: readonly string[] };

export function branchRef(branch: string): string {
  return `refs/heads/${branch}`;
}

/** The reference that keeps a pull request's commits when its branch is deleted. */
export function pullRequestRef(number: number): string {
  return `refs/pulls/${number}/head`;
}

/** The commit of a reference or ID, or `undefined`. */
export async function findCommit({ git, gitDir }: BareRepository, name: string): Promise<string | undefined> {
  const known = name.startsWith('refs/') ? await readRef(gitDir, name) : undefined;
  if (known !== undefined) return known;
  const output = await git.run({
    gitDir,
    args: ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`],
  });
  return output.exitCode === 0 ? output.stdout.toString('latin1').trim() : undefined;
}

/** Returns `undefined` if the two histories have no common commit. */
export async function findForkPoint(
  { git, gitDir }: BareRepository,
  pair: readonly [string, string],
): Promise<string | undefined> {
  const output = await git.run({ gitDir, args: ['merge-base', '--end-of-options', ...pair] });
  return output.exitCode === 0 ? output.stdout.toString('latin1').trim() : undefined;
}

/** Commits of `to` that are not in `from`, newest first. */
export async function listCommits(
  { git, gitDir }: BareRepository,
  range: { readonly from: string; readonly to: string; readonly limit: number },
): Promise<readonly CommitSummary[]> {
  const output = await git.run({
    gitDir,
    args: [
      'log',
      '-z',
      '--no-show-signature',
      '--format=%H%n%ct%n%an%n%s',
      `--max-count=${range.limit}`,
      '--end-of-options',
      range.to,
      `^${range.from}`,
    ],
  });
  const records = requireSuccess(output, 'listing commits').stdout.toString('utf8').split('\0').filter(Boolean);
  return records.map((record) => {
    const [sha = '', seconds = '0', author = '', subject = ''] = record.split('\n');
    return { sha, author, subject, date: new Date(Number(seconds) * 1000) };
  });
}

export async function listBranches({
  git,
  gitDir,
}: BareRepository): Promise<readonly { name: string; sha: string; date: Date }[]> {
  const output = await git.run({
    gitDir,
    args: [
      'for-each-ref',
      '--sort=-committerdate',
      '--count=200',
      '--format=%(objectname) %(committerdate:unix) %(refname:lstrip=2)',
      'refs/heads/',
    ],
  });
  const lines = requireSuccess(output, 'listing branches').stdout.toString('utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [sha = '', seconds = '0', ...name] = line.split(' ');
    return { sha, date: new Date(Number(seconds) * 1000), name: name.join(' ') };
  });
}

/** Merges two commits without a work tree. Needs git 2.38. */
export async function tryMerge({ git, gitDir }: BareRepository, base: string, head: string): Promise<MergeAttempt> {
  const output = await git.run({
    gitDir,
    args: ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', '--end-of-options', base, head],
  });
  const [tree = '', ...paths] = output.stdout.toString('utf8').split('\0').filter(Boolean);
  if (output.exitCode === 0) return { kind: 'clean', tree };
  if (output.exitCode === 1 && paths.length > 0) return { kind: 'conflict', paths: [...new Set(paths)] };
  throw new GitError('git-failed', 'git could not merge the two branches.');
}

export interface NewMergeCommit {
  readonly tree: string;
  readonly parents: readonly [string, string];
  readonly message: string;
  readonly person: { readonly name: string; readonly email: string };
  readonly date: Date;
}

export async function writeMergeCommit({ git, gitDir }: BareRepository, commit: NewMergeCommit): Promise<string> {
  const stamp = `${Math.floor(commit.date.getTime() / 1000)} +0000`;
  const output = await git.run({
    gitDir,
    args: ['commit-tree', commit.tree, '-p', commit.parents[0], '-p', commit.parents[1]],
    input: commit.message,
    environment: {
      GIT_AUTHOR_NAME: commit.person.name,
      GIT_AUTHOR_EMAIL: commit.person.email,
      GIT_AUTHOR_DATE: stamp,
      GIT_COMMITTER_NAME: commit.person.name,
      GIT_COMMITTER_EMAIL: commit.person.email,
      GIT_COMMITTER_DATE: stamp,
    },
  });
  return requireSuccess(output, 'writing the merge commit').stdout.toString('latin1').trim();
}

/** The commit ID of a missing reference. */
export const NOTHING = '0'.repeat(40);

/**
 * Moves a reference by compare-and-swap; null means that the reference doesn't exist. Returns false if the reference
 * isn't at the expected commit.
 */
export async function moveRef(
  { git, gitDir }: BareRepository,
  ref: string,
  move: { readonly to: string | null; readonly expected: string | null },
): Promise<boolean> {
  const expected = move.expected ?? NOTHING;
  const args =
    move.to === null ? ['update-ref', '-d', '--', ref, expected] : ['update-ref', '--', ref, move.to, expected];
  const { exitCode } = await git.run({ gitDir, args });
  return exitCode === 0;
}

/** Sets the reference, regardless of its current commit. */
export async function setRef({ git, gitDir }: BareRepository, ref: string, sha: string): Promise<void> {
  requireSuccess(
    await git.run({ gitDir, args: ['update-ref', '--', ref, sha] }),
    'keeping the commits of a pull request',
  );
}
