/** The address of a file of a site: pages answer at their clean address, and redirect from that of their file. */
export function addressOf(path: string): string {
  return `/${path.replace(/(?:^|(?<=\/))index\.html$|\.html$/, '')}`;
}
