import { foldAnchor, slugify } from '../../text/slugify.ts';

/**
 * IDs that a site's pages will have, read from their text before they are rendered, so that a link's anchor can be
 * corrected to the heading's ID. Links on real sites spell the same heading in several ways (`#isnull()`, `#isnull`,
 * `#9%3A-cell`).
 */
export class AnchorIndex {
  readonly #textsOf: PageTexts;
  readonly #pages = new Map<string, ReadonlyMap<string, string>>();
  readonly #snippets = new Map<string, ReadonlyMap<string, string>>();

  constructor(textsOf: PageTexts) {
    this.#textsOf = textsOf;
  }

  /** The ID that an anchor refers to on a page; the anchor as written if the page has no such ID. */
  find(page: string, anchor: string): string {
    if (anchor === '' || anchor.startsWith(':~:')) return anchor;
    const plain = decode(anchor);
    const folded = foldAnchor(plain);
    if (folded === '') return anchor;
    const own = this.#pages.get(page) ?? readAnchors(this.#textsOf.body(page) ?? '');
    this.#pages.set(page, own);
    return lookUp(own, plain, folded) ?? this.#findInSnippets(page, plain, folded) ?? anchor;
  }

  #findInSnippets(page: string, plain: string, folded: string): string | undefined {
    for (const { path, text } of this.#textsOf.snippets(page)) {
      const anchors = this.#snippets.get(path) ?? readAnchors(text);
      this.#snippets.set(path, anchors);
      const found = lookUp(anchors, plain, folded);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

const lookUp = (anchors: ReadonlyMap<string, string>, plain: string, folded: string): string | undefined =>
  anchors.get(`=${plain}`) ?? anchors.get(folded);

/** The pieces of text that contain a page's headings. */
export interface PageTexts {
  body(page: string): string | undefined;
  /** The text files that the page imports, directly or indirectly. */
  snippets(page: string): Iterable<{ readonly path: string; readonly text: string }>;
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
      addSlug(found, used, title ?? `param-${(parameter ?? field ?? '').replaceAll('_', '-')}`);
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
    // A formula is represented by its TeX; prices have a space before one of their dollar signs.
    .replace(/\$(?!\s)([^$]+?)(?<!\s)\$(?!\d)/g, '$1')
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
  for (const key of [foldAnchor(text), foldAnchor(id)]) if (!found.has(key)) found.set(key, id);
}

function decode(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
