import { GitError, type GitErrorCode } from './errors.ts';
import type { GitOutput } from './start-git.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly code: GitErrorCode;
  readonly message: string;
}

/**
 * Maps git's own messages (with `LC_ALL=C`) to error codes. The first match is used, so specific messages precede
 * general ones: git also reports "the remote end hung up" for a refused fetch.
 */
const RULES: readonly Rule[] = [
  {
    pattern: /No space left on device|Disk quota exceeded/i,
    code: 'disk-full',
    message: "The service's disk is full.",
  },
  {
    pattern: /returned error: 30[1278]|update url base from redirection/i,
    code: 'repository-moved',
    message: 'The repository has moved. Set its new address.',
  },
  {
    pattern:
      /returned error: 404|repository '[^']*' not found|does not appear to be a git repository|does not exist|not a git repository|Repository not found/i,
    code: 'repository-not-found',
    message: 'The repository does not exist, or this credential cannot see it.',
  },
  {
    pattern:
      /returned error: 40[13]|Authentication failed|could not read (?:Username|Password)|Permission .{0,300}denied|not allowed to push|access denied|Write access to repository not granted/i,
    code: 'permission-denied',
    message: 'The code host refused the credential for this repository.',
  },
  {
    pattern: /couldn't find remote ref|Remote branch .{1,300} not found/i,
    code: 'branch-not-found',
    message: 'The branch does not exist in the repository.',
  },
  {
    pattern:
      /fsck error|fsckObjects|error in object|index-pack failed|loose object .{1,300} corrupt|missing (?:blob|tree|commit)|bad object|unable to read tree|invalid object/i,
    code: 'corrupt-repository',
    message: 'The repository contains objects that git refuses.',
  },
  {
    pattern:
      /returned error: (?:429|5\d\d)|Could not resolve host|Failed to connect|Couldn't connect|Connection (?:refused|reset|timed out)|Empty reply|early EOF|hung up unexpectedly|RPC failed|Operation too slow|SSL|TLS|transfer closed|unable to access/i,
    code: 'unreachable',
    message: 'The code host could not be reached.',
  },
];

/**
 * Converts a failed command to an error that reveals nothing about this machine: git's output determines the code and
 * is then dropped.
 */
export function toGitError(output: Pick<GitOutput, 'exitCode' | 'stderr'>, doing: string): GitError {
  const rule = RULES.find(({ pattern }) => pattern.test(output.stderr));
  if (rule !== undefined) return new GitError(rule.code, rule.message);
  return new GitError('git-failed', `git failed while ${doing} (exit code ${output.exitCode}).`);
}

export function requireSuccess(output: GitOutput, doing: string): GitOutput {
  if (output.exitCode === 0) return output;
  throw toGitError(output, doing);
}
