import type { SearchSection } from '../markup/page-parts.ts';
import type { PageHeading } from '../markup/page-parts.ts';
import type { Html } from '../markup/html.ts';

export interface PageIdentity {
  /** Extension-less path, no leading slash: `guides/start`; `index` for the root. */
  readonly path: string;
  /** The source file, or the spec file of a generated page. */
  readonly sourcePath: string;
  readonly title: string;
  /** BCP 47; English by default. */
  readonly language?: string;
}

export type PageMode = 'default' | 'wide' | 'custom' | 'frame' | 'center';

/** Everything that the theme needs to write a page. */
export interface RenderedPage extends PageIdentity {
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly description: string;
  /** The description as the page shows it: Markdown rendered, links as seen from the page. */
  readonly descriptionHtml: Html;
  readonly mode: PageMode;
  readonly content: Html;
  /**
   * The replacement for the table of contents: `<Panel>`, request and response examples; `''` if the page has no such
   * parts.
   */
  readonly sidePanel: Html;
  readonly headings: readonly PageHeading[];
  readonly sections: readonly SearchSection[];
  /** The page as Markdown for machines: exactly the author's text, including snippets. */
  readonly markdown: string;
  /** Parts of the page that need their own script or style. */
  readonly needs: ReadonlySet<PageNeed>;
  readonly noindex: boolean;
  /** Operation badge of an API page. */
  readonly apiMethod?: string;
}

export type PageNeed = 'katex' | 'mermaid' | 'tabs' | 'playground' | 'islands' | 'view' | 'prompt';

/** One entry of a changelog’s feed: an `<Update>`, or a heading in an `<Update>`. */
export interface FeedEntry {
  readonly title: string;
  /** Strings that may contain the date, the most reliable first. */
  readonly dates: readonly string[];
  readonly description: string;
  /** ID of the entry's heading on the page. */
  readonly id: string;
  readonly tags: readonly string[];
}
