import type { IssueLog } from '../issue-log.ts';
import { idsOf } from '../links/anchor-check.ts';
import type { NavigationView, RenderedPage } from '../model.ts';
import type { ApiSettings } from '../openapi/index.ts';
import type { FeedEntry } from '../outputs/rss.ts';
import { renderPage } from '../pages/render-page.ts';
import type { RenderSite } from '../render/render-site.ts';
import type { PlannedPage } from '../site-plan.ts';
import type { Theme } from '../theme/index.ts';
import type { BuildMemory } from './build-memory.ts';
import { digestOf } from '../digest-of.ts';
import type { PageFiles, PageRecord, WrittenPage } from './page-record.ts';
import type { PageTrace } from './page-trace.ts';
import { isTrueStill, repeatEffects, type RecallSite } from './recall-trace.ts';
import type { SiteTracer } from './site-tracer.ts';

export interface PageMakerOptions {
  readonly memory: BuildMemory | undefined;
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
}

/** Digests of what all pages share. */
export interface SiteKeys {
  /** Configuration, settings and grammars: what the content of any page may depend on. */
  readonly content: string;
  /** Paths of the site and redirects: where any link leads. */
  readonly shape: string;
  /** Specifications, and which page documents what: what the content of an API page depends on besides. */
  readonly api: string;
  /** Styles, scripts and settings: what any document depends on. */
  readonly document: string;
}

export interface MadePage {
  readonly rendered: RenderedPage;
  readonly updates: readonly FeedEntry[];
  readonly ids: string;
  /** Undefined for a check. */
  readonly files: PageFiles | undefined;
}

/** Makes pages, each from the memory where all that it was made from is as it was. */
export class PageMaker {
  readonly #options: PageMakerOptions;

  constructor(options: PageMakerOptions) {
    this.#options = options;
  }

  make(planned: PlannedPage, view: NavigationView): MadePage {
    const { memory } = this.#options;
    const { path, frontmatter } = planned.page;
    const record = this.#recallContent(planned, view) ?? this.#render(planned, view);
    const rendered = { ...record.rendered, frontmatter };
    const written = this.#recallDocument(record, view) ?? this.#write(rendered, view);
    record.written = memory?.keepsDocuments === true ? written : { ...written, files: undefined };
    memory?.keep(path, record);
    return { rendered, updates: record.updates, ids: record.ids, files: written.files };
  }

  #recallContent(planned: PlannedPage, view: NavigationView): PageRecord | undefined {
    const { memory, keys } = this.#options;
    if (memory === undefined) return undefined;
    const record = memory.find(planned.page.path);
    if (record === undefined || record.key !== this.#keyOf(planned, view)) return undefined;
    if (!this.#recall(record.trace, record.shape)) return undefined;
    record.shape = keys.shape;
    return record;
  }

  #render(planned: PlannedPage, view: NavigationView): PageRecord {
    const { tracer, apiSettings, keys, memory } = this.#options;
    const { made, trace } = tracer.run(() =>
      renderPage({ ...planned, apiSettings, language: view.language }, tracer.site),
    );
    const { rendered, context } = made;
    return {
      key: memory === undefined ? '' : this.#keyOf(planned, view),
      rendered: { ...rendered, frontmatter: {} },
      updates: context.updates,
      ids: idsOf(rendered.content, rendered.sidePanel),
      trace,
      shape: keys.shape,
      written: undefined,
    };
  }

  #recallDocument({ written }: PageRecord, view: NavigationView): WrittenPage | undefined {
    const { keys, needsFiles, theme } = this.#options;
    // What pages share is written in any case: its faults belong to the site and not to a page.
    const around = theme.aroundDigest(view);
    if (written === undefined || (needsFiles && written.files === undefined)) return undefined;
    if (written.key !== digestOf(keys.document + around) || !this.#recall(written.trace, written.shape))
      return undefined;
    return { ...written, shape: keys.shape };
  }

  #write(rendered: RenderedPage, view: NavigationView): WrittenPage {
    const { tracer, theme, keys, needsFiles } = this.#options;
    const { made, trace } = tracer.run(() => theme.page(rendered, view));
    const files = needsFiles ? { html: Buffer.from(made), markdown: Buffer.from(rendered.markdown) } : undefined;
    return { key: digestOf(keys.document + theme.aroundDigest(view)), trace, shape: keys.shape, files };
  }

  #recall(trace: PageTrace, shape: string): boolean {
    const { site, keys, digestOfFile, log } = this.#options;
    const recall: RecallSite = {
      site,
      isSameShape: shape === keys.shape,
      digestOfFile,
      report: (issue) => log.add(issue),
    };
    if (!isTrueStill(trace, recall)) return false;
    repeatEffects(trace, recall);
    return true;
  }

  #keyOf({ page, title, reference, inNavigation }: PlannedPage, { language }: NavigationView): string {
    const { keys } = this.#options;
    const api = reference === undefined && page.api === undefined ? '' : keys.api;
    return digestOf(
      `${keys.content}\n${api}\n${page.path}\n${page.sourcePath}\n${page.digest}\n${inNavigation}\n${language}\n${title}`,
    );
  }
}
