import { readTags } from '@docwright/bundle';

/**
 * The attribute of `<html>` that contains the suffix of page addresses, for the page's scripts. Pages on a file server
 * don't have the attribute: their addresses end with `.html`.
 */
export const suffixAttribute = 'data-page-suffix';

export interface LinkRules {
  /** `''`, or `'/'` if the site's canonical addresses end with a slash. */
  readonly suffix: string;
  /** Whether sign-in links are removed. */
  readonly hidesSignIn: boolean;
  /**
   * Returns the address of the page in this file.
   *
   * @param path of a link, percent-encoded, ends with `.html`
   * @returns `undefined` if the file isn't a page
   */
  readonly addressOf: (path: string) => string | undefined;
}

const wanted: ReadonlySet<string> = new Set(['html', 'a', 'area']);
/** The characters that the site builder escapes in attributes. */
const references = [
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
] as const;

/**
 * Replaces the file names of pages in links with addresses. Only values of `href` change: text that looks like a link,
 * comments, scripts, and values of other attributes don't.
 *
 * @param html the bytes as Latin-1, so that all other bytes stay unchanged
 */
export function cleanLinks(html: string, { suffix, hidesSignIn, addressOf }: LinkRules): string {
  const parts: string[] = [];
  let from = 0;
  for (const { name, nameEnd, attributes, positions } of readTags(html, wanted)) {
    if (name === 'html') {
      if (attributes.has(suffixAttribute)) continue;
      parts.push(html.slice(from, nameEnd), ` ${suffixAttribute}="${suffix}"`);
      from = nameEnd;
      continue;
    }
    if (hidesSignIn && isSignIn(attributes)) {
      parts.push(html.slice(from, nameEnd - '<a'.length));
      from = endOf(html, nameEnd);
      continue;
    }
    const at = positions.get('href');
    const path = pathOf(attributes.get('href') ?? '');
    if (at === undefined || path === undefined || attributes.has('download')) continue;
    const address = addressOf(unescape(path));
    if (address === undefined) continue;
    parts.push(html.slice(from, at), escape(address));
    from = at + path.length;
  }
  return parts.length === 0 ? html : parts.join('') + html.slice(from);
}

/** Whether a link is the sign-in link that the site builder adds to sites with optional sign-in. */
const isSignIn = (attributes: ReadonlyMap<string, string>): boolean =>
  attributes.has('data-account') && attributes.get('class')?.split(' ').includes('sign-in') === true;

/** Returns the position after the closing tag of a link that contains only text. */
function endOf(html: string, from: number): number {
  const end = html.indexOf('</a>', from);
  return end < 0 ? html.length : end + '</a>'.length;
}

/** Returns the path of a link within the site, as written, if it points to an HTML file. */
function pathOf(href: string): string | undefined {
  if (!href.includes('.html') || !/^\/(?!\/)/.test(href)) return undefined;
  const [path = ''] = /^(?:[^?#&]|&[#\w]+;)*/.exec(href) ?? [];
  return path.endsWith('.html') ? path : undefined;
}

const escape = (text: string): string =>
  references.reduce((escaped, [written, character]) => escaped.replaceAll(character, written), text);

/** Replaces references in reverse order, so that `&amp;lt;` becomes `&lt;`. */
const unescape = (text: string): string =>
  references.reduceRight((plain, [written, character]) => plain.replaceAll(written, character), text);
