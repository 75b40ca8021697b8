import type { AccessStatement } from '@docwright/site-access/rules';
import { toPagePath } from '../navigation/index.ts';

/** Content that a build for some readers omits. */
export interface OmittedContent {
  /** Paths of pages. */
  readonly pages: ReadonlySet<string>;
  /** Whether readers may see a node with these restrictions, for nodes that contain no page. */
  readonly admits: (statements: readonly AccessStatement[]) => boolean;
}

/** Whether a site link points to an omitted page. */
export function isLinkToOmitted(href: string | undefined, { pages }: Pick<OmittedContent, 'pages'>): boolean {
  if (href === undefined || /^[a-z][a-z\d+.-]*:|^\/\//i.test(href)) return false;
  const path = toPagePath(href.replace(/[?#].*$/, ''));
  return pages.has(path) || pages.has(`${path}/index`);
}
