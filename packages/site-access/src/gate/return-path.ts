const here = 'http://site.invalid';

/** Returns the path on the same site at which a reader continues; never another site, for any input. */
export function toReturnPath(text: string | null): string {
  const url = text === null || /[\\\p{Cc}]/u.test(text) ? null : URL.parse(text, here);
  if (url === null || url.origin !== here) return '/';
  // `/.//elsewhere` has the path `//elsewhere`, which would be a host.
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}`;
}
