/**
 * Which file of a bundle answers a path. A look-up in a map, never on a disk: what the manifest does not list does not exist.
 *
 * 1. A path is decoded once. A path that then holds `.` or `..`, an empty segment, a backslash or a control character, or
 *    that is not UTF-8, has no file; it is never cleaned and tried again.
 * 2. `/x`, `/x.html` and `/x/` are the same page; `/x.md` is its Markdown.
 * 3. A redirect without wildcards goes before a file (its HTML stub), one with wildcards after (it must not catch what it
 *    leads to).
 * 4. Below a base path everything lies below it. What standards look for at the root of a host is answered there too, from the
 *    same files; `/` leads to the base path, and nothing else is outside.
 * 5. A redirect that leads to more redirects without an end is missing: a browser would ask until it gives up.
 * 6. Where `/old` leads to a page, `/old.md` leads to its Markdown.
 */
import type { Manifest, ManifestFile } from './manifest.ts';
import { pathProblem } from './entry-path.ts';
import { compileRedirects, type BundleRedirect, type RedirectMatch } from './redirects.ts';

export type Route<File = ManifestFile> =
  | { readonly kind: 'file'; readonly file: File; readonly markdown: File | undefined }
  | { readonly kind: 'redirect'; readonly location: string; readonly status: 307 | 308 }
  | { readonly kind: 'missing' };

export interface RouteTable<File = ManifestFile> {
  /** `pathname` as it stands in the request line, without the query; it includes the base path. */
  find(pathname: string): Route<File>;
  /** The page for what is missing, where the site has one. */
  readonly notFound: File | undefined;
}

/** What routes are made of, wherever the list of files is kept. */
export interface RoutedSite<File> {
  readonly basePath: string;
  readonly redirects: readonly BundleRedirect[];
  /** By its path in the bundle. */
  look(path: string): File | undefined;
}

/** 4 */
const rootFile = /^\/(?:robots\.txt|sitemap\.xml|llms\.txt|llms-full\.txt|\.well-known\/.+)$/;

const missing = { kind: 'missing' } as const;
const MAX_PATH_BYTES = 4096;
/** Browsers follow twenty and then say that the site redirected too often. */
const MAX_HOPS = 20;

/** One slash at the end is another spelling of the page; two are an empty segment. */
const toFilePath = (decoded: string): string => (decoded.endsWith('/') ? decoded.slice(1, -1) : decoded.slice(1));

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

export function createRouteTable(manifest: Pick<Manifest, 'files' | 'redirects' | 'basePath'>): RouteTable {
  const { files, redirects, basePath } = manifest;
  const byPath = new Map(files.map((file) => [file.path, file]));
  return createRoutes({ basePath, redirects, look: (path) => byPath.get(path) });
}

export function createRoutes<File extends { readonly path: string }>(site: RoutedSite<File>): RouteTable<File> {
  const redirects = compileRedirects(site.redirects);
  const { basePath } = site;

  function findFile(path: string): Route<File> | undefined {
    const file =
      site.look(path) ?? site.look(`${path}.html`) ?? site.look(path === '' ? 'index.html' : `${path}/index.html`);
    if (file === undefined) return undefined;
    const markdown = file.path.endsWith('.html') ? site.look(`${file.path.slice(0, -5)}.md`) : undefined;
    return { kind: 'file', file, markdown };
  }

  function toRedirect({ destination, status }: RedirectMatch): Route<File> {
    const location = destination.startsWith('/') ? `${basePath}${destination}` : destination;
    return { kind: 'redirect', location: encodeLocation(location), status };
  }

  function find(pathname: string): Route<File> {
    // 4
    if (basePath !== '' && pathname === '/') return { kind: 'redirect', location: `${basePath}/`, status: 307 };
    const inside = stripBase(pathname, basePath) ?? (rootFile.test(pathname) ? pathname : undefined);
    if (inside === undefined) return missing;
    const decoded = decode(inside);
    if (decoded === undefined || decoded.length > MAX_PATH_BYTES) return missing;
    const path = toFilePath(decoded);
    if (path !== '' && pathProblem(path, MAX_PATH_BYTES) !== undefined) return missing; // 1
    const found = findPlain(decoded) ?? findMovedMarkdown(decoded) ?? redirects.findWildcard(decoded);
    if (found === undefined || 'kind' in found) return found ?? missing;
    return isEndless(found.destination) ? missing : toRedirect(found); // 5
  }

  const findPlain = (decoded: string): Route<File> | RedirectMatch | undefined =>
    redirects.findExact(decoded) ?? findFile(toFilePath(decoded));

  const lookUp = (decoded: string): Route<File> | RedirectMatch | undefined =>
    findPlain(decoded) ?? redirects.findWildcard(decoded); // 3

  /** Whether whoever is sent to a path of this site is only ever sent on. */
  function isEndless(destination: string): boolean {
    let next = destination;
    for (let hops = 0; hops < MAX_HOPS; hops += 1) {
      // What is elsewhere, or is no plain path, ends here.
      if (!next.startsWith('/')) return false;
      const decoded = decode(next.replace(/[?#].*$/s, ''));
      if (decoded === undefined || decoded.length > MAX_PATH_BYTES) return false;
      const found = lookUp(decoded);
      if (found === undefined || 'kind' in found) return false;
      next = found.destination;
    }
    return true;
  }

  /** 6 */
  function findMovedMarkdown(decoded: string): RedirectMatch | undefined {
    let next = decoded.endsWith('.md') ? decoded.slice(0, -3) : undefined;
    let status: RedirectMatch['status'] | undefined;
    for (let hops = 0; hops < MAX_HOPS && next !== undefined && next.length <= MAX_PATH_BYTES; hops += 1) {
      const found = lookUp(next);
      if (found === undefined) return undefined;
      if ('kind' in found) {
        const markdown = found.kind === 'file' ? found.markdown : undefined;
        return markdown === undefined || status === undefined
          ? undefined
          : { destination: `/${markdown.path}`, status };
      }
      if (!found.destination.startsWith('/')) return undefined;
      ({ status } = found);
      next = decode(found.destination.replace(/[?#].*$/s, ''));
    }
    return undefined;
  }

  return { find, notFound: site.look('404.html') };
}

/** The path below the base path, with its leading slash; undefined where it lies outside. */
function stripBase(pathname: string, basePath: string): string | undefined {
  if (!pathname.startsWith('/')) return undefined;
  if (basePath === '') return pathname;
  if (pathname === basePath) return '/';
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : undefined;
}

/** Percent-encodes what a header may not hold and leaves what is encoded already. */
function encodeLocation(location: string): string {
  return encodeURI(location).replaceAll(/%25([0-9A-Fa-f]{2})/g, '%$1');
}
