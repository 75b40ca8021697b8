import { lfsRemedy } from '../../source/lfs-pointer.ts';
import type { RenderEnv } from './render-env.ts';

/** Reports why an existing imported file was left out; returns false if it doesn't exist or is usable. */
export function reportUnreadFile(path: string | undefined, env: RenderEnv): boolean {
  const obstacle = path === undefined ? undefined : env.page.site.snippets.findObstacle(path);
  if (path === undefined || obstacle === undefined) return false;
  const isPointer = obstacle === 'lfs-pointer';
  const { sourceFileBytes } = env.page.site.limits;
  env.page.report({
    severity: 'error',
    code: obstacle,
    message: isPointer
      ? `The imported file "${path}" is a Git LFS pointer, and its text is not in the repository; it was left out.`
      : `The imported file "${path}" is larger than ${sourceFileBytes} bytes; it was left out.`,
    fix: isPointer ? lfsRemedy : 'Split the file.',
  });
  return true;
}
