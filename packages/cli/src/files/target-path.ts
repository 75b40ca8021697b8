import { BundleError, bundleErrorCodes, requireFilePath } from '@docwright/bundle';

/** Device names of Windows, with any extension, and short names of `.git`, which git also refuses. */
const windowsNames = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\..*)?$|^git~\d/i;
/**
 * Characters that Windows doesn't allow in a name, the colon that denotes a file's stream, and endings that it strips.
 */
const windowsSigns = /[<>:"|?*]|[. ]$/;

/**
 * Returns the reason why a path (relative, with `/`) isn't allowed for a file below a folder, or `undefined` if it is
 * allowed. The rule is the same as for bundles: no absolute path, drive, `..`, backslash, control character or hidden
 * name except `.well-known`. On Windows, devices and streams aren't allowed either.
 */
export function targetPathProblem(path: string, platform: NodeJS.Platform): string | undefined {
  try {
    requireFilePath(path);
  } catch (error) {
    if (error instanceof BundleError) return bundleErrorCodes[error.code];
    throw error;
  }
  if (platform !== 'win32') return undefined;
  return path.split('/').some((name) => windowsNames.test(name) || windowsSigns.test(name))
    ? 'A name that Windows reserves.'
    : undefined;
}
