import type { Html, PageHeading, PageNeed, RenderContext, SearchSection } from '../model.ts';
import type { ApiReference } from './model.ts';
import type { ApiSettings } from './settings.ts';

export interface ApiPageRequest {
  readonly reference: ApiReference;
  readonly settings: ApiSettings;
  /** The page's own MDX, rendered: written between the address bar and the parameters. */
  readonly body?: Html;
  /** `playground:` of the page's frontmatter wins over the site's setting. */
  readonly playground?: ApiSettings['playground'];
}

export interface ApiPage {
  /** Summary (or name) of the operation, for pages that have no title of their own. */
  readonly title: string;
  /** Markdown of the spec's description; `''` when there is none. */
  readonly description: string;
  readonly content: Html;
  /** Request and response examples: replaces the table of contents. */
  readonly sidePanel: Html;
  readonly headings: readonly PageHeading[];
  readonly sections: readonly SearchSection[];
  /** What follows the page's own Markdown for machines: the operation's part of the spec as a YAML fence. */
  readonly markdown: string;
  readonly needs: ReadonlySet<PageNeed>;
  /** `GET`, `WEBHOOK`, …; `''` for a schema. */
  readonly method: string;
  readonly deprecated: boolean;
}

export function renderApiPage(request: ApiPageRequest, _context: RenderContext): ApiPage {
  const { reference } = request;
  return {
    title: reference.kind === 'operation' ? reference.path : '',
    description: '',
    content: request.body ?? '',
    sidePanel: '',
    headings: [],
    sections: [],
    markdown: '',
    needs: new Set(),
    method: 'method' in reference ? reference.method.toUpperCase() : '',
    deprecated: false,
  };
}
