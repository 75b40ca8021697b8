import type { AccessStatement } from '@docwright/site-access/rules';
import { toPagePath } from '../navigation/index.ts';

/** What a build for some readers does without. */
export interface OmittedContent {
  /** Paths of pages. */
  readonly pages: ReadonlySet<string>;
  /** Whether readers may see a node with these statements, for nodes that contain no page. */
  readonly admits: (statements: readonly AccessStatement[]) => boolean;
}

/** Whether a link of the site goes to a page that is left out. */
export function isLinkToLeft(href: string | undefined, { pages }: Pick<OmittedContent, 'pages'>): boolean {
  if (href === undefined || /^[a-z][a-z\d+.-]*:|^\/\//i.test(href)) return false;
  const path = toPagePath(href.replace(/[?#].*$/, ''));
  return pages.has(path) || pages.has(`${path}/index`);
}
