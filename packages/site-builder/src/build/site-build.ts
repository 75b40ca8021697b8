import { setImmediate } from 'node:timers/promises';
import type { BuildProgress, BuildReport } from './build-request.ts';
import { copyStaticFiles, maxFullBytes, type ListedPage, siteOutputs, type SocialImages } from '../outputs/index.ts';
import { FileEmitter } from './emit-files.ts';
import type { Issue, ReportIssue } from '../issues/issue.ts';
import { checkRedirects, keptFiles, type MissingPage, type PlannedPage } from '../site/index.ts';
import type { BuiltPage } from './make-page.ts';
import type { FileDigest } from './cache/index.ts';
import type { BuildParts } from './prepare-build.ts';
import { createSearchIndex, type CountedPage, type SearchIndex } from '@docwright/site-search';
import { feedOf, searchPageOf } from './search-page-of.ts';
import type { AddOn } from './create-site-theme.ts';
import { pagesInOrder, type PagesInOrder } from './threads/index.ts';
import { hasSearch, needsIndex } from '../settings/build-settings.ts';

/** Interval at which other work of the process can run, so that a build can be canceled and a lease renewed. */
const turnMs = 30;

const noMarkdown = new Uint8Array();

/** Receives each page after its files have been emitted. */
export type PageListener = (planned: PlannedPage, made: BuiltPage) => void;

/** A running build. */
export class SiteBuild {
  readonly #parts: BuildParts;
  readonly #onPage: PageListener;
  readonly #output: FileEmitter;
  readonly #search: SearchIndex;
  readonly #pages: PagesInOrder;
  /** Size of the block at the beginning of each page's Markdown, which the whole site's text contains only once. */
  readonly #headBytes: number;
  readonly #used = new Set<AddOn>();
  readonly #listed: ListedPage[] = [];
  /** Pages without text. */
  readonly #empty = new Set<string>();
  #rendered = 0;
  /** Size of the pages' Markdown for `llms-full.txt`. */
  #fullBytes = 0;
  #turnAt = 0;

  constructor(parts: BuildParts, onPage: PageListener = () => undefined) {
    this.#parts = parts;
    this.#onPage = onPage;
    this.#headBytes = Buffer.byteLength(parts.markdownHead);
    this.#pages = pagesInOrder(parts);
    this.#output = new FileEmitter(parts.request, parts.log);
    this.#search = parts.request.cache?.search ?? createSearchIndex();
  }

  async run(): Promise<void> {
    const { request, settings, plan, chosen, state, site, log } = this.#parts;
    this.#search.start(plan.config.search);
    for (const [index, planned] of chosen.entries()) {
      const made = await this.#pages.take(index, this.#needsMarkdown(planned));
      await this.#finishPage(planned, made);
      this.#onPage(planned, made);
      await this.#turn({ phase: 'pages', done: index + 1, total: chosen.length });
    }
    await this.#emitShared();
    // The navigation and uncached pages also read specifications.
    for (const fault of plan.catalog.faults()) log.add(fault);
    // Pages that were left out are unknown: neither their headings nor their removal can be checked.
    if (settings.paths.length === 0) {
      request.cache?.pictures.keepUsed();
      request.cache?.keepOnly(new Set(plan.pages.map(({ page }) => page.path)));
      const report: ReportIssue = (issue) => log.add(issue);
      checkRedirects(plan.config.redirects, {
        links: plan.links,
        files: plan.staticFiles.all,
        file: plan.config.file,
        report,
        expectAnchor: (expected) =>
          state.anchors.expect({ ...expected, anchor: site.anchors.find(expected.page, expected.anchor) }),
      });
      state.anchors.report(report);
      this.#checkPinnedPages();
    }
    request.onProgress?.({ phase: 'outputs', done: 1, total: 1 });
  }

  finish(startedAt: number): BuildReport {
    const { plan, request, log } = this.#parts;
    const issues = log.sorted();
    return {
      pages: plan.pages.length,
      expected: plan.expected,
      missing: [...plan.missing, ...this.#lostPages(issues)],
      rendered: this.#rendered,
      files: this.#output.files,
      bytes: this.#output.bytes,
      durationMs: Math.round(request.clock() - startedAt),
      // Peak memory of the process, from getrusage: `memoryUsage` reads /proc, which the sandbox doesn't mount.
      peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
      issues,
      issueCounts: log.counts(),
    };
  }

  /** Pages that exist but don't show their content. */
  #lostPages(issues: readonly Issue[]): MissingPage[] {
    const errors = new Set(issues.flatMap(({ path, severity }) => (severity === 'error' ? [path] : [])));
    const failed = new Set(issues.flatMap(({ path, code }) => (code === 'page-failed' ? [path] : [])));
    return this.#parts.chosen.flatMap(({ page, inNavigation }): MissingPage[] => {
      const { path, sourcePath } = page;
      if (!inNavigation) return [];
      if (failed.has(sourcePath)) return [{ path, cause: 'failed' }];
      return this.#empty.has(path) && errors.has(sourcePath) ? [{ path, cause: 'empty' }] : [];
    });
  }

  /** Emits files that aren't pages. */
  async #emitShared(): Promise<void> {
    const { request, source, settings, state, theme, log } = this.#parts;
    const output = this.#output;
    await output.emitAll([
      ...theme.theme.files(),
      ...theme.theme.sidebarFiles(),
      ...theme.restricted.map(({ file }) => file),
    ]);
    // Libraries and the index can't have issues.
    if (request.emit !== undefined) {
      if (needsIndex(settings.features)) await output.emitAll(this.#search.files());
      if (hasSearch(settings.features)) this.#used.add('search');
      if (settings.features.assistant) this.#used.add('assistant');
      await output.emitAll(theme.addOnFiles(this.#used));
    }
    await output.emitAll(state.islands?.files() ?? []);
    const all = keptFiles({ plan: this.#parts.plan, source, assets: state.assets });
    const plan = { ...this.#parts.plan, staticFiles: { ...this.#parts.plan.staticFiles, all } };
    await copyStaticFiles({
      source,
      plan,
      assets: state.assets,
      limits: settings.limits,
      emit: (file) => output.emit(file),
      report: (issue) => log.add(issue),
      turn: (done, total) => this.#turn({ phase: 'assets', done, total }),
    });
    await output.emitAll(
      siteOutputs({
        source,
        plan,
        calls: state.calls,
        settings,
        theme: theme.theme,
        listed: this.#listed,
      }),
    );
  }

  async #finishPage(planned: PlannedPage, made: BuiltPage): Promise<void> {
    const { settings, social } = this.#parts;
    const { page, visibility, isDefault } = planned;
    const { rendered, files } = made;
    for (const need of rendered.needs)
      if (need === 'katex' || need === 'mermaid' || need === 'playground') this.#used.add(need);
    await this.#emitPage(`${page.path}.html`, files?.html);
    await this.#emitPage(`${page.path}.md`, files?.markdown);
    if (social !== undefined) await this.#emitSocialImage(social, made);
    if (page.hasFeed && (made.feed.length > 0 || page.frontmatter['rss'] === true))
      await this.#output.emit(feedOf(this.#parts, made));
    this.#rendered++;
    // The remaining steps affect only files.
    if (this.#parts.request.emit === undefined) return;
    if (!made.hasText) this.#empty.add(page.path);
    if (visibility.search) this.#index(made, planned);
    const { path, title, description } = rendered;
    const inLlms = visibility.llms && isDefault;
    if (!visibility.sitemap && !visibility.search && !inLlms) return;
    const url = `${settings.siteUrl}${settings.basePath}/${path}.md`;
    const markdown = inLlms ? this.#markdownOf(made, planned) : undefined;
    this.#listed.push({ path, title, description, url, search: visibility.search, markdown });
  }

  /** Whether `llms-full.txt` contains the page. The last part of the file, for restricted pages, has no limit. */
  #needsMarkdown({ page, visibility, isDefault }: PlannedPage): boolean {
    if (!visibility.llms || !isDefault) return false;
    return this.#fullBytes <= maxFullBytes || this.#parts.plan.whens.has(page.path);
  }

  /** The page's text for `llms-full.txt`, which is empty once the file has reached its limit. */
  #markdownOf(made: BuiltPage, planned: PlannedPage): Uint8Array {
    if (!this.#needsMarkdown(planned)) return noMarkdown;
    const markdown = this.#ownMarkdown(made);
    if (!this.#parts.plan.whens.has(planned.page.path)) this.#fullBytes += markdown.length;
    return markdown;
  }

  /** A page's Markdown without the beginning that every page has. */
  #ownMarkdown({ rendered, files }: BuiltPage): Uint8Array {
    if (!(files?.markdown instanceof Uint8Array)) return Uint8Array.from(Buffer.from(rendered.markdown));
    const text = files.markdown.subarray(this.#headBytes);
    // Copied unless the cache keeps the documents anyway: Node puts small buffers into one block, and a reference to a
    // part of it would also keep the page's HTML in memory. At 5,000 pages, copies made a build after an edit take 1.4
    // times as long.
    return this.#parts.request.cache?.keepsDocuments === true ? text : Uint8Array.from(text);
  }

  #emitPage(path: string, file: Uint8Array | FileDigest | undefined): void | Promise<void> {
    if (file instanceof Uint8Array) return this.#output.emit({ path, bytes: file });
    if (file !== undefined) return this.#output.emitReused(path, file);
    this.#output.claim(path);
  }

  /** Emits a page's social image. Pages with identical images share one file. */
  async #emitSocialImage(social: SocialImages, { rendered, view }: BuiltPage): Promise<void> {
    const { request, log } = this.#parts;
    const path = social.pathFor(rendered, view);
    if (path === undefined || this.#output.has(path)) return;
    if (request.emit === undefined) {
      this.#output.claim(path);
      return;
    }
    const pictures = request.cache?.pictures;
    const known = pictures?.find(path);
    const isReused = known !== undefined && request.existing?.digestOf(path) === known.digest.sha256;
    const bytes = isReused ? undefined : known?.bytes;
    const drawn = isReused || bytes !== undefined ? undefined : await social.draw(rendered, view);
    if (drawn !== undefined) pictures?.keep(path, drawn);
    const { issues = [], siteIssues = [] } = drawn ?? known ?? {};
    for (const issue of issues) log.add({ ...issue, path: rendered.sourcePath });
    for (const issue of siteIssues) log.add(issue);
    await this.#emitPage(path, drawn?.bytes ?? bytes ?? known?.digest);
  }

  #checkPinnedPages(): void {
    const { plan, log } = this.#parts;
    const paths = new Set(plan.pages.map(({ page }) => page.path));
    const { file, search } = plan.config;
    const pinned = new Set(search.pinned.flatMap((pin) => pin.paths));
    for (const missing of [...pinned].filter((path) => !paths.has(path)))
      log.add({
        path: file,
        severity: 'warning',
        code: 'config-value',
        message: `search.pinned refers to the page "${missing}", which does not exist.`,
        fix: `Correct or remove it in ${file}.`,
      });
  }

  #index(made: BuiltPage, planned: PlannedPage): void {
    const { settings, plan } = this.#parts;
    if (!needsIndex(settings.features)) return;
    const { cache } = this.#parts.request;
    const onCounted = (words: CountedPage): void => cache?.keepWords(planned.page.path, words);
    this.#search.add(searchPageOf(plan, made, planned), made.words, cache?.keepsWords === true ? onCounted : undefined);
  }

  /** Reports progress, periodically lets other work of the process run, and stops on request. */
  #turn(progress: BuildProgress): void | Promise<void> {
    const { request } = this.#parts;
    request.signal?.throwIfAborted();
    const now = request.clock();
    if (now - this.#turnAt < turnMs && progress.done < progress.total) return;
    this.#turnAt = now;
    request.onProgress?.(progress);
    return setImmediate().then(() => request.signal?.throwIfAborted());
  }
}
