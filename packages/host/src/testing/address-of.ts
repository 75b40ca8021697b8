/** The address of a file of a site: pages are served at their clean address, and the file's address redirects there. */
export function addressOf(path: string): string {
  return `/${path.replace(/(?:^|(?<=\/))index\.html$|\.html$/, '')}`;
}
