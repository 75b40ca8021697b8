import { GitError } from './errors.ts';

/**
 * An allow-list for branch names, because git itself accepts `a;id`, `$(id)` and U+3000. An allowed name has no special
 * meaning in a shell, a URL, a glob or git's options.
 */
const BRANCH = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,180}$/;
// A full reference isn't accepted as a branch name, because git would create `refs/heads/refs/heads/main`.
const BRANCH_TRAPS = /^refs\/|\.\.|\/\/|\/\.|\.lock(?:\/|$)|[./]$/;
const COMMIT = /^[0-9a-f]{40}$/;
const REMOTE_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/;

export const branchNameRule =
  'letters, digits, ".", "_", "/" and "-", at most 181, starting with a letter or digit but not with "refs/" (use `main` for `refs/heads/main`), without "..", "//", "/." and not ending in ".lock", "." or "/"';

export function isBranchName(name: string): boolean {
  return BRANCH.test(name) && !BRANCH_TRAPS.test(name) && name !== 'HEAD';
}

export function requireBranchName(name: string): string {
  if (isBranchName(name)) return name;
  throw new GitError('invalid-ref-name', `${quote(name)} is not a valid branch name: allowed are ${branchNameRule}.`);
}

export function requireCommitId(id: string): string {
  if (COMMIT.test(id)) return id;
  throw new GitError('commit-not-found', `${quote(id)} is not a commit ID: 40 hexadecimal digits are required.`);
}

export function requireRemoteId(id: string): string {
  if (REMOTE_ID.test(id)) return id;
  throw new GitError(
    'invalid-remote',
    `${quote(id)} is not a repository ID: use at most 80 letters, digits, "_" and "-".`,
  );
}

/** A value for messages: short, on one line, without control characters. */
export function quote(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
}
