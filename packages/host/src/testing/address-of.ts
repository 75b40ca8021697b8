/** The address of a site's file. Pages are served at their clean address, to which the file's address redirects. */
export function addressOf(path: string): string {
  return `/${path.replace(/(?:^|(?<=\/))index\.html$|\.html$/, '')}`;
}
