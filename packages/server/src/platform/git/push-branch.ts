import { toGitError } from './classify-failure.ts';
import { GitError, isGitError } from './errors.ts';
import type { PushRequest, PushResult } from './mirror.ts';
import { quote, requireBranchName, requireCommitId } from './names.ts';
import { readHead } from './read-ref.ts';
import { readRemoteRefs } from './remote-refs.ts';
import type { RemoteAccess } from './remote.ts';
import type { Git } from './run-git.ts';
import type { GitOutput } from './start-git.ts';

const PUSH = [
  'push',
  '--porcelain',
  '--no-verify',
  '--no-signed',
  '--recurse-submodules=no',
  '--no-follow-tags',
] as const;

export interface PushTarget {
  readonly gitDir: string;
  readonly access: RemoteAccess;
}

/**
 * Moves one of the remote's branches by compare-and-swap. Can be repeated after a lost response, because git checks
 * whether the branch is already at the commit before it checks the expected commit.
 */
export async function pushBranch(git: Git, target: PushTarget, request: PushRequest): Promise<PushResult> {
  const branch = await requirePushable(git, target, request);
  const ref = `refs/heads/${branch}`;
  const expected = request.expected === null ? '' : requireCommitId(request.expected);
  const source = request.sha === null ? '' : requireCommitId(request.sha);
  const output = await git.run({
    gitDir: target.gitDir,
    args: [...PUSH, `--force-with-lease=${ref}:${expected}`, '--end-of-options', target.access.url, `${source}:${ref}`],
    protocol: target.access.protocol,
    config: target.access.config,
    secrets: target.access.secrets,
    signal: request.signal,
    timeoutMs: git.settings.pushTimeoutMs,
  });
  return toResult(git, target, { request, output });
}

/** Requires that the push to the branch is allowed. Errors: protected-branch. */
async function requirePushable(git: Git, { gitDir }: PushTarget, request: PushRequest): Promise<string> {
  if (request.isForward === true) return requireForward(git, gitDir, request);
  const branch = requireOwnBranch(request.branch, git.settings.pushPrefix);
  if (branch === (await readHead(gitDir))) throw protectedBranch(branch, 'it is the default branch');
  return branch;
}

/** Requires that a person's push removes neither the branch nor commits. Errors: protected-branch. */
async function requireForward(
  git: Git,
  gitDir: string,
  { branch, sha, expected, signal }: PushRequest,
): Promise<string> {
  requireBranchName(branch);
  if (sha === null) throw protectedBranch(branch, 'it would be deleted');
  if (expected === null) return branch;
  const commits = [requireCommitId(expected), requireCommitId(sha)];
  const { exitCode } = await git.run({
    gitDir,
    args: ['merge-base', '--is-ancestor', '--end-of-options', ...commits],
    signal,
  });
  if (exitCode !== 0) throw protectedBranch(branch, 'commits would be removed from it');
  return branch;
}

/** Requires that the branch has the push prefix. Errors: protected-branch. */
function requireOwnBranch(branch: string, prefix: string): string {
  requireBranchName(branch);
  if (prefix !== '' && branch.startsWith(prefix) && branch.length > prefix.length) return branch;
  throw protectedBranch(branch, `only branches that start with ${quote(prefix)} are allowed`);
}

function protectedBranch(branch: string, why: string): GitError {
  return new GitError('protected-branch', `The branch ${quote(branch)} can't be pushed to: ${why}.`);
}

interface Answer {
  readonly request: PushRequest;
  readonly output: GitOutput;
}

async function toResult(git: Git, target: PushTarget, { request, output }: Answer): Promise<PushResult> {
  const line = parsePorcelain(output.stdout.toString('utf8'), request.branch);
  if (line === undefined) return toUnanswered(output);
  switch (line.flag) {
    case '=':
      return { kind: 'pushed', alreadyThere: true };
    case '!':
      break;
    default:
      return { kind: 'pushed', alreadyThere: false };
  }
  if (
    line.summary.startsWith('[remote rejected]') &&
    !/failed to update ref|cannot lock ref|reference already exists|fetch first/i.test(line.summary)
  ) {
    if (isWithoutRoom(target, output, line.summary)) return { kind: 'unreachable' };
    return { kind: 'denied', reason: cleanReason(line.summary) };
  }
  // The lease failed, or the branch moved on the host between the host's check and its write.
  const actual = await currentSha(git, target, request);
  if (actual === request.sha) return { kind: 'pushed', alreadyThere: true };
  if (actual !== request.expected) return { kind: 'moved', actual };
  // The branch didn't move because the host couldn't write, for example because of a stale lock or lack of space.
  const error = toGitError(output, 'moving the branch');
  if (error.code === 'disk-full' && target.access.protocol === 'file') throw error;
  return { kind: 'unreachable' };
}

/**
 * Whether the host's disk is full. Such a host refuses commits with "unpacker error", in the same way as a forbidden
 * push. For a repository on this machine, it is the service's own disk. Errors: disk-full, git-failed.
 */
function isWithoutRoom(target: PushTarget, output: GitOutput, summary: string): boolean {
  if (!summary.endsWith('(unpacker error)')) return false;
  const error = toGitError(output, 'storing the pushed commits');
  if (target.access.protocol === 'file') throw error;
  return error.code === 'disk-full';
}

function toUnanswered(output: GitOutput): PushResult {
  const error = toGitError(output, 'pushing the branch');
  if (error.code === 'unreachable') return { kind: 'unreachable' };
  if (error.code === 'permission-denied') return { kind: 'denied', reason: error.message };
  throw error;
}

async function currentSha(git: Git, target: PushTarget, request: PushRequest): Promise<string | null> {
  try {
    const refs = await readRemoteRefs(git, target.access, { branches: [request.branch], signal: request.signal });
    return refs.branches.get(request.branch) ?? null;
  } catch (error) {
    if (isGitError(error, 'branch-not-found') || isGitError(error, 'empty-repository')) return null;
    throw error;
  }
}

interface PorcelainLine {
  readonly flag: string;
  readonly summary: string;
}

/** Parses `<flag>\t<from>:<to>\t<summary> (<reason>)`; other lines are progress messages. */
export function parsePorcelain(text: string, branch: string): PorcelainLine | undefined {
  for (const line of text.split('\n')) {
    const [flag = '', refs = '', summary = ''] = line.split('\t');
    if (flag.length === 1 && refs.endsWith(`:refs/heads/${branch}`)) return { flag, summary };
  }
  return undefined;
}

/** Reduces the host's message to one short line for users, without URLs and control characters. */
function cleanReason(summary: string): string {
  const inner = /\(([^()]*)\)\s*$/.exec(summary)?.[1] ?? summary;
  return inner
    .replace(/\b\w+:\/\/\S+/g, '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200);
}
