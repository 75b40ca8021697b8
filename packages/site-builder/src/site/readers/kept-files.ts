import { posix } from 'node:path';
import type { SiteSource } from '../../source/site-source.ts';
import { decodeText } from '../../text/decode-text.ts';
import type { AssetStore } from '../links/asset-store.ts';
import type { SitePlan } from '../plan/site-plan.ts';

export interface KeptFilesRequest {
  readonly plan: SitePlan;
  readonly source: SiteSource;
  /** Used after all pages are rendered, when the files that they show and link to are known. */
  readonly assets: AssetStore;
}

/** Files at fixed addresses, which programs request from every site. */
const wellKnown = /^(?:robots\.txt$|ads\.txt$|\.well-known\/(?!llms))/;

/**
 * Static files of a site without its restricted pages. A file that the other pages don't use may belong to restricted
 * pages, in ways that no text shows (`src={"/figures/" + name}`), so only files that public parts use are kept: pages,
 * configuration, the site's own styles and scripts, and the files that these refer to.
 */
export function keptFiles({ plan, source, assets }: KeptFilesRequest): readonly string[] {
  const { staticFiles, withheld, isPartial, catalog, config, pages } = plan;
  if (!isPartial) return staticFiles.all.filter((path) => !withheld.has(path));
  const named = new Set<string>();
  addTexts({ ...config, navigation: undefined }, named);
  for (const { page } of pages) addTexts(page.frontmatter, named);
  const siteWide = new Set([...staticFiles.stylesheets, ...staticFiles.scripts]);
  for (const path of siteWide) addNamed(decodeText(source.read(path) ?? new Uint8Array()).text, path, named);
  const specs = new Set(catalog.paths());
  const shown = new Set(assets.hashedFiles().map(([path]) => path));
  return staticFiles.all.filter((path) => {
    if (withheld.has(path)) return false;
    return (
      siteWide.has(path) ||
      specs.has(path) ||
      named.has(path) ||
      shown.has(path) ||
      assets.isKeptPlain(path) ||
      wellKnown.test(path)
    );
  });
}

function addTexts(value: unknown, named: Set<string>): void {
  if (typeof value === 'string') named.add(value.replace(/^\.?\/+/, '').replace(/[?#].*$/, ''));
  else if (value instanceof Map) for (const entry of value.values()) addTexts(entry, named);
  else if (typeof value === 'object' && value !== null)
    for (const entry of Object.values(value)) addTexts(entry, named);
}

/** Adds text in quotes or `url()`, resolved from the root of the site and from the file's own folder. */
function addNamed(text: string, path: string, named: Set<string>): void {
  for (const [, quoted = ''] of text.matchAll(/["'`(]([^"'`()\s]+\.\w+)(?:[?#][^"'`()\s]*)?["'`)]/g)) {
    named.add(quoted.replace(/^\.?\/+/, ''));
    named.add(posix.join(posix.dirname(path), quoted));
  }
}
