import { slugify } from '../../text/slugify.ts';

/**
 * Ids that the pages of a site will have, read from their text before they are rendered, so that a link's anchor can be written
 * as the heading's id really is. Links of real sites spell one heading in several ways (`#isnull()`, `#isnull`, `#9%3A-cell`).
 */
export class AnchorIndex {
  readonly #bodyOf: (page: string) => string | undefined;
  readonly #pages = new Map<string, ReadonlyMap<string, string>>();

  constructor(bodyOf: (page: string) => string | undefined) {
    this.#bodyOf = bodyOf;
  }

  /** The id that an anchor means on a page; the anchor as written when the text shows none. */
  find(page: string, anchor: string): string {
    if (anchor === '' || anchor.startsWith(':~:')) return anchor;
    const plain = decode(anchor);
    const folded = fold(plain);
    if (folded === '') return anchor;
    const known = this.#pages.get(page) ?? readAnchors(this.#bodyOf(page) ?? '');
    this.#pages.set(page, known);
    return known.get(`=${plain}`) ?? known.get(folded) ?? anchor;
  }
}

function readAnchors(body: string): Map<string, string> {
  const found = new Map<string, string>();
  const used = new Map<string, number>();
  const text = body.includes('```') ? body.replace(/^[ \t]*(```+|~~~+)[\s\S]*?^[ \t]*\1/gm, '') : body;
  const places =
    /^[ \t]*#{1,6}[ \t]+(.+?)[ \t]*#*$|<(?:Step|Accordion|Expandable|Tab|Update|Heading)\s[^>]*?(?:title|label)="([^"]*)"|<ParamField\s+(?:path|query|body|header|cookie)="([^"]*)"|<ResponseField\s+name="([^"]*)"|\bid="([^"]+)"/gm;
  for (const [, heading, title, parameter, field, own] of text.matchAll(places)) {
    if (own !== undefined) add(found, own, own);
    else if (heading === undefined)
      addSlug(found, used, parameter === undefined ? (title ?? `field-${field ?? ''}`) : `param-${parameter}`);
    else addHeading(found, used, heading);
  }
  return found;
}

function addHeading(found: Map<string, string>, used: Map<string, number>, heading: string): void {
  const custom = /\\?\{#([^{}<>"`]+?)\\?\}\s*$/.exec(heading)?.[1]?.trim().replace(/\s+/g, '-');
  if (custom !== undefined) {
    add(found, custom, custom);
    return;
  }
  const text = heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]*>/g, '')
    .replace(/\\(?=[^\w\s])|[*`]/g, '');
  addSlug(found, used, text);
}

function addSlug(found: Map<string, string>, used: Map<string, number>, text: string): void {
  const slug = slugify(text);
  const count = (used.get(slug) ?? 0) + 1;
  used.set(slug, count);
  add(found, count === 1 ? slug : `${slug}-${count}`, text);
}

function add(found: Map<string, string>, id: string, text: string): void {
  found.set(`=${id}`, id);
  for (const key of [fold(text), fold(id)]) if (!found.has(key)) found.set(key, id);
}

/** Letters and digits alone. */
export function fold(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function decode(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
