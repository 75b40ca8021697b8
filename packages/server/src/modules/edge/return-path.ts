const here = 'http://site.invalid';

/** Where on the same site a reader goes on to: never an address elsewhere, whatever was asked for. */
export function toReturnPath(text: string | null): string {
  const url = text === null || /[\\\p{Cc}]/u.test(text) ? null : URL.parse(text, here);
  if (url === null || url.origin !== here) return '/';
  // `/.//elsewhere` is the path `//elsewhere`, which would be a host.
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}`;
}
