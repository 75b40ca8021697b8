/** A group that contains no other group. Other braces are literal. */
const innermost = /\{([^{},]*,[^{}]*)\}/;

/** Maximum number of alternatives, which grows exponentially with the number of groups. */
const maxAlternatives = 50;

/** Returns globs without braces that together match the same paths, because git's patterns have no braces. */
export function expandBraces(glob: string): readonly string[] {
  let expanded: readonly string[] = [glob];
  while (expanded.some((one) => innermost.test(one))) {
    expanded = [...new Set(expanded.flatMap(expandOne))];
    // Nobody writes this many alternatives, so the glob matches all files.
    if (expanded.length > maxAlternatives) return ['**'];
  }
  return expanded;
}

function expandOne(glob: string): readonly string[] {
  const group = innermost.exec(glob);
  if (group === null) return [glob];
  const [whole, branches = ''] = group;
  const after = glob.slice(group.index + whole.length);
  return branches.split(',').map((branch) => `${glob.slice(0, group.index)}${branch}${after}`);
}
