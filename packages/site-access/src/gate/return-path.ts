const here = 'http://site.invalid';

/** Longest path at which a reader continues: it is part of addresses and headers. */
const maxPathLength = 2_000;

/**
 * Returns the path on the same site at which a reader continues; never another site, for any input. Readers of a longer
 * address continue at the home page.
 */
export function toReturnPath(text: string | null): string {
  const url = text === null || /[\\\p{Cc}]/u.test(text) ? null : URL.parse(text, here);
  if (url === null || url.origin !== here) return '/';
  // `/.//elsewhere` has the path `//elsewhere`, which would be a host.
  const path = `${url.pathname.replace(/^\/+/, '/')}${url.search}`;
  return path.length <= maxPathLength ? path : '/';
}
