/** The anchors of a page, read from its HTML, which is their only source. */
export interface PageAnchors {
  readonly headings: readonly { readonly text: string; readonly id: string }[];
  readonly ids: ReadonlySet<string>;
  /** Addresses on other hosts that the page links to. */
  readonly links: ReadonlySet<string>;
}

export const noAnchors: PageAnchors = { headings: [], ids: new Set(), links: new Set() };

const tagWithId = /<[a-z][a-z\d-]*(?:\s[^<>]*?)?\sid="(?<id>[^"<>]+)"/gi;
const headingWithId =
  /<h(?<level>[1-6])(?:\s[^<>]*?)?\sid="(?<id>[^"<>]+)"[^<>]*>(?<inner>.{0,2000}?)<\/h\k<level>>/gis;
const outsideLink = /<a\s[^<>]*?href="(?<href>https?:\/\/[^"<>]+)"/gi;
/** IDs of tabs and similar elements, which are meant for scripts. */
const madeForScripts = /^t\d+-/;

export function readAnchors(html: string): PageAnchors {
  const start = html.indexOf(' id="content"');
  if (start < 0) return noAnchors;
  const end = html.indexOf(' id="pagination"', start);
  const content = html.slice(start + 1, end < 0 ? undefined : end);
  const ids = [...content.matchAll(tagWithId)].flatMap(({ groups }) => groups?.id ?? []).map(decodeEntities);
  const headings = [...content.matchAll(headingWithId)].map(({ groups }) => ({
    text: decodeEntities((groups?.inner ?? '').replaceAll(/<[^>]*>/g, '')),
    id: decodeEntities(groups?.id ?? ''),
  }));
  const links = [...content.matchAll(outsideLink)].flatMap(({ groups }) => groups?.href ?? []).map(decodeEntities);
  return { headings, ids: new Set(ids.filter((id) => !madeForScripts.test(id))), links: new Set(links) };
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#x(?<hex>[\da-f]{1,6})|#(?<decimal>\d{1,7})|(?<name>[a-z]+));/gi, (whole, ...rest) => {
    const groups = Object(rest.at(-1)) as Partial<Record<'hex' | 'decimal' | 'name', string>>;
    if (groups.name !== undefined) return named[groups.name.toLowerCase()] ?? whole;
    const code = groups.hex === undefined ? Number(groups.decimal) : Number.parseInt(groups.hex, 16);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}
