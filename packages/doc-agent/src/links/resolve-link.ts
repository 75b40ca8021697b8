import { dirname, joinRelative } from '../navigation/resolve-ref.ts';
import { trimEndOf } from './trim-end.ts';

/** A link's target taken apart: what names the page, and the rest, which is kept as it is. */
export interface LinkTarget {
  /** As written: `/guides/start`, `./start.mdx`, `../a`. */
  readonly path: string;
  /** `?query#anchor`, with their marks. */
  readonly suffix: string;
}

export function splitTarget(target: string): LinkTarget {
  const at = target.search(/[?#]/);
  return at === -1 ? { path: target, suffix: '' } : { path: target.slice(0, at), suffix: target.slice(at) };
}

/** Links to other sites, mail addresses, anchors on the same page, and templates are nobody's page. */
export function isInternal(target: string): boolean {
  return target !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(target) && !/[{}$*]|\s/.test(target);
}

/**
 * The file path that a link on the page `from` means, without a leading slash; undefined for links that leave the site.
 * `guides/start` stays without extension: see `findPageFile`.
 */
export function resolveTarget(from: string, target: string): string | undefined {
  if (!isInternal(target)) return undefined;
  const { path } = splitTarget(target);
  const decoded = decodePath(path);
  if (decoded === undefined) return undefined;
  return decoded.startsWith('/') ? joinRelative('', decoded) : joinRelative(dirname(from), decoded);
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    // A stray percent sign: the author means the characters as they are.
    return path;
  }
}

/** Page files by the ways a link may name them. */
export interface PageIndex {
  /** The file that a resolved path names: `guides/start` → `guides/start.mdx`, `guides` → `guides/index.mdx`. */
  find(resolved: string): string | undefined;
  readonly pages: readonly string[];
}

export function isPageFile(path: string): boolean {
  return /\.mdx?$/i.test(path);
}

export function toLinkPath(path: string): string {
  return path.replace(/\.mdx?$/i, '');
}

export function indexPages(paths: readonly string[]): PageIndex {
  const files = new Set(paths);
  const pages = paths.filter(isPageFile);
  return {
    pages,
    find(resolved) {
      if (files.has(resolved)) return resolved;
      const trimmed = trimEndOf(resolved, '/');
      const folder = trimmed === '' ? '' : `${trimmed}/`;
      const candidates = trimmed === '' ? [] : [`${trimmed}.mdx`, `${trimmed}.md`];
      candidates.push(`${folder}index.mdx`, `${folder}index.md`, `${folder}README.mdx`, `${folder}README.md`);
      return candidates.find((candidate) => files.has(candidate));
    },
  };
}
