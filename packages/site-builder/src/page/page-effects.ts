import type { Issue } from '../issues/issue.ts';
import type { PlaygroundData } from '../openapi/index.ts';
import type { ExpectedAnchor } from '../site/index.ts';
import type { IslandModule } from './islands/island-store.ts';
import type { FeedEntry } from './rendered-page.ts';

/**
 * What rendering a page leaves for the rest of the build, besides the page itself: plain data, which `build/apply-effects.ts`
 * applies, whoever rendered the page and whenever.
 */
export interface PageEffects {
  readonly issues: readonly Issue[];
  /** Links to headings, checked when all pages are known. */
  readonly anchors: readonly ExpectedAnchor[];
  /** The ids of the page, which such links may name; undefined for what is no page of its own. */
  readonly ids: { readonly page: string; readonly ids: string } | undefined;
  /** Files of the site that are shown, under names that hold their digest. */
  readonly shownFiles: readonly string[];
  /** Files of the site that are linked to, under their own paths. */
  readonly linkedFiles: readonly string[];
  /** Modules whose components live in the browser. */
  readonly islands: readonly IslandModule[];
  /** Calls that playgrounds may make through a deployment's proxy. */
  readonly calls: readonly PlaygroundData[];
  /** `<Update>`s of a changelog. */
  readonly feed: readonly FeedEntry[];
}
