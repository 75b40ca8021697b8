import { isDeepStrictEqual } from 'node:util';
import type { PageResult } from '../../page/index.ts';
import type { PlannedPage } from '../../site/index.ts';
import { haveSameAnswers, type Lookup } from '../cache/index.ts';
import type { BuiltPage } from '../make-page.ts';
import type { BuildParts } from '../prepare-build.ts';

/** A page of the public site that was just rendered. */
export interface PublicPage {
  readonly planned: PlannedPage;
  readonly made: BuiltPage;
}

/**
 * A public page's text, if readers with access see the same text: each of its lookups has the same result in the
 * whole site, and no result depends on the reader. Otherwise `undefined`.
 */
export function reuseBody(
  parts: BuildParts,
  { page, title, reference, visibility }: PlannedPage,
  { planned: open, made }: PublicPage,
): PageResult | undefined {
  // Pages of a specification depend on more than lookups.
  if (reference !== undefined || page.api !== undefined || open.reference !== undefined) return undefined;
  const isSamePage =
    page.digest === open.page.digest && title === open.title && visibility.noindex === open.visibility.noindex;
  const { effects, lookups } = made.made;
  return isSamePage && lookups.every((lookup) => isForEverybody(parts, lookup))
    ? { page: made.rendered, effects }
    : undefined;
}

function isForEverybody({ site, plan, digestOfFile }: BuildParts, lookup: Lookup): boolean {
  if (lookup.kind !== 'link') return haveSameAnswers([lookup], { site, digestOfFile, isSameShape: false });
  let isDivided = false;
  const answer = plan.links.find(lookup.written, lookup.from, (condition) => {
    if (condition === undefined) return true;
    isDivided = true;
    return false;
  });
  return !isDivided && isDeepStrictEqual(answer, lookup.answer);
}
