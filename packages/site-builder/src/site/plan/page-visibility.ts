import { toFlag } from '../../text/to-flag.ts';
import type { JsonObject } from '../../text/json-object.ts';
import { externalUrl } from '../pages/page-labels.ts';
import { walkNavigation, type NavContent, type NavLocation } from '../navigation/index.ts';

/** The places where a page appears in addition to its own address. */
export interface PageVisibility {
  readonly sitemap: boolean;
  /** Whether `llms.txt` and `llms-full.txt` contain the page. */
  readonly llms: boolean;
  /** Whether the site's search, the assistant and MCP find the page. */
  readonly search: boolean;
  /** Whether the page's metadata excludes it from search engines. */
  readonly noindex: boolean;
}

/**
 * A page's placement in the navigation; a page that is listed several times is as visible as its most visible entry.
 */
export interface PagePlacement {
  /** Whether every entry is hidden, or below a hidden node that isn't `searchable`. */
  readonly hidden: boolean;
  /** Whether any entry isn't below a node with `searchable: false`. */
  readonly searchable: boolean;
  /** Whether any entry is in the default language and the default version. */
  readonly isDefault: boolean;
}

/** Placement by page path, for all pages of the navigation. */
export function findPlacements(root: NavContent): ReadonlyMap<string, PagePlacement> {
  const found = new Map<string, PagePlacement>();
  for (const location of walkNavigation(root)) {
    const known = found.get(location.page.path);
    const here = placementOf(location);
    found.set(
      location.page.path,
      known === undefined
        ? here
        : {
            hidden: known.hidden && here.hidden,
            searchable: known.searchable || here.searchable,
            isDefault: known.isDefault || here.isDefault,
          },
    );
  }
  return found;
}

function placementOf({ contents, options, groups, page }: NavLocation): PagePlacement {
  const nodes = [...options, ...groups];
  // The innermost hidden node decides: a hidden group inside a searchable hidden tab is excluded again.
  const hider = nodes.findLast(({ hidden }) => hidden);
  const isDefault = options.every((option, index) => {
    const set = contents[index]?.sets.find((one) => one.options.includes(option));
    if (set?.kind !== 'language' && set?.kind !== 'version') return true;
    return option === (set.options.find((one) => one.isDefault) ?? set.options[0]);
  });
  return {
    hidden: page.hidden || (hider !== undefined && hider.searchable !== true),
    searchable: nodes.every(({ searchable }) => searchable !== false),
    isDefault,
  };
}

/**
 * Applies the format's table of hidden pages (documented on its page `organize/hidden-pages`). Settings of the page
 * override those of the navigation.
 *
 * @param placement `undefined` for a page that isn't in the navigation
 */
export function findVisibility(
  frontmatter: JsonObject,
  placement: PagePlacement | undefined,
  indexing: 'navigable' | 'all',
): PageVisibility {
  const all = indexing === 'all';
  const own = toFlag(frontmatter['hidden']);
  const isHidden = !all && (own === true || (own !== false && placement?.hidden === true));
  const isUnlisted = !all && placement === undefined;
  const asksNoindex = toFlag(frontmatter['noindex']) === true;
  const noindex = asksNoindex || isHidden;
  const robots = frontmatter['robots'];
  const isListed = !isHidden && !isUnlisted;
  const isLink = externalUrl(frontmatter) !== undefined;
  return {
    // Search engines report an address as an error if its own page excludes it.
    sitemap: isListed && !isLink && !noindex && !(typeof robots === 'string' && /\b(?:noindex|none)\b/i.test(robots)),
    llms: isListed && !isLink && (!asksNoindex || all),
    search: isListed && !asksNoindex && toFlag(frontmatter['searchable']) !== false && placement?.searchable !== false,
    noindex,
  };
}
