import type { Issue } from '../issues/issue.ts';

export const lfsRemedy = 'Commit the file itself: git lfs untrack, then add it again.';

/** The longest that Git LFS takes for a pointer (specification v1). */
const maxPointerBytes = 1_024;
const pointerStart = new TextEncoder().encode('version https://git-lfs.github.com/spec/v1\n');

/** Whether a file stands for another, whose bytes are not in the repository: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
export function isLfsPointer(bytes: Uint8Array): boolean {
  if (bytes.byteLength > maxPointerBytes || bytes.byteLength < pointerStart.byteLength) return false;
  return pointerStart.every((byte, index) => bytes[index] === byte);
}

/** Of a file that is nothing but a pointer; whoever meets it says the same, so that it is told once. */
export const pointerIssue = (path: string): Issue => ({
  path,
  severity: 'error',
  code: 'lfs-pointer',
  message: 'The file is a pointer of Git LFS, and its content is not in the repository; it was left out.',
  fix: lfsRemedy,
});
