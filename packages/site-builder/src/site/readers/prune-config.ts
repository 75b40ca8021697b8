import type { SiteConfig } from '../config/site-config.ts';
import { toPagePath } from '../navigation/index.ts';
import type { ReadPage } from '../plan/site-plan.ts';
import { isLinkToOmitted, type OmittedContent } from './omitted-content.ts';
import { pruneFrame } from './prune-frame.ts';

/** The configuration without redirects, links and search results that refer to an excluded page. */
export function pruneConfig(config: SiteConfig, left: OmittedContent, kept: readonly ReadPage[]): SiteConfig {
  if (left.pages.size === 0) return config;
  const pinned = config.search.pinned.flatMap((pin) => {
    const paths = pin.paths.filter((path) => !isLinkToOmitted(path, left));
    return paths.length === 0 ? [] : [{ ...pin, paths }];
  });
  return {
    ...pruneFrame(config, left),
    redirects: keepRedirects(config, left, kept),
    search: { ...config.search, pinned },
  };
}

/** Leaves out redirects to excluded pages, because they would reveal the pages' addresses. */
function keepRedirects(
  { redirects }: SiteConfig,
  { pages }: OmittedContent,
  kept: readonly ReadPage[],
): SiteConfig['redirects'] {
  return redirects.filter(({ destination }) => {
    const target = destination.replace(/[?#].*$/, '');
    const fixed = target.replace(/[:*].*$/, '');
    if (fixed === target) return !pages.has(toPagePath(target)) && !pages.has(`${toPagePath(target)}/index`);
    const folder = fixed.replace(/^\//, '');
    const isKept = folder === '' || kept.some(({ page }) => page.path.startsWith(folder));
    return isKept || ![...pages].some((path) => path.startsWith(folder));
  });
}
