import type { BuildReport, BuildSettings } from './build-request.ts';
import { resolveSettings } from './resolve-settings.ts';
import type { Issue } from './issue.ts';
import type { OutputFile } from './model.ts';
import { SiteBuild, type BuiltPage } from './site-build.ts';
import type { SiteSource } from './site-source.ts';

export interface PreviewRequest {
  readonly source: SiteSource;
  readonly settings?: Partial<BuildSettings>;
  readonly clock: () => number;
}

export interface PreviewPage {
  readonly html: string;
  readonly markdown: string;
  readonly issues: readonly Issue[];
}

export interface PreviewUpdate {
  /** Page paths whose HTML changed or may have; undefined when every page may have. */
  readonly pages: readonly string[] | undefined;
  readonly durationMs: number;
}

/**
 * A site held ready for looking at while it is written. Pages are rendered when they are asked for; an edit of a page's text
 * costs that page alone, an edit of a snippet the pages that show it, and anything else (configuration, navigation, titles,
 * files that come or go) a new reading of the site.
 */
export interface PreviewSession {
  /** A page by its path; undefined when the site has none. */
  page(path: string): PreviewPage | undefined;
  /** Every file that is no page: theme, search, assets, outputs. Made once per reading of the site. */
  files(): Promise<ReadonlyMap<string, OutputFile['bytes']>>;
  /** Says that files were written, made or removed; `source` is the site as it is now. */
  update(source: SiteSource, changed: readonly string[]): Promise<PreviewUpdate>;
  /** The issues of a whole build of the site as it is now. */
  check(): Promise<BuildReport>;
}

export async function createPreviewSession(request: PreviewRequest): Promise<PreviewSession> {
  const { clock } = request;
  const settings = resolveSettings({ notices: true, ...request.settings });
  let current = request.source;
  // The build reads through this, so that a replaced text is seen without reading the site again.
  const source: SiteSource = {
    get paths() {
      return current.paths;
    },
    has: (path) => current.has(path),
    read: (path) => current.read(path),
  };
  const prepare = (emit: (file: OutputFile) => void): Promise<SiteBuild> =>
    SiteBuild.prepare({ source, emit, clock }, settings);
  let build = await prepare(() => undefined);
  let others: Promise<ReadonlyMap<string, OutputFile['bytes']>> | undefined;
  const pages = new Map<string, BuiltPage>();

  async function buildOthers(): Promise<ReadonlyMap<string, OutputFile['bytes']>> {
    const files = new Map<string, OutputFile['bytes']>();
    const whole = await prepare(({ path, bytes }) => void files.set(path, bytes));
    const names = whole.pagePaths();
    await whole.run();
    for (const path of names) {
      files.delete(`${path}.html`);
      files.delete(`${path}.md`);
    }
    return files;
  }

  return {
    page(path) {
      const known = pages.get(path) ?? build.renderOne(path);
      if (known !== undefined) pages.set(path, known);
      return known;
    },
    files() {
      others ??= buildOthers();
      return others;
    },
    async update(next, changed) {
      const startedAt = clock();
      current = next;
      const replaced = changed.every((path) => build.replaceText(path));
      const touched = [...pages]
        .filter(([, { dependencies }]) => changed.some((path) => dependencies.has(path)))
        .map(([path]) => path);
      for (const path of touched) pages.delete(path);
      if (!replaced) {
        build = await prepare(() => undefined);
        pages.clear();
        others = undefined;
      }
      return { pages: replaced ? touched : undefined, durationMs: clock() - startedAt };
    },
    async check() {
      const startedAt = clock();
      const whole = await prepare(() => undefined);
      await whole.run();
      return whole.finish(startedAt);
    },
  };
}
