import type { AccessRule, GroupSet } from './access-rule.ts';

/** The `groups` and `public` values of a page, an operation, or a navigation node around it. */
export interface AccessStatement {
  /** The location of the statement: `frontmatter`, `navigation.tabs[1]`. */
  readonly from: string;
  /** `undefined` if the statement doesn't set `public`. */
  readonly isPublic: boolean | undefined;
  readonly groups: GroupSet | undefined;
}

export interface CombineAccess {
  /** Statements of the page itself. */
  readonly own: readonly AccessStatement[];
  /** For each navigation entry of the page, the statements of the nodes around it, outermost first. */
  readonly places: readonly (readonly AccessStatement[])[];
  /** Whether pages require sign-in unless a statement makes them public. */
  readonly isSiteProtected: boolean;
}

/**
 * Returns the rule that follows from all statements about a page. Groups are cumulative: every statement restricts the
 * page in any place, and `public: true` doesn't lift a restriction. Without groups, the innermost `public` decides:
 * the page's own, then the one closest in the navigation, then the site's default. If a page is in several places, the
 * strictest applies.
 */
export function combineAccess({ own, places, isSiteProtected }: CombineAccess): AccessRule | undefined {
  const groupSets = distinct([...own, ...places.flat()].flatMap(({ groups }) => groups ?? []));
  if (groupSets.length > 0) return { groupSets };
  const isPublic = innermost(own);
  if (isPublic !== undefined) return isPublic ? undefined : signedIn;
  const here = places.map(innermost);
  if (here.includes(false)) return signedIn;
  return isSiteProtected && !here.includes(true) ? signedIn : undefined;
}

/** Requires sign-in and no group. */
const signedIn: AccessRule = { groupSets: [] };

function innermost(statements: readonly AccessStatement[]): boolean | undefined {
  return statements.findLast(({ isPublic }) => isPublic !== undefined)?.isPublic;
}

function distinct(sets: readonly GroupSet[]): GroupSet[] {
  return [...new Map(sets.map((set) => [JSON.stringify([set.includes ?? null, set.excludes]), set])).values()];
}
