import { isGuidePath } from '@docwright/doc-agent';

/**
 * Returns the reason why a glob can't be used, or `undefined`. Only plain globs are allowed, as described in the
 * manual.
 */
export function findGlobFault(glob: string): string | undefined {
  const odd = /[^A-Za-z0-9_./*?{},@ [\]-]/.exec(glob);
  if (odd !== null)
    return `contains ${JSON.stringify(odd[0])}; letters, digits and . _ - @ / * ? { } [ ] , are allowed`;
  return findRootFault(glob);
}

/** Returns the reason why a path from the repository's root can't be a style guide, or `undefined`. */
export function findGuideFault(path: string): string | undefined {
  if (/[\p{Cc}\\]/u.test(path)) return 'contains a control character or a backslash';
  const fault = findRootFault(path);
  if (fault !== undefined || isGuidePath(path)) return fault;
  return "can't be a style guide: use a .md, .mdx or .txt file that isn't intended for secrets";
}

function findRootFault(path: string): string | undefined {
  const isRelative = path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return isRelative ? undefined : 'must be relative, without leading or trailing slash and without . or .. segments';
}
