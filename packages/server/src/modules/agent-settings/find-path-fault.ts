/** Stars of one pattern. A pattern becomes a regular expression, whose time grows by a power for each of them. */
const maxStars = 6;

/** Why a glob can't be used, or undefined: plain globs only, no groups that a matcher could be kept busy with. */
export function findGlobFault(glob: string): string | undefined {
  const odd = /[^A-Za-z0-9_./*?{},@ [\]-]/.exec(glob);
  if (odd !== null) return `holds ${JSON.stringify(odd[0])}; letters, digits and . _ - @ / * ? { } [ ] , are allowed`;
  if ((glob.match(/\*+/g) ?? []).length > maxStars) return `has more than ${String(maxStars)} stars`;
  return findRootFault(glob);
}

/** The same for the path of a file from the root of the repository. */
export function findPathFault(path: string): string | undefined {
  return /[\p{Cc}\\]/u.test(path) ? 'holds a control character or a backslash' : findRootFault(path);
}

function findRootFault(path: string): string | undefined {
  const isRelative = path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return isRelative ? undefined : 'must be relative, without leading or trailing slash and without . or .. segments';
}
