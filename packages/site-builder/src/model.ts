/**
 * The seam inside the builder: what the reader of a site (config, navigation, MDX, OpenAPI) hands to the things that
 * make HTML of it (components, theme, search, outputs). Nothing here does anything.
 */
import type { BannerConfig, FooterConfig, NavbarConfig } from './config/site-config.ts';
import type { Issue } from './issue.ts';

/** HTML text that is already escaped and safe to write out. Made by `escapeHtml` or by a component. */
export type Html = string;

/** In CSS pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
  /** An SVG without a size of its own is as wide as its place: the two numbers are its ratio. */
  readonly isRatio?: true;
}

/** `string`s and `number`s as an author wrote them; `html` where a prop was JSX; anything else is a literal value. */
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

/** One child of a component, with fragments, snippets and conditionals already opened up. */
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

/** The children of a component: as HTML, or one by one for a parent that arranges them (Tabs, CodeGroup, Steps, …). */
export interface ChildParts {
  /** All children rendered. Calling it twice gives the same text and reports no issue twice. */
  html(): Html;
  parts(): readonly ChildPart[];
  /** The text without markup, for labels, ids and the search index. */
  text(): string;
}

export interface CodeFence {
  /** The language as written, lower-cased, before aliases; `''` when there is none. */
  readonly language: string;
  readonly code: string;
  readonly title?: string;
  readonly icon?: string;
  readonly lines: boolean;
  readonly wrap: boolean;
  readonly expandable: boolean;
  readonly twoslash: boolean;
  /** 1-based line numbers. */
  readonly highlight: readonly number[];
  readonly focus: readonly number[];
  /** Props of a mermaid fence and whatever else the meta held, as `key=value`. */
  readonly extra: Readonly<Record<string, string>>;
}

export interface IconSpec {
  /** A library name (`rocket`), a site path (`/icons/x.svg`), a URL, or inline SVG. */
  readonly name: string;
  readonly style?: string;
  readonly library?: 'fontawesome' | 'lucide' | 'tabler';
  readonly color?: string;
  /** CSS length or number of pixels. */
  readonly size?: number | string;
  readonly className?: string;
}

/** Words that built-in components write in the page's language. */
export type ReferenceWord = 'required' | 'deprecated' | 'standard' | 'example';

/** What a component may ask of the page that it is rendered in. */
export interface RenderContext {
  readonly page: PageIdentity;
  /** An inline `<svg>`, or `''` with an issue when nothing by that name exists. */
  icon(spec: IconSpec): Html;
  /** Inline Markdown of a prop (`caption`, `tip`, …): emphasis, code and links only. */
  inlineMarkdown(text: string): Html;
  /** Block Markdown of a text that is not MDX (an OpenAPI description): raw HTML in it is sanitised. */
  blockMarkdown(text: string): Html;
  /** A word of the reference in the page's language. */
  word(name: ReferenceWord): string;
  /** A formula of TeX; its text, with an issue, where it cannot be set. */
  math(tex: string, display: boolean): Html;
  /** A whole highlighted block with its copy button. */
  codeBlock(fence: CodeFence): Html;
  /** An author's link as this page must write it: `.html` file, base path, redirects left alone; unsafe schemes give `#`. */
  href(target: string): string;
  /** An author's image or file as this page must write it: the content-hashed file inside the bundle. */
  asset(target: string): string;
  /** How large an image of the site is; undefined for those of others, and where the file does not say. */
  imageSize(target: string): ImageSize | undefined;
  /** An id that is unique on this page, made from `text` by the heading-slug rule. */
  uniqueId(text: string): string;
  /** A heading made by a component (`<Step>`, `<Update>`, …), for the table of contents. */
  addHeading(heading: PageHeading): void;
  /** The next unused number for ids that no link needs to know (`aria-controls`, …). */
  counter(): number;
  report(issue: Omit<Issue, 'path'> & { readonly path?: string }): void;
  readonly features: SiteFeatures;
}

/** One built-in component: a pure function of its props, its children and the page's context. */
export type ComponentHandler = (props: Props, children: ChildParts, context: RenderContext) => Html;

export interface PageIdentity {
  /** Extension-less path, no leading slash: `guides/start`; `index` for the root. */
  readonly path: string;
  /** The source file, or the spec file of a generated page. */
  readonly sourcePath: string;
  readonly title: string;
  /** BCP 47; English where it is not said. */
  readonly language?: string;
}

export interface PageHeading {
  readonly id: string;
  readonly text: string;
  /** 1…6 */
  readonly depth: number;
}

export type PageMode = 'default' | 'wide' | 'custom' | 'frame' | 'center';

/** Everything the theme needs to write one page. */
export interface RenderedPage extends PageIdentity {
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly description: string;
  /** The description as the page shows it: Markdown rendered, links as seen from the page. */
  readonly descriptionHtml: Html;
  readonly mode: PageMode;
  readonly content: Html;
  /** What replaces the table of contents: `<Panel>`, request and response examples. `''` when there is nothing. */
  readonly sidePanel: Html;
  readonly headings: readonly PageHeading[];
  readonly sections: readonly SearchSection[];
  /** The page as Markdown for machines, byte for byte what the author wrote, snippets included. */
  readonly markdown: string;
  /** Parts of the page that need a script or a style of their own. */
  readonly needs: ReadonlySet<PageNeed>;
  readonly hidden: boolean;
  readonly noindex: boolean;
  /** Operation badge of an API page. */
  readonly apiMethod?: string;
}

export type PageNeed = 'katex' | 'mermaid' | 'tabs' | 'playground' | 'islands' | 'view' | 'prompt';

/** One heading's worth of plain text: the unit of a search result. */
export interface SearchSection {
  readonly headingId: string;
  readonly heading: string;
  readonly text: string;
}

/** Which controls the exported pages carry. Resolved from deployment kind and settings before a build begins. */
export interface SiteFeatures {
  readonly offlineSearch: boolean;
  readonly search: boolean;
  readonly assistant: boolean;
  readonly analytics: boolean;
  readonly playground: boolean;
  /** Preview images for social networks, for pages that name none; drawn only where `siteUrl` is known. */
  readonly socialImages: boolean;
}

/** The navigation as a reader of one page sees it. */
export interface NavigationView {
  /** Selectors from the outside in: products, languages, versions, dropdowns, tabs, anchors. */
  readonly divisions: readonly NavDivision[];
  readonly anchors: readonly NavLink[];
  readonly sidebar: readonly NavEntry[];
  /** Groups that lead to the page, outermost first. */
  readonly breadcrumbs: readonly string[];
  readonly previous?: NavLink;
  readonly next?: NavLink;
  /** BCP 47 language of the page, and its writing direction. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** Two pages with the same key have the same sidebar, so the theme renders it once. */
  readonly sidebarKey: string;
  /** Name of the version or product and language that search is limited to; `''` for all. */
  readonly searchScope: string;
  /** What the page's language says instead of the site: the same object for all pages of the language. */
  readonly frame: FrameOverrides;
  /** The page in each language of the site, itself included; empty where there is no other. */
  readonly alternates: readonly LanguageAlternate[];
  /** Set on the root page of a group whose pages it lists. */
  readonly directory?: NavDirectory;
}

/** Parts of the frame that a language may have of its own. */
export interface FrameOverrides {
  readonly banner?: BannerConfig;
  readonly footer?: FooterConfig;
  readonly navbar?: NavbarConfig;
}

export interface LanguageAlternate {
  /** BCP 47. */
  readonly language: string;
  readonly path: string;
  readonly isDefault: boolean;
}

/** Pages and groups below a root page, as its reader sees them under the text. */
export interface NavDirectory {
  readonly layout: 'accordion' | 'card';
  readonly entries: readonly NavEntry[];
}

export type DivisionKind = 'product' | 'language' | 'version' | 'dropdown' | 'tab' | 'anchor';
export interface NavDivision {
  readonly kind: DivisionKind;
  readonly options: readonly NavOption[];
}
export interface NavOption extends NavLink {
  readonly current: boolean;
  readonly description?: string;
  readonly color?: string;
  readonly tag?: string;
  readonly align?: 'start' | 'end';
  readonly hidden: boolean;
  readonly menu?: readonly NavLink[];
}
export interface NavLink {
  readonly label: string;
  /** Page path without extension, or an absolute URL. */
  readonly target: string;
  readonly icon?: IconSpec;
  readonly description?: string;
}
export type NavEntry = NavPage | NavGroup;
export interface NavPage {
  readonly kind: 'page';
  readonly path: string;
  readonly label: string;
  readonly icon?: IconSpec;
  readonly tag?: string;
  readonly method?: string;
  readonly deprecated: boolean;
  /** Of the frontmatter, for cards that lead to the page. */
  readonly description?: string;
  /** An external link (`url:` in the frontmatter). */
  readonly url?: string;
}
export interface NavGroup {
  readonly kind: 'group';
  readonly label: string;
  readonly icon?: IconSpec;
  readonly tag?: string;
  readonly expanded: boolean;
  /** The page that the title links to. */
  readonly root?: string;
  readonly entries: readonly NavEntry[];
}

/** One file of the finished site. */
export interface OutputFile {
  /** Path inside the bundle: `guides/start.html`. */
  readonly path: string;
  readonly bytes: Uint8Array | string;
}
