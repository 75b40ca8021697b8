import type { SiteConfig } from '../../site/index.ts';
import type { RenderedPage } from '../../page/index.ts';

/** Returns the names and values of `<meta>` tags that the configuration sets for a page, general tags first. */
export function configuredTags({ seo }: SiteConfig, path: string): readonly ReadonlyMap<string, string>[] {
  const match = seo.paths.find((rule) => matchesPath(rule.path, path));
  return match === undefined ? [seo.metatags] : [seo.metatags, match.metatags];
}

function matchesPath(rule: string, path: string): boolean {
  const prefix = rule.replace(/^\/+|\/?\*+$|\/+$/g, '');
  return prefix === '' || path === prefix || path.startsWith(`${prefix}/`);
}

/** Finds the preview image that an author named for a page: a site path or a URL. */
export function findOwnImage(
  config: SiteConfig,
  { path, frontmatter }: Pick<RenderedPage, 'path' | 'frontmatter'>,
): string | undefined {
  const configured = configuredTags(config, path).toReversed();
  for (const name of ['og:image', 'twitter:image']) {
    const own = frontmatter[name];
    if (typeof own === 'string' && own !== '') return own;
    const ofSite = configured.map((tags) => tags.get(name)).find((value) => value !== undefined && value !== '');
    if (ofSite !== undefined) return ofSite;
  }
  return undefined;
}
