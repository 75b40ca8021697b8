import type { CountedPage } from '@docwright/site-search';
import type { SiteKeys } from './site-keys.ts';
import type { ExistingFiles } from './build-request.ts';
import type { NavigationView, PlannedPage, SitePlan } from '../site/index.ts';
import { type RenderedPage, type FeedEntry, renderPage, type RenderSite } from '../page/index.ts';
import type { ApiSettings } from '../openapi/index.ts';
import type { SiteTheme } from './create-site-theme.ts';
import { applyEffects, type SiteState } from './apply-effects.ts';
import type { BuildCache } from './cache/index.ts';
import { digestOf } from '../text/digest-of.ts';
import type { NewPageRecord, PageDigests, PageFiles, PageRecord, Recorded, WrittenPage } from './cache/index.ts';
import { haveSameAnswers, noteLookups } from './cache/index.ts';
import { countedPartsOf } from './counted-parts-of.ts';

export interface PageMakerOptions {
  readonly plan: SitePlan;
  readonly cache: BuildCache | undefined;
  readonly site: RenderSite;
  readonly state: SiteState;
  readonly theme: SiteTheme;
  readonly apiSettings: ApiSettings;
  readonly digestOfFile: (path: string) => string | undefined;
  readonly keys: SiteKeys;
  /** Whether pages are cached. */
  readonly notesLookups: boolean;
  /** Whether documents are needed, as in all builds except checks. */
  readonly needsFiles: boolean;
  /** Text at the beginning of each page's Markdown. */
  readonly markdownHead: string;
  readonly existing: ExistingFiles | undefined;
  /** Whether the site has a search index. */
  readonly isIndexed: boolean;
}

export interface BuiltPage {
  readonly view: NavigationView;
  readonly rendered: RenderedPage;
  readonly feed: readonly FeedEntry[];
  /** The effects of rendering the page, and the lookups that it depends on, if they are recorded. */
  readonly made: Pick<Recorded, 'effects' | 'lookups'>;
  /** Whether a section has text. */
  readonly hasText: boolean;
  /** The page's words, if they were counted for the same text. */
  readonly words: CountedPage | undefined;
  /** `undefined` for a check; digests if the receiver already has the files. */
  readonly files: PageFiles | PageDigests | undefined;
}

/** Renders pages, or reads them from the cache if their input is unchanged, and applies their effects. */
export class PageMaker {
  readonly #options: PageMakerOptions;

  constructor(options: PageMakerOptions) {
    this.#options = options;
  }

  /** Renders or reuses a page. @param needsMarkdown whether a list of the whole site needs the page's Markdown */
  make(planned: PlannedPage, view: NavigationView, needsMarkdown: boolean): BuiltPage {
    const { cache } = this.#options;
    const { path } = planned.page;
    // Shared parts are always written first: their issues belong to the site, not to a page.
    const around = this.#documentKeyOf(view, path);
    const known = this.#findContent(planned, view);
    const document = known === undefined ? undefined : this.#findDocument(path, known, around);
    const isEnough =
      known !== undefined &&
      (known.hasContent || (document !== undefined && this.#needsNoTexts(known, { planned, view, needsMarkdown })));
    const record = isEnough ? this.#inShape(known) : this.#render(planned, view);
    const written =
      isEnough && document !== undefined ? this.#inShape(document) : this.#write(pageOf(record, planned), view, around);
    if (record !== known || written !== known.written) cache?.keep(path, { ...record, written });
    return this.#finish({ ...record, written }, planned, view);
  }

  /** Renders a page for another thread of the same build, which applies its effects. */
  makeRecord(planned: PlannedPage, view: NavigationView): NewPageRecord {
    // As in `make`, shared parts are written before the first page.
    this.#options.theme.theme.frameDigests(view, planned.page.path);
    const record = this.#render(planned, view);
    return { ...record, written: this.#write(pageOf(record, planned), view, '') };
  }

  /** Adds a page that another thread rendered. */
  takeRecord(made: NewPageRecord, planned: PlannedPage, view: NavigationView): BuiltPage {
    const { cache, theme } = this.#options;
    theme.theme.frameDigests(view, planned.page.path);
    if (cache !== undefined) {
      const written = { ...this.#inShape(made.written), key: this.#documentKeyOf(view, planned.page.path) };
      cache.keep(planned.page.path, { ...this.#inShape(made), key: this.#keyOf(planned, view), written });
    }
    return this.#finish(made, planned, view);
  }

  /** Adds a page to the site, regardless of where or when it was rendered. */
  #finish(record: NewPageRecord, planned: PlannedPage, view: NavigationView): BuiltPage {
    const { state } = this.#options;
    const { effects, written } = record;
    applyEffects(effects, state);
    applyEffects(written.effects, state);
    const rendered = pageOf(record, planned);
    const files = written.files ?? written.digests;
    return { view, rendered, feed: effects.feed, made: record, hasText: record.hasText, words: record.words, files };
  }

  #findContent(planned: PlannedPage, view: NavigationView): PageRecord | undefined {
    const record = this.#options.cache?.find(planned.page.path);
    return record !== undefined && record.key === this.#keyOf(planned, view) && this.#isUnchanged(record)
      ? record
      : undefined;
  }

  #findDocument(path: string, { written }: PageRecord, around: string): WrittenPage | undefined {
    const { needsFiles } = this.#options;
    if (written?.key !== around) return undefined;
    if (needsFiles && written.files === undefined && !this.#hasSame(path, written.digests)) return undefined;
    return this.#isUnchanged(written) ? written : undefined;
  }

  /** Whether a build needs the page's text only for its document, which is unchanged. */
  #needsNoTexts(
    known: PageRecord,
    { planned, view, needsMarkdown }: { planned: PlannedPage; view: NavigationView; needsMarkdown: boolean },
  ): boolean {
    const { cache, plan, needsFiles, isIndexed } = this.#options;
    if (!needsFiles) return true;
    if (needsMarkdown) return false;
    if (!isIndexed || !planned.visibility.search) return true;
    const parts = countedPartsOf(plan, { rendered: pageOf(known, planned), view }, planned);
    return known.words !== undefined && cache?.search?.isCounted(parts, known.words) === true;
  }

  #hasSame(path: string, digests: PageDigests | undefined): boolean {
    const { existing } = this.#options;
    if (existing === undefined || digests === undefined) return false;
    const { html, markdown } = digests;
    return existing.digestOf(`${path}.html`) === html.sha256 && existing.digestOf(`${path}.md`) === markdown.sha256;
  }

  #isUnchanged({ lookups, shape }: Recorded): boolean {
    const { site, digestOfFile, keys } = this.#options;
    return haveSameAnswers(lookups, { site, digestOfFile, isSameShape: shape === keys.shape });
  }

  #inShape<T extends Recorded>(recorded: T): T {
    const { shape } = this.#options.keys;
    return recorded.shape === shape ? recorded : { ...recorded, shape };
  }

  #render(planned: PlannedPage, view: NavigationView): PageRecord {
    const { apiSettings, keys, cache } = this.#options;
    const { site, lookups } = this.#openSite();
    const { page, effects } = renderPage({ ...planned, apiSettings, language: view.language }, site);
    return {
      key: cache === undefined ? '' : this.#keyOf(planned, view),
      page: { ...page, frontmatter: {} },
      hasContent: true,
      hasText: page.sections.some(({ text }) => text.trim() !== ''),
      words: undefined,
      lookups,
      effects,
      shape: keys.shape,
      written: undefined,
    };
  }

  #write(page: RenderedPage, view: NavigationView, key: string): WrittenPage {
    const { theme, keys, needsFiles, markdownHead } = this.#options;
    const { site, lookups } = this.#openSite();
    const { context, effects } = theme.openDocument(site);
    const html = theme.theme.page(page, view, context);
    const files = needsFiles
      ? { html: Buffer.from(html), markdown: Buffer.from(markdownHead + page.markdown) }
      : undefined;
    return { key, lookups, effects: effects(), shape: keys.shape, files, digests: undefined };
  }

  /** The site from the perspective of one page. */
  #openSite(): ReturnType<typeof noteLookups> {
    const { site, notesLookups, digestOfFile } = this.#options;
    return notesLookups ? noteLookups(site, digestOfFile) : { site, lookups: [] };
  }

  #keyOf(planned: PlannedPage, { language }: NavigationView): string {
    const { keys, cache } = this.#options;
    const { page, title, reference, visibility } = planned;
    const api = reference === undefined && page.api === undefined ? '' : keys.api;
    const make = (): string =>
      digestOf(
        `${keys.content}\n${api}\n${page.path}\n${page.sourcePath}\n${page.digest}\n${visibility.noindex}\n${language}\n${title}`,
      );
    return cache?.contentKeys.of(planned, [keys.content, api, language], make) ?? make();
  }

  /** Key of everything around the content of a page at this position in the navigation. */
  #documentKeyOf(view: NavigationView, path: string): string {
    const { keys, theme, cache } = this.#options;
    const { bar, sidebar } = theme.theme.frameDigests(view, path);
    // A build without a cache needs no key: computing the digests took 1% of its time.
    if (cache === undefined) return '';
    const make = (): string => {
      const { breadcrumbs, previous, next, language, direction, searchScope } = view;
      const { frame, alternates, directory, otherVersion } = view;
      const place = [breadcrumbs, previous, next, language, direction, searchScope];
      const own = [...place, frame, alternates, directory, otherVersion];
      return digestOf([keys.document, bar, sidebar, JSON.stringify(own)].join('\n'));
    };
    return cache.documentKeys.of(view, [keys.document, bar, sidebar], make);
  }
}

function pageOf({ page }: PageRecord, planned: PlannedPage): RenderedPage {
  return { ...page, frontmatter: planned.page.frontmatter };
}
