import type { SiteSource } from './site-source.ts';

/**
 * Creates a source from files in memory, keyed by path relative to the docs folder. Throws a RangeError for an invalid
 * path (`../x`, `/x`, `a//b`).
 */
export function createMemorySource(files: Iterable<readonly [path: string, content: Uint8Array | string]>): SiteSource {
  const byPath = new Map<string, Uint8Array>();
  for (const [path, content] of files) {
    if (!isSitePath(path))
      throw new RangeError(`"${path}" is not a path inside a site: relative, no empty, "." or ".." segment`);
    byPath.set(path, typeof content === 'string' ? new TextEncoder().encode(content) : content);
  }
  const paths = [...byPath.keys()].sort();
  return { paths, has: (path) => byPath.has(path), read: (path) => byPath.get(path) };
}

/** Recognizes nearly all paths without splitting them. */
const plainPath = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/** Whether a path is valid for a file of a site on every platform and inside an archive. */
export function isSitePath(path: string): boolean {
  if (plainPath.test(path)) return true;
  if (path === '' || path.includes('\\') || path.includes('\0')) return false;
  return path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}
