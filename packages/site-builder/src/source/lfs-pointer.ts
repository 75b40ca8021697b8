import type { Issue } from '../issues/issue.ts';

export const lfsRemedy = 'Commit the file itself: git lfs untrack, then add it again.';

/** The maximum size of a Git LFS pointer (specification v1). */
const maxPointerBytes = 1_024;
const pointerStart = new TextEncoder().encode('version https://git-lfs.github.com/spec/v1\n');

/**
 * Whether a file is a pointer to a file whose bytes aren't in the repository:
 * https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
 */
export function isLfsPointer(bytes: Uint8Array): boolean {
  if (bytes.byteLength > maxPointerBytes || bytes.byteLength < pointerStart.byteLength) return false;
  return pointerStart.every((byte, index) => bytes[index] === byte);
}

/**
 * Creates the issue for a file that is only a pointer; it is identical wherever it is found, so that it is reported
 * once.
 */
export const pointerIssue = (path: string): Issue => ({
  path,
  severity: 'error',
  code: 'lfs-pointer',
  message: 'The file is a Git LFS pointer, and its content is not in the repository; it was left out.',
  fix: lfsRemedy,
});
