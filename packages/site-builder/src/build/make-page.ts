import type { SiteKeys } from './site-keys.ts';
import type { ExistingFiles } from './build-request.ts';
import type { IssueLog } from '../issues/issue-log.ts';
import { idsOf, type NavigationView, type PlannedPage } from '../site/index.ts';
import { type RenderedPage, type FeedEntry, renderPage, type RenderSite } from '../page/index.ts';
import type { ApiSettings } from '../openapi/index.ts';
import type { Theme } from '../theme/index.ts';
import type { BuildCache } from './cache/index.ts';
import { digestOf } from '../text/digest-of.ts';
import type { MadeRecord, PageDigests, PageFiles, PageRecord, Traced, WrittenPage } from './cache/index.ts';
import { isTrueStill, repeatEffects, type RecallSite } from './cache/index.ts';
import type { SiteTracer } from './cache/index.ts';

export interface PageMakerOptions {
  readonly cache: BuildCache | undefined;
  /** The site as it is, and as its pages see it. */
  readonly site: RenderSite;
  readonly tracer: SiteTracer;
  readonly theme: Theme;
  readonly apiSettings: ApiSettings;
  readonly log: IssueLog;
  readonly digestOfFile: (path: string) => string | undefined;
  readonly keys: SiteKeys;
  /** A check needs no documents. */
  readonly needsFiles: boolean;
  /** What stands above each page's Markdown. */
  readonly markdownHead: string;
  readonly existing: ExistingFiles | undefined;
}

export interface MadePage {
  readonly view: NavigationView;
  readonly rendered: RenderedPage;
  readonly updates: readonly FeedEntry[];
  readonly ids: string;
  /** Undefined for a check; digests where the receiver has them. */
  readonly files: PageFiles | PageDigests | undefined;
}

/** Makes pages, each from the cache where all that it was made from is as it was. */
export class PageMaker {
  readonly #options: PageMakerOptions;
  readonly #recall: RecallSite;

  constructor(options: PageMakerOptions) {
    this.#options = options;
    const { site, digestOfFile, log } = options;
    this.#recall = { site, isSameShape: false, digestOfFile, report: (issue) => log.add(issue) };
  }

  make(planned: PlannedPage, view: NavigationView): MadePage {
    const { cache, needsFiles } = this.#options;
    const { path, frontmatter } = planned.page;
    // What pages share is written in any case: its faults belong to the site and not to a page.
    const around = this.#documentKeyOf(view);
    const known = this.#findContent(planned, view);
    const document = known === undefined ? undefined : this.#findDocument(path, known, around);
    const isEnough = known !== undefined && (known.hasContent || (document !== undefined && !needsFiles));
    const record = isEnough ? this.#repeat(known) : this.#render(planned, view);
    const rendered = { ...record.rendered, frontmatter };
    const written = isEnough && document !== undefined ? this.#repeat(document) : this.#write(rendered, view, around);
    if (record !== known || written !== known.written) cache?.keep(path, { ...record, written });
    const files = written.files ?? written.digests;
    return { view, rendered, updates: record.updates, ids: record.ids, files };
  }

  /** Makes a page for another thread of the same build. */
  makeRecord(planned: PlannedPage, view: NavigationView): MadeRecord {
    // As in `make`, what pages share is written before and not by the first of them.
    this.#options.theme.frameDigests(view);
    const record = this.#render(planned, view);
    const rendered = { ...record.rendered, frontmatter: planned.page.frontmatter };
    return { ...record, written: this.#write(rendered, view, '') };
  }

  /** A page that another thread made: leaves behind here what it left there, as a page from the cache does. */
  takeRecord(made: MadeRecord, planned: PlannedPage, view: NavigationView): MadePage {
    const { cache, theme } = this.#options;
    const { path, frontmatter } = planned.page;
    theme.frameDigests(view);
    const record = this.#repeat(made);
    const written = this.#repeat(made.written);
    if (cache !== undefined) {
      const key = this.#documentKeyOf(view);
      cache.keep(path, { ...record, key: this.#keyOf(planned, view), written: { ...written, key } });
    }
    const rendered = { ...record.rendered, frontmatter };
    return { view, rendered, updates: record.updates, ids: record.ids, files: written.files };
  }

  #findContent(planned: PlannedPage, view: NavigationView): PageRecord | undefined {
    const record = this.#options.cache?.find(planned.page.path);
    return record !== undefined && record.key === this.#keyOf(planned, view) && this.#isTrueStill(record)
      ? record
      : undefined;
  }

  #findDocument(path: string, { written }: PageRecord, around: string): WrittenPage | undefined {
    const { needsFiles } = this.#options;
    if (written?.key !== around) return undefined;
    if (needsFiles && written.files === undefined && !this.#hasSame(path, written.digests)) return undefined;
    return this.#isTrueStill(written) ? written : undefined;
  }

  #hasSame(path: string, digests: PageDigests | undefined): boolean {
    const { existing } = this.#options;
    if (existing === undefined || digests === undefined) return false;
    const { html, markdown } = digests;
    return existing.digestOf(`${path}.html`) === html.sha256 && existing.digestOf(`${path}.md`) === markdown.sha256;
  }

  #isTrueStill({ trace, shape }: Traced): boolean {
    return isTrueStill(trace, { ...this.#recall, isSameShape: shape === this.#options.keys.shape });
  }

  #repeat<T extends Traced>(traced: T): T {
    const { shape } = this.#options.keys;
    repeatEffects(traced.trace, this.#recall);
    return traced.shape === shape ? traced : { ...traced, shape };
  }

  #render(planned: PlannedPage, view: NavigationView): PageRecord {
    const { tracer, apiSettings, keys, cache } = this.#options;
    const { made, trace } = tracer.run(() =>
      renderPage({ ...planned, apiSettings, language: view.language }, tracer.site),
    );
    const { rendered, context } = made;
    return {
      key: cache === undefined ? '' : this.#keyOf(planned, view),
      rendered: { ...rendered, frontmatter: {} },
      hasContent: true,
      updates: context.updates,
      ids: idsOf(rendered.content, rendered.sidePanel),
      trace,
      shape: keys.shape,
      written: undefined,
    };
  }

  #write(rendered: RenderedPage, view: NavigationView, key: string): WrittenPage {
    const { tracer, theme, keys, needsFiles, markdownHead } = this.#options;
    const { made, trace } = tracer.run(() => theme.page(rendered, view));
    const markdown = markdownHead + rendered.markdown;
    const files = needsFiles ? { html: Buffer.from(made), markdown: Buffer.from(markdown) } : undefined;
    return { key, trace, shape: keys.shape, files, digests: undefined };
  }

  #keyOf(planned: PlannedPage, { language }: NavigationView): string {
    const { keys, cache } = this.#options;
    const { page, title, reference, inNavigation } = planned;
    const api = reference === undefined && page.api === undefined ? '' : keys.api;
    const make = (): string =>
      digestOf(
        `${keys.content}\n${api}\n${page.path}\n${page.sourcePath}\n${page.digest}\n${inNavigation}\n${language}\n${title}`,
      );
    return cache?.contentKeys.of(planned, [keys.content, api, language], make) ?? make();
  }

  /** Of all that stands around the content of a page with this place in the navigation. */
  #documentKeyOf(view: NavigationView): string {
    const { keys, theme, cache } = this.#options;
    const { bar, sidebar } = theme.frameDigests(view);
    const make = (): string => {
      const { breadcrumbs, previous, next, language, direction, searchScope } = view;
      const { frame, alternates, directory } = view;
      const own = [breadcrumbs, previous, next, language, direction, searchScope, frame, alternates, directory];
      return digestOf([keys.document, bar, sidebar, JSON.stringify(own)].join('\n'));
    };
    return cache?.documentKeys.of(view, [keys.document, bar, sidebar], make) ?? make();
  }
}
