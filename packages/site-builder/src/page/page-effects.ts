import type { Issue } from '../issues/issue.ts';
import type { PlaygroundData } from '../openapi/index.ts';
import type { ExpectedAnchor } from '../site/index.ts';
import type { IslandModule } from './islands/island-store.ts';
import type { FeedEntry } from './rendered-page.ts';

/**
 * The effects of rendering a page on other parts of the build: plain data, which `build/apply-effects.ts` applies,
 * regardless of where or when the page was rendered.
 */
export interface PageEffects {
  readonly issues: readonly Issue[];
  /** Links to headings, checked when all pages are known. */
  readonly anchors: readonly ExpectedAnchor[];
  /** The page's IDs, to which such links can point, or `undefined` if it isn't a separate page. */
  readonly ids: { readonly page: string; readonly ids: string } | undefined;
  /** Files of the site that are shown, under names that contain their digest. */
  readonly shownFiles: readonly string[];
  /** Files of the site that are linked, under their own paths. */
  readonly linkedFiles: readonly string[];
  /** Modules whose components run in the browser. */
  readonly islands: readonly IslandModule[];
  /** Calls that playgrounds may make through a deployment's proxy. */
  readonly calls: readonly PlaygroundData[];
  /** `<Update>`s of a changelog. */
  readonly feed: readonly FeedEntry[];
}
