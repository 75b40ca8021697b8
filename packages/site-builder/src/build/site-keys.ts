import { serialize } from 'node:v8';
import type { BuildSettings } from '../settings/build-settings.ts';
import type { CustomGrammar } from '@docwright/highlight';
import { digestOf } from '../text/digest-of.ts';
import { referenceKey, type SitePlan } from '../site/index.ts';
import type { SiteSource } from '../source/site-source.ts';

/** Digests of what all pages share. */
export interface SiteKeys {
  /** Configuration, settings and grammars: everything that the content of any page may depend on. */
  readonly content: string;
  /** Paths of the site and redirects: the possible targets of links. */
  readonly shape: string;
  /** Specifications, and which page documents what: what the content of an API page also depends on. */
  readonly api: string;
  /** Styles, scripts and settings: what any document depends on. */
  readonly document: string;
}

export interface SiteKeysRequest {
  readonly source: SiteSource;
  readonly settings: BuildSettings;
  readonly plan: SitePlan;
  readonly grammars: readonly CustomGrammar[];
  readonly digestOfFile: (path: string) => string | undefined;
}

/** Digests of what pages share, except the theme's, which is computed from these. */
export function siteKeysOf(request: SiteKeysRequest): Omit<SiteKeys, 'document'> {
  const { plan, settings, grammars } = request;
  const { basePath, siteUrl, features, notices, javaScript, limits } = settings;
  // Structured, because a configuration contains maps. A page's position in the navigation is part of its document's
  // key.
  const config = { ...plan.config, navigation: undefined, file: plan.config.file };
  const content = digestOf(serialize([config, basePath, siteUrl, features, notices, javaScript, limits, grammars]));
  return { content, shape: plan.shape, api: apiKeyOf(request) };
}

/**
 * Pages of one specification share results of describing its parts, and which of them finds a fault first depends on
 * the order: changing any of them changes all.
 */
function apiKeyOf({ source, plan, digestOfFile }: SiteKeysRequest): string {
  const documented = plan.pages.flatMap(({ page, reference }) =>
    reference === undefined ? [] : [`${page.path} ${referenceKey(reference)}`],
  );
  if (documented.length === 0) return '';
  const files = source.paths.filter((path) => /\.(?:json|ya?ml)$/i.test(path));
  const digests = files.map((path) => `${path} ${digestOfFile(path) ?? ''}`);
  return digestOf([...documented, ...digests].join('\n'));
}
