import { setImmediate } from 'node:timers/promises';
import type { BuildProgress, BuildReport, BuildRequest, BuildSettings } from './build-request.ts';
import { collectClassNames } from './collect-class-names.ts';
import { copyStaticFiles } from './copy-static-files.ts';
import { createRenderSite, type BuildSite } from './create-render-site.ts';
import { FileEmitter } from './emit-files.ts';
import { IssueLog } from './issue-log.ts';
import { AnchorCheck } from './links/anchor-check.ts';
import { checkRedirects } from './links/check-redirects.ts';
import { Digests, PageMaker, SiteTracer, type MadePage } from './memory/index.ts';
import type { NavigationView, OutputFile } from './model.ts';
import type { ListedPage } from './outputs/llms.ts';
import { hasFeed, writeFeed } from './outputs/rss.ts';
import { siteOutputs } from './outputs/site-outputs.ts';
import { publicUrl } from './outputs/sitemap.ts';
import { apiSettingsOf } from './pages/api-settings.ts';
import { readGrammars } from './read-grammars.ts';
import { createSearchIndex, type SearchIndex } from './search/index.ts';
import { siteKeysOf } from './site-keys.ts';
import { planSite, type PlannedPage, type SitePlan } from './site-plan.ts';
import { createSiteTheme, type AddOn, type SiteTheme } from './site-theme.ts';

/** Other work of the process gets a turn this often, so that a build can be cancelled and a lease renewed. */
const turnMs = 30;

interface BuildParts {
  readonly request: BuildRequest;
  readonly settings: BuildSettings;
  readonly log: IssueLog;
  readonly plan: SitePlan;
  readonly site: BuildSite;
  readonly theme: SiteTheme;
  readonly anchors: AnchorCheck;
  readonly pages: PageMaker;
}

/** One build while it runs. */
export class SiteBuild {
  readonly #parts: BuildParts;
  readonly #output: FileEmitter;
  readonly #search: SearchIndex;
  readonly #used = new Set<AddOn>();
  readonly #listed: ListedPage[] = [];
  #rendered = 0;
  #turnAt = 0;

  private constructor(parts: BuildParts) {
    this.#parts = parts;
    this.#output = new FileEmitter(parts.request.emit, parts.log);
    this.#search = parts.request.memory?.search ?? createSearchIndex();
  }

  /** Reads everything that pages share. */
  static async prepare(request: BuildRequest, settings: BuildSettings): Promise<SiteBuild> {
    const { source, memory } = request;
    request.onProgress?.({ phase: 'read', done: 0, total: 1 });
    const log = new IssueLog(settings.limits.issuesPerFileAndCode);
    const digestOfFile = createFileDigests(request);
    const plan = planSite(source, settings, log, memory);
    const anchors = new AnchorCheck();
    const grammars = readGrammars(plan.config, source, (issue) => log.add(issue));
    const shared = { source, settings, plan, log, grammars, digestOfFile };
    const site = createRenderSite({ ...shared, anchors, highlights: memory?.highlights });
    const tracer = new SiteTracer({ site, log, digestOfFile });
    const keys = siteKeysOf(shared);
    const classNames = collectClassNames(
      plan.pages.map(({ page }) => page),
      source,
    );
    const theme = await createSiteTheme({ plan, site: tracer.site, settings, source, classNames, memory });
    const pages = new PageMaker({
      memory,
      site,
      tracer,
      theme: theme.theme,
      apiSettings: apiSettingsOf(plan.config, settings.basePath),
      log,
      digestOfFile,
      keys: { ...keys, document: `${keys.content}\n${theme.digest}` },
      needsFiles: request.emit !== undefined,
    });
    request.onProgress?.({ phase: 'read', done: 1, total: 1 });
    return new SiteBuild({ request, settings, log, plan, site, theme, anchors, pages });
  }

  async run(): Promise<void> {
    const { request, settings, plan, anchors, log, site } = this.#parts;
    const { paths } = settings;
    this.#search.start();
    const chosen = paths.length === 0 ? plan.pages : plan.pages.filter(({ page }) => paths.includes(page.path));
    for (const [index, planned] of chosen.entries()) {
      await this.#buildPage(planned);
      await this.#turn({ phase: 'pages', done: index + 1, total: chosen.length });
    }
    await this.#emitShared();
    // Of the pages that were left out nothing is known: neither their headings nor that they are gone.
    if (paths.length === 0) {
      request.memory?.keepOnly(new Set(plan.pages.map(({ page }) => page.path)));
      anchors.report((issue) => log.add(issue));
      checkRedirects(plan.config.redirects, site.links, plan.config.file, (issue) => log.add(issue));
    }
    request.onProgress?.({ phase: 'outputs', done: 1, total: 1 });
  }

  finish(startedAt: number): BuildReport {
    const { plan, request, log } = this.#parts;
    return {
      pages: plan.pages.length,
      rendered: this.#rendered,
      files: this.#output.files,
      bytes: this.#output.bytes,
      durationMs: Math.round(request.clock() - startedAt),
      // Of the whole process so far, by getrusage: `memoryUsage` reads /proc, which the sandbox does not mount.
      peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
      issues: log.sorted(),
    };
  }

  /** Files that are no page. */
  async #emitShared(): Promise<void> {
    const { request, settings, plan, site, theme, log } = this.#parts;
    const output = this.#output;
    await output.emitAll(theme.theme.files());
    // Libraries and the index have no faults to report.
    if (request.emit !== undefined) {
      if (settings.features.offlineSearch) {
        this.#used.add('search');
        await output.emitAll(this.#search.files());
      }
      await output.emitAll(theme.addOnFiles(this.#used));
    }
    await output.emitAll(site.islands?.files() ?? []);
    await copyStaticFiles({
      source: request.source,
      plan,
      site,
      emit: (file) => output.emit(file),
      report: (issue) => log.add(issue),
      turn: (done, total) => this.#turn({ phase: 'assets', done, total }),
    });
    await output.emitAll(siteOutputs({ plan, site, settings, theme: theme.theme, listed: this.#listed }));
  }

  async #buildPage(planned: PlannedPage): Promise<void> {
    const { plan, settings, anchors, pages } = this.#parts;
    const { page, inNavigation } = planned;
    const view = plan.views.view(page.path);
    const made = pages.make(planned, view);
    const { rendered, files } = made;
    anchors.addPage(page.path, made.ids);
    for (const need of rendered.needs)
      if (need === 'katex' || need === 'mermaid' || need === 'playground') this.#used.add(need);
    await this.#emitPage(page.path, 'html', files?.html);
    await this.#emitPage(page.path, 'md', files?.markdown);
    if (hasFeed(page) && (made.updates.length > 0 || page.frontmatter['rss'] === true))
      await this.#output.emit(this.#feed(made));
    this.#rendered++;
    // What follows goes into files alone.
    if (this.#parts.request.emit === undefined) return;
    if (!rendered.hidden || plan.config.seo.indexing === 'all') this.#index(made, planned, view);
    if (inNavigation && !rendered.hidden) {
      const { path, title, description, markdown, noindex } = rendered;
      const url = `${settings.siteUrl}${settings.basePath}/${path}.md`;
      this.#listed.push({ path, title, description, url, markdown, noindex });
    }
  }

  async #emitPage(path: string, extension: 'html' | 'md', bytes: Uint8Array | undefined): Promise<void> {
    if (bytes === undefined) this.#output.claim(`${path}.${extension}`);
    else await this.#output.emit({ path: `${path}.${extension}`, bytes });
  }

  #index({ rendered }: MadePage, { page }: PlannedPage, { breadcrumbs, searchScope }: NavigationView): void {
    const { settings, plan } = this.#parts;
    const { frontmatter } = page;
    if (!settings.features.offlineSearch || frontmatter['searchable'] === false || rendered.noindex) return;
    const groups = plan.views.location(page.path)?.groups ?? [];
    if (groups.some(({ searchable }) => !searchable)) return;
    const boost = frontmatter['boost'] ?? groups.findLast((group) => group.boost !== undefined)?.boost;
    const keywords = frontmatter['keywords'];
    this.#search.add({
      path: page.path,
      title: rendered.title,
      breadcrumbs,
      scope: searchScope,
      sections: rendered.sections,
      boost: typeof boost === 'number' && boost > 0 ? boost : 1,
      keywords: Array.isArray(keywords) ? (keywords as unknown[]).filter((word) => typeof word === 'string') : [],
    });
  }

  #feed({ rendered, updates }: MadePage): OutputFile {
    const { settings, plan } = this.#parts;
    const url = publicUrl(settings.siteUrl, settings.basePath, rendered.path);
    const feed = writeFeed({
      title: `${rendered.title} - ${plan.config.name}`,
      description: rendered.description,
      url,
      entries: updates,
    });
    return { path: `${rendered.path}/rss.xml`, bytes: feed };
  }

  /** Reports progress, lets other work of the process run now and then, and stops when asked to. */
  async #turn(progress: BuildProgress): Promise<void> {
    const { request } = this.#parts;
    request.signal?.throwIfAborted();
    const now = request.clock();
    if (now - this.#turnAt < turnMs && progress.done < progress.total) return;
    this.#turnAt = now;
    request.onProgress?.(progress);
    await setImmediate();
    request.signal?.throwIfAborted();
  }
}

/** SHA-256 of the site's files, each read for it once in a build. */
function createFileDigests({ source, memory }: BuildRequest): (path: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  const digests = memory?.digests ?? new Digests();
  return (path) => {
    if (known.has(path)) return known.get(path);
    const bytes = source.read(path);
    const digest = bytes === undefined ? undefined : digests.of(bytes);
    known.set(path, digest);
    return digest;
  };
}
