import type { Condition } from '@docwright/site-access/rules';
import { apiPageFiles } from '../openapi/index.ts';
import { createUtilityStyles } from '../outputs/index.ts';
import type { PlannedPage, SitePlan } from '../site/index.ts';
import { hashedFile } from '../source/hashed-file.ts';
import type { OutputFile } from '../source/output-file.ts';

/**
 * A style sheet for pages with the same condition: class names can reveal content, and the site's main style sheet is
 * public.
 */
export interface RestrictedSheet {
  readonly when: Condition;
  readonly file: OutputFile;
}

export interface RestrictedStyles {
  readonly sheets: readonly RestrictedSheet[];
  /** The style sheet of a page, if it has one. */
  readonly of: (path: string) => RestrictedSheet | undefined;
}

/**
 * Creates style sheets with the utility classes of pages that aren't public, and with the rules for API pages if no
 * public page needs them.
 */
export async function restrictedStyles(
  { pages, whens }: SitePlan,
  classNamesOf: (pages: readonly PlannedPage[]) => ReadonlySet<string>,
): Promise<RestrictedStyles> {
  const byCondition = Map.groupBy(
    pages.filter(({ page }) => whens.has(page.path)),
    ({ page }) => whens.get(page.path),
  );
  const hasPublicApi = pages.some((entry) => !whens.has(entry.page.path) && isApiPage(entry));
  const sheets = new Map<Condition, RestrictedSheet>();
  for (const [when, own] of byCondition) {
    if (when === undefined) continue;
    const api = !hasPublicApi && own.some(isApiPage) ? apiPageFiles({ playground: false }).styles : '';
    const css = api + (await createUtilityStyles(classNamesOf(own)));
    if (css !== '') sheets.set(when, { when, file: hashedFile('_docwright/restricted', 'css', css) });
  }
  return {
    sheets: [...sheets.values()],
    of: (path) => {
      const when = whens.get(path);
      return when === undefined ? undefined : sheets.get(when);
    },
  };
}

export function isApiPage({ page, reference }: PlannedPage): boolean {
  return reference !== undefined || 'openapi' in page.frontmatter;
}
