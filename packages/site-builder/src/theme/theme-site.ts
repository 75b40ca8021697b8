import type { Condition } from '@docwright/site-access/rules';
import type { Choices, SiteConfig, NavigationView } from '../site/index.ts';
import type { Html } from '../markup/html.ts';
import type { IconSpec } from '../markup/icon-spec.ts';
import type { RenderedPage } from '../page/index.ts';
import type { SourceRepository } from '../settings/source-repository.ts';
import type { SiteFeatures } from '../settings/build-settings.ts';

/** The data that documents need from their page, and from shared parts of the site. */
export interface ThemeContext {
  /** Returns an inline `<svg>`, or `''`. */
  icon(spec: IconSpec): Html;
  /** Returns the address of a file of the site (`/logo.svg`), or an unchanged URL. */
  asset(path: string): string;
  /** Returns the dimensions of an image of the site, or `undefined` if unknown. */
  imageSize(path: string): { readonly width: number; readonly height: number } | undefined;
  /**
   * Returns the address of a page path without extension (`guides/start`), or an unchanged URL; `#` for unsafe schemes.
   */
  href(target: string): string;
  /** Renders a configured text (the banner) as inline Markdown. */
  inlineMarkdown(text: string): Html;
  /** Renders a configured text (the description of the 404 page) as block Markdown. */
  blockMarkdown(text: string): Html;
}

/** The data about a site that the theme needs before it writes the first page. It doesn't change during a build. */
export interface ThemeSite extends ThemeContext {
  readonly config: SiteConfig;
  /** `''` or `/docs`; no trailing slash. */
  readonly basePath: string;
  /** `https://docs.example.com`, or `''` if unknown: canonical links are then left out. */
  readonly siteUrl: string;
  readonly repository: SourceRepository | undefined;
  readonly editorUrl: string | undefined;
  readonly features: SiteFeatures;
  readonly countsReaders: boolean;
  /** Whether readers can sign in, and may then see pages that aren't in the search index. */
  readonly hasReaders: boolean;
  /** Whether pages have a link to sign in. */
  readonly offersSignIn: boolean;
  readonly stylesheets: OwnStyles;
  /** Addresses of the site's own scripts, in loading order. */
  readonly scripts: readonly string[];
  /** CSS of the utility classes that the site uses, from `styles/`. */
  readonly utilities: string;
  /** CSS of the token classes, from `highlight/`. */
  readonly highlightStyles: string;
  /**
   * Returns the URL of the generated preview image of a page without its own image, or `undefined` if none is
   * generated.
   */
  socialImage(page: RenderedPage, view: NavigationView): string | undefined;
  /** CSS of API pages; `''` on a site without any. */
  readonly apiStyles: string;
  readonly addOns: ThemeAddOns;
  /**
   * Whether some readers see more than others. Pages of such a site contain large menus as a whole, because the menus
   * of different readers have different lengths.
   */
  readonly hasRestrictedContent: boolean;
  /** Set only in a sealed build. */
  readonly readers: ThemeReaders | undefined;
  /** Returns the address of the additional style sheet of a page that isn't public. */
  restrictedStyles(path: string): string | undefined;
}

export interface ThemeReaders {
  readonly choices: Choices;
  /**
   * Returns the condition under which readers see the target of a link within the site; `undefined` if everyone sees
   * the target.
   */
  readonly whenLink: (href: string | undefined) => Condition | undefined;
}

/** Addresses of the site's own style sheets, in loading order. */
export interface OwnStyles {
  /** Linked before the theme's sheet. */
  readonly early: readonly string[];
  readonly late: readonly string[];
  /** Cascade layers that the theme's layer overrides. */
  readonly layers: readonly string[];
}

/** Bundle paths (`_docwright/…`) of files that only some pages load. `undefined`: the site has none. */
export interface ThemeAddOns {
  /** Module that exports `openSearch`; see `client/open-search.ts`. */
  readonly searchScript: string | undefined;
  /** Module that exports `suggestPages`, for the 404 page. */
  readonly nearestScript: string | undefined;
  /** Address at which the site's server answers searches; the dialog queries it before the index in the browser. */
  readonly searchEndpoint: string | undefined;
  readonly mathStylesheet: string | undefined;
  /** Rules for the fonts of a page's formulas, written into its head. */
  readonly mathFonts: (content: Html) => string;
  readonly mermaidScript: string | undefined;
  /** Module that exports `openPlayground(host)`. */
  readonly playgroundScript: string | undefined;
  /** The same module, for pages that need it on a site whose public pages don't. */
  readonly restrictedPlaygroundScript: string | undefined;
  readonly islandsScript: string | undefined;
  /** Module that exports `openAssistant({ endpoint, base, selected, question })`. */
  readonly assistantScript: string | undefined;
  /**
   * Full URL of the site's MCP server, if a host serves it; otherwise, contextual options that need it are left out.
   */
  readonly mcpUrl: string | undefined;
}
