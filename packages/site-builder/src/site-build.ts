import { setImmediate } from 'node:timers/promises';
import type { BuildProgress, BuildReport, BuildRequest, BuildSettings } from './build-request.ts';
import { collectClassNames } from './collect-class-names.ts';
import { builtInComponents } from './components/index.ts';
import { decodeText } from './config/decode-text.ts';
import { createHighlighter, type Highlighter } from './highlight/index.ts';
import { createIconSet } from './icons/index.ts';
import { IslandStore } from './islands/island-store.ts';
import type { Issue } from './issue.ts';
import { IssueLog } from './issue-log.ts';
import { AnchorCheck } from './links/anchor-check.ts';
import { AnchorIndex } from './links/anchor-index.ts';
import { AssetStore } from './links/asset-store.ts';
import { checkRedirects } from './links/check-redirects.ts';
import { SiteLinks } from './links/site-links.ts';
import type { OutputFile, RenderedPage } from './model.ts';
import { ForwardableCalls, type ApiSettings } from './openapi/index.ts';
import { outputPaths, siteOutputs } from './outputs/site-outputs.ts';
import type { ListedPage } from './outputs/llms.ts';
import { writeFeed, type FeedEntry } from './outputs/rss.ts';
import { publicUrl } from './outputs/sitemap.ts';
import { apiSettingsOf } from './pages/api-settings.ts';
import { readPageFile } from './pages/read-pages.ts';
import { renderPage } from './pages/render-page.ts';
import type { SitePage } from './pages/site-page.ts';
import { renderer } from './render/renderer.ts';
import type { RenderSite } from './render/render-site.ts';
import { createSearchIndex } from './search/index.ts';
import { readGrammars } from './read-grammars.ts';
import { planSite, type PlannedPage, type SitePlan } from './site-plan.ts';
import { createSiteTheme, type AddOn, type SiteTheme } from './site-theme.ts';
import type { SiteSource } from './site-source.ts';
import { SnippetStore } from './snippets/snippet-store.ts';
import { copyStaticFiles } from './copy-static-files.ts';

const emptySource: SiteSource = { paths: [], has: () => false, read: () => undefined };

/** Other work of the process gets a turn this often, so that a build can be cancelled and a lease renewed. */
const turnMs = 30;

/** One page by itself. */
export interface BuiltPage {
  readonly html: string;
  readonly markdown: string;
  readonly issues: readonly Issue[];
  /** Paths of the files that it was made from. */
  readonly dependencies: ReadonlySet<string>;
}

/** One build while it runs. */
export class SiteBuild {
  readonly #request: BuildRequest;
  readonly #settings: BuildSettings;
  readonly #log: IssueLog;
  readonly #plan: SitePlan;
  readonly #site: RenderSite;
  readonly #theme: SiteTheme;
  readonly #apiSettings: ApiSettings;
  readonly #anchors: AnchorCheck;
  readonly #search = createSearchIndex();
  readonly #used = new Set<AddOn>();
  /** Folded path of each file that was handed out → its path. */
  readonly #emitted = new Map<string, string>();
  readonly #listed: ListedPage[] = [];
  /** Pages whose text was replaced since the site was read. */
  readonly #edits = new Map<string, SitePage>();
  readonly #classNames: ReadonlySet<string>;
  #rendered = 0;
  #files = 0;
  #bytes = 0;
  #peakMemoryBytes = 0;
  #turnAt = 0;

  private constructor(parts: {
    request: BuildRequest;
    settings: BuildSettings;
    log: IssueLog;
    plan: SitePlan;
    site: RenderSite;
    theme: SiteTheme;
    anchors: AnchorCheck;
    classNames: ReadonlySet<string>;
  }) {
    this.#request = parts.request;
    this.#settings = parts.settings;
    this.#log = parts.log;
    this.#plan = parts.plan;
    this.#site = parts.site;
    this.#theme = parts.theme;
    this.#apiSettings = apiSettingsOf(parts.plan.config, parts.settings.basePath);
    this.#anchors = parts.anchors;
    this.#classNames = parts.classNames;
  }

  /** Reads everything that pages share. */
  static async prepare(request: BuildRequest, settings: BuildSettings): Promise<SiteBuild> {
    const { source } = request;
    request.onProgress?.({ phase: 'read', done: 0, total: 1 });
    const log = new IssueLog(settings.limits.issuesPerFileAndCode);
    const plan = planSite(source, settings, log);
    const anchors = new AnchorCheck();
    const site = createRenderSite({ request, settings, plan, log, anchors });
    const classNames = collectClassNames(
      plan.pages.map(({ page }) => page.body),
      source,
    );
    const theme = await createSiteTheme({ plan, site, settings, source, classNames });
    request.onProgress?.({ phase: 'read', done: 1, total: 1 });
    return new SiteBuild({ request, settings, log, plan, site, theme, anchors, classNames });
  }

  async run(): Promise<void> {
    const { paths } = this.#settings;
    const chosen =
      paths.length === 0 ? this.#plan.pages : this.#plan.pages.filter(({ page }) => paths.includes(page.path));
    for (const [index, planned] of chosen.entries()) {
      await this.#buildPage(planned);
      await this.#turn({ phase: 'pages', done: index + 1, total: chosen.length });
    }
    if (paths.length > 0) return;
    await this.#emitAll(this.#theme.theme.files());
    if (this.#settings.features.offlineSearch) {
      this.#used.add('search');
      await this.#emitAll(this.#search.files());
    }
    await this.#emitAll(this.#theme.addOnFiles(this.#used));
    await this.#emitAll(this.#site.islands?.files() ?? []);
    await copyStaticFiles({
      source: this.#request.source,
      plan: this.#plan,
      site: this.#site,
      emit: (file) => this.#emit(file),
      report: (issue) => this.#log.add(issue),
      turn: (done, total) => this.#turn({ phase: 'assets', done, total }),
    });
    await this.#emitAll(
      siteOutputs({
        plan: this.#plan,
        site: this.#site,
        settings: this.#settings,
        theme: this.#theme.theme,
        listed: this.#listed,
      }),
    );
    this.#anchors.report((issue) => this.#log.add(issue));
    checkRedirects(this.#plan.config.redirects, this.#site.links, this.#plan.config.file, (issue) =>
      this.#log.add(issue),
    );
    this.#request.onProgress?.({ phase: 'outputs', done: 1, total: 1 });
  }

  pagePaths(): string[] {
    return this.#plan.pages.map(({ page }) => page.path);
  }

  /** One page, outside of a run; undefined when the site has none by that path. */
  renderOne(path: string): BuiltPage | undefined {
    const planned = this.#plan.pages.find(({ page }) => page.path === path);
    if (planned === undefined) return undefined;
    const issues: Issue[] = [];
    const site: RenderSite = {
      ...this.#site,
      report: (issue) => void issues.push(issue),
      expectAnchor: () => undefined,
    };
    const { rendered, context } = renderPage({ ...this.#replaced(planned), apiSettings: this.#apiSettings }, site);
    const html = this.#theme.theme.page(rendered, this.#plan.views.view(path));
    return {
      html,
      markdown: rendered.markdown,
      issues,
      dependencies: new Set([planned.page.sourcePath, ...context.dependencies]),
    };
  }

  /**
   * Takes the new text of a page or snippet, where nothing that other pages show of it changed. False: the site must be read again.
   */
  replaceText(path: string): boolean {
    const { source } = this.#request;
    if (!source.has(path)) return false;
    const planned = this.#plan.pages.find(({ page }) => page.sourcePath === path && page.api === undefined);
    if (planned === undefined)
      return /^_?snippets\/.*\.(?:mdx?|jsx|tsx|json)$/i.test(path) && this.#site.snippets.forget(path);
    const page = readPageFile(source, planned.page.path, path, this.#settings.limits.sourceFileBytes);
    if (JSON.stringify(page.frontmatter) !== JSON.stringify(this.#replaced(planned).page.frontmatter)) return false;
    const known = this.#classNames;
    if ([...collectClassNames([page.body], emptySource)].some((name) => !known.has(name))) return false;
    this.#edits.set(planned.page.path, page);
    this.#site.snippets.forget(path);
    return true;
  }

  #replaced(planned: PlannedPage): PlannedPage {
    const page = this.#edits.get(planned.page.path);
    return page === undefined ? planned : { ...planned, page };
  }

  finish(startedAt: number): BuildReport {
    this.#measureMemory();
    return {
      pages: this.#plan.pages.length,
      rendered: this.#rendered,
      files: this.#files,
      bytes: this.#bytes,
      durationMs: Math.round(this.#request.clock() - startedAt),
      peakMemoryBytes: this.#peakMemoryBytes,
      issues: this.#log.sorted(),
    };
  }

  async #buildPage(planned: PlannedPage): Promise<void> {
    const { page, inNavigation } = planned;
    const result = renderPage({ ...planned, apiSettings: this.#apiSettings }, this.#site);
    const { rendered, context } = result;
    const view = this.#plan.views.view(page.path);
    this.#anchors.addPage(page.path, rendered.content + rendered.sidePanel);
    for (const need of rendered.needs)
      if (need === 'katex' || need === 'mermaid' || need === 'playground') this.#used.add(need);
    await this.#emit({ path: `${page.path}.html`, bytes: this.#theme.theme.page(rendered, view) });
    await this.#emit({ path: `${page.path}.md`, bytes: rendered.markdown });
    if (page.frontmatter['rss'] === true) await this.#emit(this.#feed(rendered, context.updates));
    this.#rendered++;
    if (!rendered.hidden || this.#plan.config.seo.indexing === 'all')
      this.#index(rendered, planned, view.breadcrumbs, view.searchScope);
    if (inNavigation && !rendered.hidden) {
      const url = `${this.#settings.siteUrl}${this.#settings.basePath}/${page.path}.md`;
      this.#listed.push({
        path: page.path,
        title: rendered.title,
        description: rendered.description,
        url,
        markdown: rendered.markdown,
      });
    }
  }

  #index(rendered: RenderedPage, { page }: PlannedPage, breadcrumbs: readonly string[], scope: string): void {
    const { frontmatter } = page;
    if (!this.#settings.features.offlineSearch || frontmatter['searchable'] === false || rendered.noindex) return;
    const groups = this.#plan.views.location(page.path)?.groups ?? [];
    if (groups.some(({ searchable }) => !searchable)) return;
    const boost = frontmatter['boost'] ?? groups.findLast((group) => group.boost !== undefined)?.boost;
    const keywords = frontmatter['keywords'];
    this.#search.add({
      path: page.path,
      title: rendered.title,
      breadcrumbs,
      scope,
      sections: rendered.sections,
      boost: typeof boost === 'number' && boost > 0 ? boost : 1,
      keywords: Array.isArray(keywords) ? (keywords as unknown[]).filter((word) => typeof word === 'string') : [],
    });
  }

  #feed(rendered: RenderedPage, entries: readonly FeedEntry[]): OutputFile {
    const url = publicUrl(this.#settings.siteUrl, this.#settings.basePath, rendered.path);
    const feed = writeFeed({
      title: `${rendered.title} - ${this.#plan.config.name}`,
      description: rendered.description,
      url,
      entries,
    });
    return { path: `${rendered.path}/rss.xml`, bytes: feed };
  }

  async #emitAll(files: readonly OutputFile[]): Promise<void> {
    for (const file of files) await this.#emit(file);
  }

  /**
   * Two sources may make one file: pictures with the same name and content, or pages whose names differ in case, which
   * many file systems can't keep apart. The first one stands.
   */
  async #emit(file: OutputFile): Promise<void> {
    const folded = file.path.normalize('NFC').toLowerCase();
    const before = this.#emitted.get(folded);
    if (before !== undefined) {
      if (before !== file.path) this.#reportCollision(file.path, before);
      return;
    }
    this.#emitted.set(folded, file.path);
    this.#files++;
    this.#bytes += typeof file.bytes === 'string' ? Buffer.byteLength(file.bytes) : file.bytes.byteLength;
    await this.#request.emit(file);
  }

  #reportCollision(path: string, before: string): void {
    this.#log.add({
      path,
      severity: 'error',
      code: 'path-collision',
      message: `"${path}" differs from "${before}" in case or Unicode form only, and was left out.`,
      fix: 'Rename one of the two.',
    });
  }

  /** Reports progress, lets other work of the process run now and then, and stops when asked to. */
  async #turn(progress: BuildProgress): Promise<void> {
    this.#request.signal?.throwIfAborted();
    const now = this.#request.clock();
    if (now - this.#turnAt < turnMs && progress.done < progress.total) return;
    this.#turnAt = now;
    this.#measureMemory();
    this.#request.onProgress?.(progress);
    await setImmediate();
    this.#request.signal?.throwIfAborted();
  }

  #measureMemory(): void {
    // Of the whole process, by getrusage: `memoryUsage` reads /proc, which the sandbox does not mount.
    this.#peakMemoryBytes = process.resourceUsage().maxRSS * 1024;
  }
}

function createRenderSite(parts: {
  request: BuildRequest;
  settings: BuildSettings;
  plan: SitePlan;
  log: IssueLog;
  anchors: AnchorCheck;
}): RenderSite {
  const { request, settings, plan, log, anchors } = parts;
  const { source } = request;
  const { config } = plan;
  const links = new SiteLinks({
    pages: plan.pages.map(({ page }) => page.path),
    hasFile: (path) => source.has(path) && !/\.mdx?$/i.test(path),
    redirects: config.redirects,
    remoteFolders: plan.remoteFolders,
    outputs: outputPaths(plan),
    basePath: settings.basePath,
  });
  const bodies = new Map(plan.pages.map(({ page }) => [page.path, page.body]));
  const snippets = new SnippetStore({
    source,
    parse: { math: config.styling.latex },
    maxFileBytes: settings.limits.sourceFileBytes,
  });
  const assets = new AssetStore(source, settings.basePath);
  const readSiteFile = (path: string): string | undefined => {
    const bytes = source.read(path);
    return bytes === undefined ? undefined : decodeText(bytes).text;
  };
  return {
    config,
    features: settings.features,
    basePath: settings.basePath,
    limits: settings.limits,
    links,
    anchors: new AnchorIndex((path) => bodies.get(path)),
    assets,
    icons: createIconSet({
      library: config.icons.library,
      readSiteFile,
      asset: (path) => assets.hashedAddress(path.replace(/^\//, '')) ?? path,
    }),
    highlighter: createSiteHighlighter(parts),
    snippets,
    components: builtInComponents,
    islands: settings.javaScript === 'off' ? undefined : createIslands(snippets, log),
    renderer,
    calls: new ForwardableCalls(),
    notices: settings.notices,
    report: (issue) => log.add(issue),
    expectAnchor: (anchor) => anchors.expect(anchor),
  };
}

/** Code in a language of the site's own is not shared: another site may mean another language by the name. */
function createSiteHighlighter({
  request,
  settings,
  plan,
  log,
}: {
  request: BuildRequest;
  settings: BuildSettings;
  plan: SitePlan;
  log: IssueLog;
}): Highlighter {
  const customGrammars = readGrammars(plan.config, request.source, (issue) => log.add(issue));
  if (customGrammars.length > 0) return createHighlighter({ customGrammars });
  return createHighlighter(settings.cache === undefined ? {} : { cache: settings.cache });
}

function createIslands(snippets: SnippetStore, log: IssueLog): IslandStore {
  return new IslandStore({
    components: builtInComponents,
    findImport: (specifier, from) => {
      const path = snippets.findImport(specifier, from);
      const file = path === undefined ? undefined : snippets.load(path);
      return file?.kind === 'module' ? file : undefined;
    },
    report: (issue) => log.add(issue),
  });
}
