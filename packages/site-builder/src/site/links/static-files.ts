import type { SiteSource } from '../../source/site-source.ts';

/** Files that aren't pages and that a reader's browser may request by their own address. */
const servedExtensions =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|apng|mp4|webm|mov|ogg|ogv|mp3|wav|m4a|pdf|zip|gz|csv|tsv|txt|xml|json|ya?ml|css|js|mjs|woff2?|ttf|otf|eot|wasm|html?|ics|vtt|srt|glb|gltf|lottie|riv|pem|proto|sql|ipynb|xlsx?|docx?|pptx?)$/i;

/** Files of the repository's tools with known names, which aren't part of a site. */
const toolFiles =
  /(?:^|\/)(?:docs\.json|mint\.json|package(?:-lock)?\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|tsconfig(?:\.\w+)?\.json|biome\.json|\.?[\w.-]*rc\.(?:json|ya?ml|js|cjs|mjs)|[\w-]+\.config\.(?:js|mjs|cjs|ts))$/i;

/** The site's files other than pages. */
export interface StaticFiles {
  /** Loaded by every page, sorted by path. */
  readonly stylesheets: readonly string[];
  readonly scripts: readonly string[];
  /** Everything that may be served, including the two lists above. */
  readonly all: readonly string[];
}

export function listStaticFiles(source: SiteSource, isIgnored: (path: string) => boolean): StaticFiles {
  const all = source.paths.filter(
    (path) => servedExtensions.test(path) && !isHidden(path) && !toolFiles.test(path) && !isIgnored(path),
  );
  const isSiteWide = (path: string): boolean =>
    !/^_?snippets(?:-jsx)?\/|(?:^|\/)(?:scripts?|tests?|__tests__|tools?|bin)\//.test(path);
  return {
    all,
    stylesheets: all.filter((path) => path.endsWith('.css') && isSiteWide(path)),
    scripts: all.filter((path) => path.endsWith('.js') && isSiteWide(path)),
  };
}

function isHidden(path: string): boolean {
  return path.split('/').some((segment) => segment.startsWith('.') && segment !== '.well-known');
}
