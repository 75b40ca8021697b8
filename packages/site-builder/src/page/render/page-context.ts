import { placeholderIcon } from '../icons/index.ts';
import type { PageHeading } from '../../markup/page-parts.ts';
import type { Scope, Value, ValueObject } from '@docwright/expressions';
import type { DefinitionNode, FootnoteDefinitionNode, JsxNode, MdNode } from '../mdx/ast.ts';
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
import type { ChildParts, RenderContext } from '../component.ts';
import type { SiteFeatures } from '../../settings/build-settings.ts';
import { PageOutput } from './page-output.ts';
import { PagePosition } from './page-position.ts';
import type { RenderSite } from './render-site.ts';
import { findImageSize, writeAsset, writeHref } from './write-link.ts';
import { renderMermaidFence } from '../mermaid/index.ts';

/** The input for rendering a page. */
export interface PageInput {
  readonly site: RenderSite;
  readonly page: PageIdentity;
  readonly render: Renderer;
}

/** One page while it is rendered: its input, the current position and the collected output. */
export class PageContext implements RenderContext {
  readonly input: PageInput;
  readonly position: PagePosition;
  readonly output: PageOutput;

  /** @param output shared with other renderings of the same page */
  constructor(input: PageInput, output = new PageOutput()) {
    this.input = input;
    this.position = new PagePosition(input.page.sourcePath, input.site.limits);
    this.output = output;
  }

  get page(): PageIdentity {
    return this.input.page;
  }

  get features(): SiteFeatures {
    return this.input.site.features;
  }

  icon(spec: IconSpec): Html {
    const svg = this.input.site.icons.svg(spec, (path) => this.shownFile(path.replace(/^\.?\//, '')));
    if (svg !== undefined) return svg;
    this.report({
      severity: 'warning',
      code: 'unknown-icon',
      message: `There is no icon named "${spec.name.slice(0, 80)}"; a neutral mark is shown.`,
      fix: 'Use a Font Awesome, Lucide or Tabler name, a path of this site, or inline SVG.',
    });
    return placeholderIcon(spec);
  }

  inlineMarkdown(text: string): Html {
    return this.input.render.inlineMarkdown(text, this);
  }

  blockMarkdown(text: string): Html {
    return this.input.render.blockMarkdown(text, this);
  }

  codeBlock(fence: CodeFence): Html {
    if (fence.language === 'mermaid') {
      this.output.needs.add('mermaid');
      return renderMermaidFence(fence);
    }
    const lines = this.input.site.highlighter.highlight(fence.code, fence.language, fence);
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
   * Resolves the addresses in HTML elements: inside an island they are stored for the browser, which renders it again.
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

  /** The content-based address of a file of the site, or `undefined` if the file doesn't exist. */
  shownFile(path: string): string | undefined {
    const address = this.input.site.assets.addressOf(path);
    if (address !== undefined) this.output.showFile(path);
    return address;
  }

  /** The address of a file of the site at its own path. */
  linkedFile(path: string): string {
    this.output.linkFile(path);
    return this.input.site.assets.plainAddress(path);
  }

  /** Joins the markup of all items, stopping as soon as it is too large. */
  joinHtml<T>(items: readonly T[], write: (item: T) => Html): Html {
    const { pageHtmlBytes } = this.input.site.limits;
    let html = '';
    for (const item of items) {
      html += write(item);
      if (html.length > pageHtmlBytes)
        throw new Error(`its HTML has more than ${pageHtmlBytes} bytes (limit "pageHtmlBytes")`);
    }
    return html;
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

/** The environment of a node while it is rendered. */
export interface RenderEnv {
  readonly page: PageContext;
  /** The file that contains the node: the page itself or a snippet. */
  readonly file: FileEnv;
  readonly scope: Scope;
  /** Files from the page down to this one, to find cycles. */
  readonly trail: readonly string[];
}

/** Definitions of one text file for its own nodes. */
export interface FileEnv {
  readonly path: string;
  readonly definitions: ReadonlyMap<string, DefinitionNode>;
  readonly footnotes: ReadonlyMap<string, FootnoteDefinitionNode>;
  /** Identifiers in order of first reference, with the number of references. */
  readonly footnoteUses: Map<string, number>;
  /** Distinguishes the IDs of footnotes of different files on one page. */
  readonly idPrefix: string;
}

/**
 * The renderer as its own parts call it: nodes contain components, which contain expressions, which contain nodes. The
 * parts know each other only through this interface; `renderer.ts` connects them.
 */
export interface Renderer {
  nodes(nodes: readonly MdNode[], env: RenderEnv): Html;
  node(node: MdNode, env: RenderEnv): Html;
  /** `node` is the element's location in a text file, for the page's Markdown. */
  element(element: ElementParts, env: RenderEnv, node?: JsxNode): Html;
  value(value: Value, env: RenderEnv): Html;
  children(nodes: readonly MdNode[], env: RenderEnv): PageChildren;
  valueChildren(values: readonly Value[], env: RenderEnv): PageChildren;
  inlineMarkdown(text: string, page: PageContext): Html;
  blockMarkdown(text: string, page: PageContext): Html;
}

/** Children as the renderer knows them, in addition to what components ask of them. */
export interface PageChildren extends ChildParts {
  /** The nodes between the tags; `[]` for children made by an expression. */
  readonly nodes: readonly MdNode[];
  isEmpty(): boolean;
  /** What an author's component sees when it inspects its children. Calling it twice returns the same values. */
  values(): readonly Value[];
}

export interface ElementParts {
  /** `undefined` for a fragment. */
  readonly tag: string | undefined;
  /** The author's binding of the tag's name, which wins over a built-in of the same name. */
  readonly target: Value;
  readonly props: ValueObject;
  readonly children: PageChildren;
}
