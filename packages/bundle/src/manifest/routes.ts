/**
 * Finds a bundle's file for a path. Looks it up in a map, never on a disk: a file that isn't in the manifest doesn't
 * exist.
 *
 * 1. A path is decoded once. If the result contains `.` or `..`, an empty segment, a backslash or a control
 *    character, or isn't UTF-8, it matches no file; it is never normalized and retried.
 * 2. `/x` and `/x/` are the same page, and `/x.html` redirects there, so that a page has a single address. `/x.md`
 *    is its Markdown. An HTML file that isn't a page (it has no Markdown) is also served as `/x.html`.
 * 3. Redirects without wildcards are tried before files, because a file may be a redirect's HTML stub. Redirects with
 *    wildcards are tried after files, because they must not match their own destinations.
 * 4. With a base path, everything is below it. Files that standards define at the root of a host are also served
 *    there; `/` redirects to the base path, and no other path exists outside it.
 * 5. An endless chain of redirects counts as missing: a browser would follow it until it reaches its redirect limit.
 * 6. If `/old` redirects to a page, `/old.md` redirects to its Markdown.
 */
import type { Manifest, ManifestFile } from './manifest.ts';
import { pathProblem } from './entry-path.ts';
import { compileRedirects, type BundleRedirect, type RedirectMatch } from './redirects.ts';

export type Route<File = ManifestFile> =
  | { readonly kind: 'file'; readonly file: File; readonly markdown: File | undefined }
  | {
      readonly kind: 'redirect';
      readonly location: string;
      readonly status: 307 | 308;
      /** Rule 2: the page, if the path is another spelling of its address. */
      readonly page?: File;
    }
  | { readonly kind: 'missing' };

export interface RouteTable<File = ManifestFile> {
  /** Finds the route of a path. `pathname` is as in the request line, with the base path and without the query. */
  find(pathname: string): Route<File>;
  /** The 404 page, if the site has one. */
  readonly notFound: File | undefined;
}

/** The data needed to find routes, regardless of how the list of files is stored. */
export interface RoutedSite<File> {
  readonly basePath: string;
  readonly redirects: readonly BundleRedirect[];
  /** Looks up a file by its path in the bundle. */
  look(path: string): File | undefined;
}

/** Files that are also served at the root of a host (rule 4). */
const rootFile = /^\/(?:robots\.txt|sitemap\.xml|llms\.txt|llms-full\.txt|\.well-known\/.+)$/;

const missing = { kind: 'missing' } as const;
const MAX_PATH_BYTES = 4096;
/** The number of redirects that browsers follow before they report an error. */
const MAX_HOPS = 20;

/** Removes the leading slash and one trailing slash: `/x/` is another spelling of `/x`, but `/x//` isn't. */
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

  /** Returns the redirect from a page's file name to its address. */
  function toCleanAddress(found: Route<File>, path: string): Route<File> | undefined {
    if (found.kind !== 'file' || found.markdown === undefined || found.file.path !== path) return undefined;
    if (!path.endsWith('.html')) return undefined;
    const clean = path.replace(/(?:^|\/)index\.html$|\.html$/, '');
    const same = findFile(clean);
    if (same?.kind !== 'file' || same.file.path !== path) return undefined;
    return {
      kind: 'redirect',
      location: encodeLocation(`${basePath}/${encodePath(clean)}`),
      status: 308,
      page: found.file,
    };
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
    if (found === undefined) return missing;
    if ('kind' in found) return toCleanAddress(found, path) ?? found; // 2
    return isEndless(found.destination) ? missing : toRedirect(found); // 5
  }

  const findPlain = (decoded: string): Route<File> | RedirectMatch | undefined =>
    redirects.findExact(decoded) ?? findFile(toFilePath(decoded));

  const lookUp = (decoded: string): Route<File> | RedirectMatch | undefined =>
    findPlain(decoded) ?? redirects.findWildcard(decoded); // 3

  /** Whether following this path within the site only reaches more redirects. */
  function isEndless(destination: string): boolean {
    let next = destination;
    for (let hops = 0; hops < MAX_HOPS; hops += 1) {
      // An external or invalid path ends the chain.
      if (!next.startsWith('/')) return false;
      const decoded = decode(next.replace(/[?#].*$/s, ''));
      if (decoded === undefined || decoded.length > MAX_PATH_BYTES) return false;
      const found = lookUp(decoded);
      if (found === undefined || 'kind' in found) return false;
      next = found.destination;
    }
    return true;
  }

  /** Finds the Markdown of a page that has moved (rule 6). */
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

/** Returns the path below the base path, with its leading slash, or `undefined` if it is outside. */
function stripBase(pathname: string, basePath: string): string | undefined {
  if (!pathname.startsWith('/')) return undefined;
  if (basePath === '') return pathname;
  if (pathname === basePath) return '/';
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : undefined;
}

/** Encodes a decoded path for a URL: `?`, `#` and `%` in a name aren't delimiters. */
function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Percent-encodes characters that a header must not contain; existing escapes are unchanged. */
function encodeLocation(location: string): string {
  return encodeURI(location).replaceAll(/%25([0-9A-Fa-f]{2})/g, '%$1');
}
