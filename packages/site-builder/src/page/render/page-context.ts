import type { SearchSection, PageHeading } from '../../markup/page-parts.ts';
import { Budget, type Closure, Interpreter, type Scope, type Value, type ValueObject } from '@docwright/expressions';
import type { DefinitionNode, FootnoteDefinitionNode, JsxNode, MdNode } from '../mdx/ast.ts';
import type { IslandModule } from '../islands/island-store.ts';
import { renderMath } from '../math/index.ts';
import { slugify } from '../../text/slugify.ts';
import { writeCodeBlock } from '../components/index.ts';
import type { Issue } from '../../issues/issue.ts';
import type { CodeFence } from '../../markup/code-fence.ts';
import type { Html } from '../../markup/html.ts';
import type { IconSpec } from '../../markup/icon-spec.ts';
import type { ImageSize } from '../../source/image-size/image-size.ts';
import type { PageIdentity, PageNeed, FeedEntry } from '../rendered-page.ts';
import { type ReferenceWord, referenceText } from '../../text/reference-text.ts';
import type { ChildParts, RenderContext } from '../component.ts';
import type { SiteFeatures } from '../../settings/build-settings.ts';
import type { RecordedPage } from './record-answers.ts';
import type { RenderSite } from './render-site.ts';
import { findImageSize, writeAsset, writeHref } from './write-link.ts';
import { renderMermaidFence } from '../mermaid/index.ts';

/** One page while it is rendered: what components may ask of it, and what they leave behind. */
export class PageContext implements RenderContext {
  readonly page: PageIdentity;
  readonly site: RenderSite;
  readonly render: Renderer;
  readonly interpreter: Interpreter;
  readonly headings: PageHeading[] = [];
  readonly needs = new Set<PageNeed>();
  /** Request and response examples and panels, which the theme sets beside the text. */
  readonly sidePanels: { readonly name: string; readonly html: Html }[] = [];
  /** Components of the site by their functions, for those that live in the browser. */
  readonly origins = new Map<Closure, { readonly module: IslandModule; readonly name: string }>();
  /** Set inside of a live component, which renders what is in it itself: keeps what its built-in components ask. */
  island: RecordedPage | undefined;
  /** `<Update>`s of a changelog, for its feed. */
  readonly updates: FeedEntry[] = [];
  /** Source texts of the snippets that the page shows, by their place in the page's own text, for its Markdown. */
  readonly inlined: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  #nodes = 0;
  /** Nodes that are open around the one being rendered. */
  depth = 0;
  readonly ids = new Map<string, number>();
  #sections: { headingId: string; heading: string; text: string[] }[] = [{ headingId: '', heading: '', text: [] }];
  #counter = 0;
  #place: { readonly path: string; readonly line: number | undefined };
  #issues = new Set<string>();

  constructor(site: RenderSite, page: PageIdentity, render: Renderer) {
    this.site = site;
    this.render = render;
    this.page = page;
    this.#place = { path: page.sourcePath, line: undefined };
    this.interpreter = new Interpreter(new Budget(site.limits.expressionSteps));
  }

  get features(): SiteFeatures {
    return this.site.features;
  }

  icon(spec: IconSpec): Html {
    const svg = this.site.icons.svg(spec);
    if (svg !== undefined) return svg;
    this.report({
      severity: 'warning',
      code: 'unknown-icon',
      message: `No icon is named "${spec.name.slice(0, 80)}".`,
      fix: 'Use a Font Awesome, Lucide or Tabler name, a path of this site, or inline SVG.',
    });
    return '';
  }

  inlineMarkdown(text: string): Html {
    return this.render.inlineMarkdown(text, this);
  }

  blockMarkdown(text: string): Html {
    return this.render.blockMarkdown(text, this);
  }

  codeBlock(fence: CodeFence): Html {
    if (fence.language === 'mermaid') {
      this.needs.add('mermaid');
      return renderMermaidFence(fence);
    }
    const lines = this.site.highlighter.highlight(fence.code, fence.language, fence);
    const icon = fence.icon === undefined ? '' : this.icon({ name: fence.icon });
    return writeCodeBlock({ fence, lines, icon });
  }

  word(name: ReferenceWord): string {
    return referenceText(this.page.language)[name];
  }

  math(tex: string, display: boolean): Html {
    this.needs.add('katex');
    const { html, problem } = renderMath(tex, display);
    if (problem !== undefined) {
      this.report({ severity: 'warning', code: 'math', message: `A formula could not be set: ${problem}` });
    }
    return html;
  }

  /** Who is asked for the addresses in HTML elements: inside of a live component they are kept for the browser, which draws it again. */
  get addresses(): Pick<RenderContext, 'href' | 'asset'> {
    return this.island ?? this;
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

  /** Where in the sources the page is being rendered: every issue that is reported inside of `run` is there. */
  at<T>(path: string, line: number | undefined, run: () => T): T {
    const outer = this.#place;
    this.#place = { path, line };
    try {
      return run();
    } finally {
      this.#place = outer;
    }
  }

  get place(): { readonly path: string; readonly line: number | undefined } {
    return this.#place;
  }

  /** To be called for each node, value and property that is rendered: snippets inside of snippets multiply. */
  countNode(count = 1): void {
    const { pageNodes } = this.site.limits;
    this.#nodes += count;
    if (this.#nodes > pageNodes) throw new Error(`it is made of more than ${pageNodes} nodes (limit "pageNodes")`);
  }

  /** The markup of each item behind the other, given up as soon as it is too large. */
  joinHtml<T>(items: readonly T[], write: (item: T) => Html): Html {
    const { pageHtmlBytes } = this.site.limits;
    let html = '';
    for (const item of items) {
      html += write(item);
      if (html.length > pageHtmlBytes)
        throw new Error(`its HTML has more than ${pageHtmlBytes} bytes (limit "pageHtmlBytes")`);
    }
    return html;
  }

  uniqueId(text: string): string {
    const slug = slugify(text);
    const used = this.ids.get(slug);
    this.ids.set(slug, (used ?? 0) + 1);
    if (used === undefined) return slug;
    for (let number = used + 1; ; number++) {
      const candidate = `${slug}-${number}`;
      if (this.ids.has(candidate)) continue;
      this.ids.set(candidate, 1);
      return candidate;
    }
  }

  addHeading(heading: PageHeading): void {
    this.headings.push(heading);
    this.#sections.push({ headingId: heading.id, heading: heading.text, text: [] });
  }

  counter(): number {
    return ++this.#counter;
  }

  /** Text that a search should find under the heading before it. */
  addText(text: string): void {
    this.#sections.at(-1)?.text.push(text);
  }

  sections(): SearchSection[] {
    return this.#sections
      .map(({ headingId, heading, text }) => ({ headingId, heading, text: oneLine(text.join(' ')) }))
      .filter(({ headingId, text }) => headingId !== '' || text !== '');
  }

  report(issue: Omit<Issue, 'path'> & { readonly path?: string }): void {
    // A snippet shown twice on a page has its fault once.
    const path = issue.path ?? this.#place.path;
    const line = issue.line ?? (issue.path === undefined ? this.#place.line : undefined);
    const key = `${path}\n${line ?? ''}\n${issue.column ?? ''}\n${issue.code}\n${issue.message}`;
    if (this.#issues.has(key)) return;
    this.#issues.add(key);
    this.site.report({ ...issue, path, ...(line === undefined ? {} : { line }) });
  }
}

/** Runs of white space are one space each. Most texts have no other, and looking costs less than writing anew. */
function oneLine(text: string): string {
  return (/[^\S ]|  /.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
}

/** Where in a site a node stands while it is rendered. */
export interface RenderEnv {
  readonly page: PageContext;
  /** The file that the node was written in: the page itself or a snippet. */
  readonly file: FileEnv;
  readonly scope: Scope;
  /** Files from the page down to this one, to find cycles. */
  readonly trail: readonly string[];
}

/** What one text file defines for its own nodes. */
export interface FileEnv {
  readonly path: string;
  readonly definitions: ReadonlyMap<string, DefinitionNode>;
  readonly footnotes: ReadonlyMap<string, FootnoteDefinitionNode>;
  /** Identifiers in the order of their first reference, with the number of references. */
  readonly footnoteUses: Map<string, number>;
  /** Makes the ids of footnotes of different files on one page differ. */
  readonly idPrefix: string;
}

/**
 * The renderer as its own parts call it: nodes hold components, which hold expressions, which hold nodes. The parts know each
 * other through this interface alone; `renderer.ts` puts them together.
 */
export interface Renderer {
  nodes(nodes: readonly MdNode[], env: RenderEnv): Html;
  node(node: MdNode, env: RenderEnv): Html;
  /** `node` is the element's place in a text file, for the page's Markdown. */
  element(element: ElementParts, env: RenderEnv, node?: JsxNode): Html;
  value(value: Value, env: RenderEnv): Html;
  children(nodes: readonly MdNode[], env: RenderEnv): ChildParts;
  valueChildren(values: readonly Value[], env: RenderEnv): ChildParts;
  inlineMarkdown(text: string, page: PageContext): Html;
  blockMarkdown(text: string, page: PageContext): Html;
}

export interface ElementParts {
  /** Undefined for a fragment. */
  readonly tag: string | undefined;
  /** What the author bound the tag's name to: it wins over a built-in of the same name. */
  readonly target: Value;
  readonly props: ValueObject;
  readonly children: ChildParts;
}
