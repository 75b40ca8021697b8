import type { Issue } from '../issues/issue.ts';
import type { CodeFence } from '../markup/code-fence.ts';
import type { Html } from '../markup/html.ts';
import type { SiteFeatures } from '../settings/build-settings.ts';
import type { IconSpec } from '../markup/icon-spec.ts';
import type { ImageSize } from '../source/image-size/image-size.ts';
import type { ReferenceWord } from '../text/reference-text.ts';
import type { ComponentWord } from '../text/component-words.ts';
import type { PageHeading } from '../markup/page-parts.ts';
import type { PageIdentity } from './rendered-page.ts';

/** `string`s and `number`s as an author wrote them; `html` if a prop was JSX; anything else is a literal value. */
export type PropValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | PropValue[]
  | { [key: string]: PropValue }
  | JsxValue;

export interface JsxValue {
  readonly kind: 'html';
  readonly html: Html;
}

export type Props = Readonly<Record<string, PropValue>>;

/** One child of a component, with fragments, snippets and conditionals already expanded. */
export type ChildPart =
  | {
      readonly kind: 'component';
      readonly name: string;
      readonly props: Props;
      readonly html: () => Html;
      readonly children: ChildParts;
    }
  | { readonly kind: 'code'; readonly fence: CodeFence; readonly html: () => Html }
  | { readonly kind: 'html'; readonly html: () => Html };

/** A component's children: as HTML, or one by one for a parent that arranges them (Tabs, CodeGroup, Steps, …). */
export interface ChildParts {
  /** Renders all children. Calling it again returns the same text and doesn't repeat issues. */
  html(): Html;
  parts(): readonly ChildPart[];
  /** The text without markup, for labels, IDs and the search index. */
  text(): string;
}

/** The page's functions that a component can call. */
export interface RenderContext {
  readonly page: PageIdentity;
  /** An inline `<svg>`, or `''` with an issue if no icon has this name. */
  icon(spec: IconSpec): Html;
  /** Inline Markdown of a prop (`caption`, `tip`, …): only emphasis, code and links. */
  inlineMarkdown(text: string): Html;
  /** Block Markdown of text that isn't MDX (an OpenAPI description): raw HTML is sanitized. */
  blockMarkdown(text: string): Html;
  /** A label in the page's language. */
  word(name: ReferenceWord | ComponentWord): string;
  /** A TeX formula; its source text, with an issue, if it can't be typeset. */
  math(tex: string, display: boolean): Html;
  /** A whole highlighted block with its copy button. */
  codeBlock(fence: CodeFence): Html;
  /**
   * An author's link in the form for this page: with the base path and `.html`, and to the target of a redirect. Unsafe
   * schemes become `#`.
   */
  href(target: string): string;
  /** An author's image or file in the form for this page: the content-hashed file inside the bundle. */
  asset(target: string): string;
  /** The dimensions of a site image, or `undefined` for an external image or a file that doesn't state them. */
  imageSize(target: string): ImageSize | undefined;
  /** An ID that is unique on this page, derived from `text` by the heading-slug rule. */
  uniqueId(text: string): string;
  /** A heading created by a component (`<Step>`, `<Update>`, …), for the table of contents. */
  addHeading(heading: PageHeading): void;
  /** The next unused number, for IDs that no link uses (`aria-controls`, …). */
  counter(): number;
  report(issue: Omit<Issue, 'path'> & { readonly path?: string }): void;
  readonly features: SiteFeatures;
}

/** A built-in component: a pure function of its props, its children and the page's context. */
export type ComponentHandler = (props: Props, children: ChildParts, context: RenderContext) => Html;
