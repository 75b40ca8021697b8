/**
 * The readers of a page, a file or part of one: those who are signed in and match each set of groups. A page with
 * `groups: [a, b]` in a navigation group with `groups: [c]` has two sets. `undefined` instead of a rule means everyone.
 */
export interface AccessRule {
  readonly groupSets: readonly GroupSet[];
}

/** One `groups` value: the reader is in at least one group of `includes` and in none of `excludes`. */
export interface GroupSet {
  /**
   * Names, or patterns in which `*` matches any characters. `[]` admits nobody; `undefined` admits every signed-in
   * reader who isn't in one of `excludes`.
   */
  readonly includes: readonly string[] | undefined;
  readonly excludes: readonly string[];
}

/** Readers who see the same site. */
export interface Audience {
  readonly isSignedIn: boolean;
  readonly groups: ReadonlySet<string>;
  /** Whether they may also be in other groups. If so, they don't see content that excludes a group. */
  readonly mayHaveOthers?: boolean;
}

/** Readers who haven't signed in. */
export const everyone: Audience = { isSignedIn: false, groups: new Set() };

/** Whether a rule admits an audience. A reader who isn't signed in is admitted only without a rule. */
export function admits(rule: AccessRule | undefined, audience: Audience): boolean {
  return rule === undefined || (audience.isSignedIn && rule.groupSets.every((set) => isMatch(set, audience)));
}

function isMatch({ includes, excludes }: GroupSet, { groups, mayHaveOthers = false }: Audience): boolean {
  if (mayHaveOthers && excludes.length > 0) return false;
  const isIn = (pattern: string): boolean => hasGroup(groups, pattern);
  return (includes === undefined || includes.some(isIn)) && !excludes.some(isIn);
}

function hasGroup(groups: ReadonlySet<string>, pattern: string): boolean {
  if (!pattern.includes('*')) return groups.has(pattern);
  for (const group of groups) if (matchesPattern(group, pattern)) return true;
  return false;
}

/** Runs in time proportional to both lengths, unlike a regular expression with several wildcards. */
function matchesPattern(group: string, pattern: string): boolean {
  const pieces = pattern.split('*');
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (group.length < first.length + last.length || !group.startsWith(first) || !group.endsWith(last)) return false;
  const end = group.length - last.length;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = group.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
