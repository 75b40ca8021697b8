import { createHash } from 'node:crypto';
import { contentTypeOf } from '@docwright/bundle';
import { maxImageBytes, ToolError, type PageView, type TakeScreenshot } from '@docwright/doc-agent';
import type { SiteFeatures } from '@docwright/site-builder';
import {
  BrowserError,
  type Browser,
  type PageFile,
  type ScreenshotRequest,
} from '../../../../platform/browser/index.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import { RenderFailure, type SiteFolder } from '../../../building/site-rendering/index.ts';
import type { RenderDocsPage } from './docs-gate.ts';

export interface ScreenshotParts {
  readonly browser: Pick<Browser, 'takeScreenshot'>;
  readonly renderPage: RenderDocsPage;
  /** The files of the commit. */
  readonly folder: Pick<SiteFolder, 'paths' | 'read'>;
  readonly features: SiteFeatures;
  readonly organizationId: string;
  readonly log: Logger;
}

/**
 * The reader's window, and the maximum height of a screenshot: providers reduce images whose longer side exceeds about
 * 1,600 to 2,000 pixels, and text must stay readable.
 */
const screens: Readonly<Record<PageView['screen'], Pick<ScreenshotRequest, 'window' | 'maxHeight'>>> = {
  desktop: { window: { width: 1280, height: 800, isPhone: false }, maxHeight: 2_000 },
  phone: { window: { width: 390, height: 844, isPhone: true }, maxHeight: 1_600 },
};

/** Creates the function that shows pages of one job's site, rendered with the job's changes. */
export function createTakeScreenshot(parts: ScreenshotParts): TakeScreenshot {
  let known: ReadonlyMap<string, string> | undefined;
  return async (docs, view, signal) => {
    known ??= digestLargeFiles(parts.folder);
    const page = view.path.replace(/\.mdx?$/i, '');
    const files = new RenderedFiles(parts.folder, known);
    try {
      const issues = await parts.renderPage(
        docs,
        {
          page,
          features: parts.features,
          existing: [...known],
          onFile: async ({ path, bytes }) => files.keep(path, Buffer.from(bytes)),
        },
        signal,
      );
      const html = files.read(`${page}.html`);
      if (html === undefined)
        throw notShown(issues.find(({ path }) => path === view.path)?.message ?? 'it is not a page of the site');
      return await parts.browser.takeScreenshot(
        parts.organizationId,
        {
          ...screens[view.screen],
          path: `/${page.split('/').map(encodeURIComponent).join('/')}`,
          readFile: (path) => (path === page ? html : files.read(path)),
          theme: view.theme,
          storage: { 'dw-theme': view.theme },
          start: view.start,
          maxBytes: maxImageBytes,
        },
        signal,
      );
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof BrowserError && error.end === 'failed')
        parts.log.warn({ err: error }, 'a page could not be shown');
      if (error instanceof BrowserError || error instanceof RenderFailure) throw notShown(error.message);
      throw error;
    }
  };
}

const notShown = (why: string): ToolError => new ToolError('not_shown', `the page can't be shown: ${why}`);

/** Maximum total size of the files that the builder wrote, in addition to the repository's files. */
const maxKeptBytes = 64 * 1024 ** 2;

/** Minimum size of a file whose digest the builder receives. Smaller files are sent again with each page. */
const minKnownBytes = 64 * 1024;

/** Returns the SHA-256 digests of files that the builder would send unchanged with each page. */
function digestLargeFiles(folder: ScreenshotParts['folder']): ReadonlyMap<string, string> {
  return new Map(
    folder.paths.flatMap((path): (readonly [string, string])[] => {
      const bytes = folder.read(path);
      if (bytes === undefined || bytes.byteLength < minKnownBytes) return [];
      return [[path, createHash('sha256').update(bytes).digest('hex')]];
    }),
  );
}

/** A rendered page's files. Repository files are already in memory. File names are untrusted. */
class RenderedFiles {
  readonly #folder: Pick<SiteFolder, 'read'>;
  /** Repository files that the builder sends only if they differ. */
  readonly #known: ReadonlyMap<string, string>;
  readonly #files = new Map<string, Uint8Array>();
  #keptBytes = 0;

  constructor(folder: Pick<SiteFolder, 'read'>, known: ReadonlyMap<string, string>) {
    this.#folder = folder;
    this.#known = known;
  }

  keep(path: string, bytes: Buffer): void {
    const same = this.#folder.read(path);
    if (same !== undefined && bytes.equals(same)) {
      this.#files.set(path, same);
      return;
    }
    this.#keptBytes += bytes.byteLength;
    if (this.#keptBytes <= maxKeptBytes) this.#files.set(path, bytes);
  }

  read(path: string): PageFile | undefined {
    const bytes = this.#files.get(path) ?? (this.#known.has(path) ? this.#folder.read(path) : undefined);
    return bytes === undefined ? undefined : { bytes, contentType: contentTypeOf(path) };
  }
}
