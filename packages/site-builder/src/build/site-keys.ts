import { serialize } from 'node:v8';
import type { BuildSettings } from '../settings/build-settings.ts';
import type { CustomGrammar } from '@docwright/highlight';
import { digestOf } from '../text/digest-of.ts';
import { isRestricted, referenceKey, type SitePlan } from '../site/index.ts';
import type { SiteSource } from '../source/site-source.ts';

/** Digests of the data that all pages share. */
export interface SiteKeys {
  /** Configuration, settings and grammars, on which the content of any page may depend. */
  readonly content: string;
  /** Paths of the site and redirects: the possible targets of links. */
  readonly shape: string;
  /** Specifications, and the parts that each page documents, on which the content of an API page also depends. */
  readonly api: string;
  /** Styles, scripts and settings, on which every document depends. */
  readonly document: string;
}

export interface SiteKeysRequest {
  readonly source: SiteSource;
  readonly settings: BuildSettings;
  readonly plan: SitePlan;
  readonly grammars: readonly CustomGrammar[];
  readonly digestOfFile: (path: string) => string | undefined;
}

/** Digests of the shared data, except the theme's digest, which is computed from these. */
export function siteKeysOf(request: SiteKeysRequest): Omit<SiteKeys, 'document'> {
  const { plan, settings, grammars } = request;
  const { basePath, siteUrl, features, notices, javaScript, limits } = settings;
  // Serialized as structured values, because a configuration contains maps. The navigation is left out, because each
  // page's position in it is part of its document's key.
  const config = { ...plan.config, navigation: undefined, file: plan.config.file };
  const content = digestOf(serialize([config, basePath, siteUrl, features, notices, javaScript, limits, grammars]));
  return { content, shape: plan.shape, api: apiKeyOf(request) };
}

/**
 * Returns the key of API pages. Pages of one specification share the descriptions of its parts, and their order
 * determines which page reports an error: changing one page changes all.
 */
function apiKeyOf({ source, plan, digestOfFile }: SiteKeysRequest): string {
  const documented = plan.pages.flatMap(({ page, reference }) =>
    reference === undefined ? [] : [`${page.path} ${referenceKey(reference)}`],
  );
  if (documented.length === 0) return '';
  const { file } = plan.config;
  const others = source.paths.filter((path) => /\.(?:json|ya?ml)$/i.test(path) && path !== file);
  // Every change to the navigation changes the configuration's file. Pages depend on this file only if it determines
  // which parts readers see, or in the rare case where it is itself part of a specification.
  const dependsOnConfig =
    isRestricted(plan) ||
    documented.some((key) => key.includes(file)) ||
    others.some((path) => mentions(source, path, file));
  const paths = dependsOnConfig ? [...others, file] : others;
  const digests = paths.map((path) => `${path} ${digestOfFile(path) ?? ''}`);
  return digestOf([JSON.stringify(plan.specs), ...documented, ...digests].join('\n'));
}

function mentions(source: SiteSource, path: string, name: string): boolean {
  const bytes = source.read(path);
  return bytes !== undefined && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(name);
}
