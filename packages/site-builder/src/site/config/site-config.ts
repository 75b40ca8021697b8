/**
 * A site's resolved configuration: all defaults are filled in, and invalid values are replaced and reported.
 * `undefined` means that the author set nothing and no default exists.
 */
import type { IconSpec } from '../../markup/icon-spec.ts';

import type { SearchConfig } from './resolve-search.ts';

export const themeNames = ['mint', 'maple', 'palm', 'willow', 'linden', 'almond', 'aspen', 'luma', 'sequoia'] as const;
export type ThemeName = (typeof themeNames)[number];

export interface SiteConfig {
  /** The file that the configuration was read from: `docs.json` or `mint.json`. */
  readonly file: string;
  readonly theme: ThemeName;
  readonly name: string;
  readonly description: string;
  readonly colors: { readonly primary: string; readonly light: string; readonly dark: string };
  readonly logo: ThemedImage & { readonly href: string };
  readonly favicon: ThemedImage;
  readonly appearance: { readonly default: 'system' | 'light' | 'dark'; readonly strict: boolean };
  readonly background: {
    readonly image: ThemedImage;
    readonly decoration: 'gradient' | 'grid' | 'windows' | undefined;
    readonly color: { readonly light: string | undefined; readonly dark: string | undefined };
  };
  readonly styling: StylingConfig;
  readonly fonts: { readonly heading: FontConfig | undefined; readonly body: FontConfig | undefined };
  readonly icons: { readonly library: IconLibrary };
  readonly navbar: NavbarConfig;
  readonly footer: FooterConfig;
  readonly banner: BannerConfig | undefined;
  readonly interaction: { readonly drilldown: boolean | undefined };
  /** Links below each page to the code host: to edit its source, and to report an issue. */
  readonly feedback: { readonly suggestEdit: boolean; readonly raiseIssue: boolean };
  readonly metadata: { readonly timestamp: boolean };
  readonly contextual: { readonly options: readonly ContextualOption[]; readonly display: 'header' | 'toc' };
  readonly api: ApiConfig;
  readonly seo: SeoConfig;
  readonly security: SecurityConfig;
  readonly personalization: PersonalizationConfig;
  readonly search: SearchConfig;
  /** Preview images for social networks. */
  readonly thumbnails: {
    readonly appearance: 'light' | 'dark' | undefined;
    /** A site path or a URL. */
    readonly background: string | undefined;
    readonly fontFamily: string | undefined;
  };
  readonly notFound: { readonly redirect: boolean; readonly title: string; readonly description: string };
  readonly redirects: readonly RedirectRule[];
  readonly variables: ReadonlyMap<string, string>;
  /** `instructions`: the site's instructions for agents. */
  readonly markdown: { readonly schema: boolean; readonly instructions: readonly string[] };
  readonly integrations: ReadonlyMap<string, Readonly<Record<string, string | number | boolean>>>;
  /** The order and labels of pages' views (`<View>`). */
  readonly variations: readonly { readonly id: string; readonly label: string }[];
  /** The setting that makes the whole site restricted, or `undefined` if none exists. */
  readonly protection: string | undefined;
  /** As written, with `$ref`s resolved; `navigation/` parses it. */
  readonly navigation: unknown;
}

export type IconLibrary = 'fontawesome' | 'lucide' | 'tabler';

/** Site paths or URLs; both are the same if the author set only one; `undefined` if the author set neither. */
export interface ThemedImage {
  readonly light: string | undefined;
  readonly dark: string | undefined;
}

export interface StylingConfig {
  readonly eyebrows: 'section' | 'breadcrumbs';
  readonly codeblocks: CodeblockStyling;
  /** `undefined` to decide page by page. */
  readonly latex: boolean | undefined;
}

export interface CodeblockStyling {
  /** `system` follows the page, `dark` is always dark. */
  readonly appearance: 'system' | 'dark';
  /** Shiki theme names, if the site chose any. */
  readonly themes: { readonly light: string; readonly dark: string } | undefined;
  /** Paths of TextMate grammars. */
  readonly customLanguages: readonly string[];
}

export interface FontConfig {
  readonly family: string;
  readonly weight: number | undefined;
  readonly source: string | undefined;
  readonly format: 'woff' | 'woff2' | undefined;
}

export interface LinkConfig {
  readonly label: string;
  readonly href: string;
  readonly icon: IconSpec | undefined;
}

export interface NavbarConfig {
  readonly links: readonly (LinkConfig & { readonly type: 'link' | 'github' | 'discord' })[];
  readonly primary: (LinkConfig & { readonly type: 'button' | 'github' | 'discord' }) | undefined;
}

/** `security` of the configuration. */
export interface SecurityConfig {
  /** Origins from which the site's own scripts may load scripts, styles, frames and data. */
  readonly allowedOrigins: readonly string[];
}

/** `personalization` of the configuration. */
export interface PersonalizationConfig {
  /**
   * The URL of an API that returns the user object of the reader, whom it identifies by its own cookies; `undefined`
   * if readers aren't identified.
   */
  readonly infoUrl: string | undefined;
}

export interface FooterConfig {
  readonly socials: readonly { readonly platform: string; readonly href: string }[];
  readonly columns: readonly { readonly header: string; readonly items: readonly LinkConfig[] }[];
}

export interface BannerConfig {
  /** MDX. */
  readonly content: string;
  readonly dismissible: boolean;
  readonly type: 'info' | 'warning' | 'critical';
  readonly color: { readonly light: string | undefined; readonly dark: string | undefined };
}

export type ContextualOption =
  | { readonly kind: 'named'; readonly name: string }
  | {
      readonly kind: 'custom';
      readonly title: string;
      readonly description: string;
      readonly icon: IconSpec | undefined;
      /** Contains the placeholders `$page`, `$path` and `$mcp`; the query of the object form is appended. */
      readonly href: string;
    };

/** One specification: a path inside the site (or a URL, which a build never fetches). */
export interface SpecReference {
  readonly source: string;
  readonly directory: string | undefined;
  readonly overlays: readonly string[];
}

export interface ApiConfig {
  readonly openapi: readonly SpecReference[];
  readonly asyncapi: readonly SpecReference[];
  readonly params: { readonly expanded: 'all' | 'closed'; readonly post: readonly string[] };
  readonly playground: {
    readonly display: 'interactive' | 'simple' | 'none' | 'auth';
    readonly proxy: boolean;
    readonly credentials: boolean;
  };
  readonly examples: {
    readonly defaults: 'required' | 'all';
    /** `[]` for the builder's own choice. */
    readonly languages: readonly string[];
    readonly prefill: boolean;
    readonly autogenerate: boolean;
  };
  /** Whether an operation shows its whole URL. */
  readonly fullUrl: boolean;
  readonly mdx: {
    readonly auth: { readonly method: 'bearer' | 'basic' | 'key' | 'cobo' | undefined; readonly name: string };
    readonly servers: readonly string[];
  };
}

export interface SeoConfig {
  readonly metatags: ReadonlyMap<string, string>;
  readonly indexing: 'navigable' | 'all';
  /** Longest path first. */
  readonly paths: readonly { readonly path: string; readonly metatags: ReadonlyMap<string, string> }[];
  readonly organization: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly trailingSlash: boolean;
}

export interface RedirectRule {
  /** `/old/:slug*`, `/old/*` or a plain path, with its leading slash. */
  readonly source: string;
  /** A site path or a URL. */
  readonly destination: string;
  readonly permanent: boolean;
}
