import { BundleError, bundleErrorCodes, requireFilePath } from '@docwright/bundle';

/** Device names of Windows, with any extension. The last one is the short name of `.git`, which git refuses too. */
const windowsNames = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\..*)?$|^git~\d/i;
/** Signs that Windows refuses in a name, the colon that names a stream of a file, and ends that it cuts off. */
const windowsSigns = /[<>:"|?*]|[. ]$/;

/**
 * Why a file below a folder may not have this path (relative, with `/`), or `undefined` if it may. The rule is the same as for bundles: no absolute path, drive, `..`,
 * backslash, control character or hidden name except `.well-known`. On Windows also no device and no stream.
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
