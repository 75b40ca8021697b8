const here = 'http://site.invalid';

/** Maximum length of a return path, which must fit into addresses and headers. */
const maxPathLength = 2_000;

/**
 * Returns the path to which a reader returns. For any input, the path is on the same site. If it is too long, readers
 * return to the home page.
 */
export function toReturnPath(text: string | null): string {
  const url = text === null || /[\\\p{Cc}]/u.test(text) ? null : URL.parse(text, here);
  if (url === null || url.origin !== here) return '/';
  // `/.//elsewhere` normalizes to `//elsewhere`, which browsers treat as a host.
  const path = `${url.pathname.replace(/^\/+/, '/')}${url.search}`;
  return path.length <= maxPathLength ? path : '/';
}
