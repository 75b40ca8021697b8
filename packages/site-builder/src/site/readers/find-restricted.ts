import { toFlag } from '../../text/to-flag.ts';
import type { NavAccess } from '../navigation/index.ts';
import type { SitePage } from '../pages/site-page.ts';

/** The input for deciding on access to a page. */
export interface PageAccess {
  readonly page: Pick<SitePage, 'frontmatter' | 'frontmatterProblem' | 'api'>;
  /** What the navigation says of the places where the page is listed. */
  readonly places: readonly NavAccess[];
  /** `x-mint.groups` of the operation that the page documents. */
  readonly operationGroups: readonly string[];
  /** The configuration protects the site as a whole. */
  readonly isSiteProtected: boolean;
}

/**
 * Whether a page is not for everybody. Reader groups restrict, whatever else is said. After that the innermost word counts: the
 * page's own `public`, that of its place in the navigation, that of the site. A page in two places is as restricted as the
 * stricter one.
 */
export function isRestricted({ page, places, operationGroups, isSiteProtected }: PageAccess): boolean {
  if (namesGroups(page) || operationGroups.length > 0) return true;
  const own = toFlag(page.frontmatter['public']);
  if (own !== undefined) return !own;
  if (places.includes('restricted')) return true;
  return isSiteProtected && !places.includes('public');
}

/** Faulty YAML is read line by line, which loses lists: a page that begins to name groups has some. */
function namesGroups({ frontmatter, frontmatterProblem, api }: PageAccess['page']): boolean {
  if (api !== undefined && api.readerGroups.length > 0) return true;
  if (frontmatterProblem !== undefined && Object.hasOwn(frontmatter, 'groups')) return true;
  const { groups } = frontmatter;
  if (groups === undefined || groups === null || groups === false) return false;
  return Array.isArray(groups) ? groups.length > 0 : groups !== '';
}
