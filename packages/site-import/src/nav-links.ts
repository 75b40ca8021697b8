import { writePage } from './convert-page.ts';

/** Pages for navigation entries that link to other sites, because `pages` in docs.json can't contain links. */
export class NavLinks {
  readonly files = new Map<string, string>();

  /** Returns the entry's path; addresses other than web addresses have no path. */
  add(title: string, url: string): string | undefined {
    if (!/^https?:\/\//.test(url)) return undefined;
    const slug =
      title
        .toLowerCase()
        .replaceAll(/[^a-z\d]+/g, '-')
        .replaceAll(/^-|-$/g, '') || 'link';
    let path = `links/${slug}`;
    for (let count = 2; this.files.has(`${path}.mdx`); count++) path = `links/${slug}-${count}`;
    this.files.set(`${path}.mdx`, writePage({ title, url }, ''));
    return path;
  }
}
