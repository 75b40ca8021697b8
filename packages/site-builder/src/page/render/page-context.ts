import { isAddress, placeholderIcon } from '../icons/index.ts';
import type { PageHeading } from '../../markup/page-parts.ts';
import { renderMath } from '../math/index.ts';
import { writeCodeBlock } from '../components/index.ts';
import type { Issue } from '../../issues/issue.ts';
import type { CodeFence } from '../../markup/code-fence.ts';
import type { Html } from '../../markup/html.ts';
import type { IconSpec } from '../../markup/icon-spec.ts';
import type { ImageSize } from '../../source/image-size/image-size.ts';
import type { PageIdentity } from '../rendered-page.ts';
import { type ReferenceWord, referenceText } from '../../text/reference-text.ts';
import { componentText } from '../../text/component-text.ts';
import { isComponentWord, type ComponentWord } from '../../text/component-words.ts';
import type { RenderContext } from '../component.ts';
import type { SiteFeatures } from '../../settings/build-settings.ts';
import { PageOutput } from './page-output.ts';
import { PagePosition } from './page-position.ts';
import type { RenderSite } from './render-site.ts';
import { findImageSize, writeAsset, writeHref } from './write-link.ts';
import { renderMermaidFence } from '../mermaid/index.ts';

/** Renders Markdown text that components, specifications and the theme show on a page. */
export interface TextRenderer {
  inlineMarkdown(text: string, page: PageContext): Html;
  blockMarkdown(text: string, page: PageContext): Html;
}

/**
 * A page while it is rendered: provides the data that components, nodes and links request, and collects their reports.
 * The parts of a page are in `page` and `site`, the current position in `position`, and the results in `output`.
 * It doesn't render nodes: the renderer is part of `RenderEnv`.
 */
export class PageContext implements RenderContext {
  readonly site: RenderSite;
  readonly page: PageIdentity;
  readonly position: PagePosition;
  readonly output: PageOutput;
  readonly #texts: TextRenderer;

  /** @param output shared with other renderings of the same page */
  constructor(site: RenderSite, page: PageIdentity, texts: TextRenderer, output = new PageOutput()) {
    this.site = site;
    this.page = page;
    this.position = new PagePosition(page.sourcePath, site.limits);
    this.output = output;
    this.#texts = texts;
  }

  get features(): SiteFeatures {
    return this.site.features;
  }

  icon(spec: IconSpec): Html {
    const svg = this.site.icons.svg(spec, (path) => this.shownFile(path.replace(/^\.?\//, '')));
    if (svg !== undefined) return svg;
    this.report({ severity: 'warning', ...describeMissingIcon(spec.name) });
    return placeholderIcon(spec);
  }

  inlineMarkdown(text: string): Html {
    return this.#texts.inlineMarkdown(text, this);
  }

  blockMarkdown(text: string): Html {
    return this.#texts.blockMarkdown(text, this);
  }

  codeBlock(fence: CodeFence): Html {
    if (fence.language === 'mermaid') {
      this.output.needs.add('mermaid');
      return renderMermaidFence(fence);
    }
    const lines = this.site.highlighter.highlight(fence.code, fence.language, fence);
    const icon = fence.icon === undefined ? '' : this.icon({ name: fence.icon });
    return writeCodeBlock({ fence, lines, icon, word: (name) => this.word(name) });
  }

  word(name: ReferenceWord | ComponentWord): string {
    const { language } = this.page;
    return isComponentWord(name) ? componentText(language)[name] : referenceText(language)[name];
  }

  math(tex: string, display: boolean): Html {
    this.output.needs.add('katex');
    const { html, problem } = renderMath(tex, display);
    if (problem !== undefined) {
      this.report({ severity: 'warning', code: 'math', message: `A formula could not be rendered: ${problem}` });
    }
    return html;
  }

  /**
   * Resolves the addresses in HTML elements. Inside an island, they are stored for the browser, which renders the
   * island again.
   */
  get addresses(): Pick<RenderContext, 'href' | 'asset'> {
    return this.position.island ?? this;
  }

  href(target: string): string {
    return writeHref(target, this);
  }

  asset(target: string): string {
    return writeAsset(target, this);
  }

  imageSize(target: string): ImageSize | undefined {
    return findImageSize(target, this);
  }

  /** The content-based address of a site file, or `undefined` if the file doesn't exist. */
  shownFile(path: string): string | undefined {
    const address = this.site.assets.addressOf(path);
    if (address !== undefined) this.output.showFile(path);
    return address;
  }

  /** The address of a site file at its own path. */
  linkedFile(path: string): string {
    this.output.linkFile(path);
    return this.site.assets.plainAddress(path);
  }

  uniqueId(text: string): string {
    return this.position.uniqueId(text);
  }

  addHeading(heading: PageHeading): void {
    this.output.addHeading(heading);
  }

  counter(): number {
    return this.position.counter();
  }

  report(issue: Omit<Issue, 'path'> & { readonly path?: string }): void {
    const { place } = this.position;
    const line = issue.line ?? (issue.path === undefined ? place.line : undefined);
    this.output.report({ ...issue, path: issue.path ?? place.path, ...(line === undefined ? {} : { line }) });
  }
}

function describeMissingIcon(name: string): Pick<Issue, 'code' | 'message' | 'fix'> {
  if (isAddress(name.trim())) {
    return {
      code: 'missing-file',
      message: `The icon "${name.slice(0, 200)}" is not a file of this site; a neutral mark is shown.`,
      fix: 'Add the file, or correct its path.',
    };
  }
  return {
    code: 'unknown-icon',
    message: `There is no icon named "${name.slice(0, 80)}"; a neutral mark is shown.`,
    fix: 'Use a Font Awesome, Lucide or Tabler name, a path of this site, or inline SVG.',
  };
}
