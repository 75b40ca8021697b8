const here = 'http://site.invalid';

/** The path on the same site that a reader continues to; never another site, whatever was requested. */
export function toReturnPath(text: string | null): string {
  const url = text === null || /[\\\p{Cc}]/u.test(text) ? null : URL.parse(text, here);
  if (url === null || url.origin !== here) return '/';
  // `/.//elsewhere` has the path `//elsewhere`, which would be a host.
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}`;
}
