import { ownText } from '@docwright/site-search';
import type { Issue } from '../../issues/issue.ts';
import type { Html } from '../../markup/html.ts';
import type { PageHeading, SearchSection } from '../../markup/page-parts.ts';
import type { ApiPage, PlaygroundData } from '../../openapi/index.ts';
import type { ExpectedAnchor } from '../../site/index.ts';
import type { IslandModule } from '../islands/island-store.ts';
import type { PageEffects } from '../page-effects.ts';
import type { FeedEntry, PageNeed } from '../rendered-page.ts';
import { joinTexts } from './search-text.ts';

type ApiPageParts = Pick<ApiPage, 'headings' | 'sections' | 'needs' | 'playground'>;

/** Collects the results of rendering a page: parts of the page in addition to its content, and its effects. */
export class PageOutput {
  readonly headings: PageHeading[] = [];
  readonly needs = new Set<PageNeed>();
  /** Request and response examples and panels, which the theme places next to the text. */
  readonly sidePanels: { readonly name: string; readonly html: Html }[] = [];
  /** Source text of the snippets that the page shows, by position in the page's own text, for its Markdown. */
  readonly inlined: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  readonly feed: FeedEntry[] = [];
  readonly #sections: { headingId: string; heading: string; text: string[] }[] = [
    { headingId: '', heading: '', text: [] },
  ];
  /**
   * Keyed by everything that distinguishes issues for a reader: an issue in a snippet that a page shows twice is
   * reported once.
   */
  readonly #issues = new Map<string, Issue>();
  readonly #anchors: ExpectedAnchor[] = [];
  readonly #shownFiles = new Set<string>();
  readonly #linkedFiles = new Set<string>();
  readonly #islands = new Map<string, IslandModule>();
  readonly #apiSections: SearchSection[] = [];
  readonly #calls: PlaygroundData[] = [];

  addHeading(heading: PageHeading): void {
    this.headings.push(heading);
    this.#sections.push({ headingId: heading.id, heading: heading.text, text: [] });
  }

  /** Adds text that a search should find under the heading before it. */
  addText(text: string): void {
    this.#sections.at(-1)?.text.push(text);
  }

  /** Discards the text that `render` adds to a section: for a heading, whose text begins the next section. */
  withoutText<T>(render: () => T): T {
    const texts = this.#sections.at(-1)?.text ?? [];
    const count = texts.length;
    const rendered = render();
    texts.length = count;
    return rendered;
  }

  sections(): SearchSection[] {
    const own = this.#sections
      .map(({ headingId, heading, text }) => ({ headingId, heading, text: oneLine(joinTexts(text)) }))
      .filter(({ headingId, text }) => headingId !== '' || text !== '');
    return [...own, ...this.#apiSections];
  }

  report(issue: Issue): void {
    const key = `${issue.path}\n${issue.line ?? ''}\n${issue.column ?? ''}\n${issue.code}\n${issue.message}`;
    if (!this.#issues.has(key)) this.#issues.set(key, issue);
  }

  expectAnchor(anchor: ExpectedAnchor): void {
    this.#anchors.push({ ...anchor, anchor: ownText(anchor.anchor), written: ownText(anchor.written) });
  }

  showFile(path: string): void {
    this.#shownFiles.add(path);
  }

  linkFile(path: string): void {
    this.#linkedFiles.add(path);
  }

  useIsland({ path, code }: IslandModule): void {
    this.#islands.set(path, { path, code });
  }

  /** Adds the parts of an API page after the parts of the author's text. */
  addApiPage({ headings, sections, needs, playground }: ApiPageParts): void {
    const known = new Set(this.headings.map(({ id }) => id));
    this.headings.push(...headings.filter(({ id }) => !known.has(id)));
    this.#apiSections.push(...sections);
    for (const need of needs) this.needs.add(need);
    if (playground !== undefined) this.#calls.push(playground);
  }

  effects(ids?: PageEffects['ids']): PageEffects {
    return {
      issues: [...this.#issues.values()],
      anchors: this.#anchors,
      ids,
      shownFiles: [...this.#shownFiles],
      linkedFiles: [...this.#linkedFiles],
      islands: [...this.#islands.values()],
      calls: this.#calls,
      feed: this.feed,
    };
  }
}

/**
 * Replaces each run of whitespace with one space. Handles single line breaks, the most common case, separately: 31 ms
 * for 1,000 pages instead of 44 ms.
 */
function oneLine(text: string): string {
  const unbroken = text.replaceAll('\n', ' ');
  return (/[^\S ]|  /.test(unbroken) ? unbroken.replace(/\s+/g, ' ') : unbroken).trim();
}
