import type { KnownPage, SiteKnowledge } from '../knowledge/site-knowledge.ts';
import type { LinkPolicy } from './checked-markdown.ts';

/** A position in the site on which an answer is based. */
export interface AnswerSource {
  readonly path: string;
  readonly title: string;
  readonly anchor: string;
  /** From the root of the host: `/docs/guides/start#install`. */
  readonly url: string;
}

/**
 * The pages that were read in a turn, and the links that an answer may use.
 *
 * 1. A link inside the site must target a page of this turn; an anchor that the page doesn't have is removed.
 * 2. A link to another host must appear verbatim on such a page.
 */
export class ReadPages implements LinkPolicy {
  readonly #knowledge: SiteKnowledge;
  readonly #pages = new Map<string, KnownPage>();
  readonly #sources = new Map<string, AnswerSource>();
  #letters: string | undefined;
  #code: string | undefined;

  constructor(knowledge: SiteKnowledge) {
    this.#knowledge = knowledge;
  }

  async read(path: string): Promise<KnownPage | undefined> {
    const page = await this.#knowledge.readPage(path);
    if (page !== undefined) this.add(page);
    return page;
  }

  add(page: KnownPage): void {
    if (this.#pages.has(page.path)) return;
    this.#pages.set(page.path, page);
    this.#letters = undefined;
    this.#code = undefined;
  }

  /** The sources, in the order in which the answer names them. */
  get sources(): readonly AnswerSource[] {
    return [...this.#sources.values()];
  }

  link(target: string): string | undefined {
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target)) return this.#isLinked(target) ? target : undefined; // 2
    const source = this.#inside(target);
    if (source === undefined) return undefined;
    this.#sources.set(source.url, source);
    return source.url;
  }

  allowsUrl(url: string): boolean {
    return this.#isLinked(url.replace(/[.,;:!?)'"\]}]+$/, ''));
  }

  allowsUrlInCode(url: string): boolean {
    const bare = url.replace(/[.,;:!?)'"\]}]+$/, '');
    return this.#isLinked(bare) || this.#codeOf().includes(bare);
  }

  quotes(text: string): boolean {
    const wanted = letters(text);
    return wanted !== '' && this.#lettersOf().includes(wanted);
  }

  sourceOf(page: Pick<KnownPage, 'path' | 'title'>, anchor: string, heading = ''): AnswerSource {
    const title = heading === '' || heading === page.title ? page.title : `${page.title}: ${heading}`;
    return { path: page.path, title, anchor, url: pageUrl(this.#knowledge.basePath, page.path, anchor) };
  }

  /** Resolves a link inside the site (rule 1). */
  #inside(target: string): AnswerSource | undefined {
    const [pathname = '', anchor = ''] = decode(target).split('#', 2);
    const { basePath } = this.#knowledge;
    const inside = basePath !== '' && pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
    const bare = inside
      .replace(/\?.*$/s, '')
      .replace(/^(?:\.?\/)+|\/+$/g, '')
      .replace(/\.(?:md|mdx|html)$/, '');
    const page = this.#pages.get(bare === '' ? 'index' : bare);
    if (page === undefined) return undefined;
    const isThere = anchor !== '' && page.anchors.has(anchor);
    const heading = page.sections.find((section) => isThere && section.anchor === anchor)?.heading;
    return this.sourceOf(page, isThere ? anchor : '', heading);
  }

  #isLinked(url: string): boolean {
    return [...this.#pages.values()].some(({ links }) => links.has(url));
  }

  #codeOf(): string {
    this.#code ??= [...this.#pages.values()].map(codeOf).join('\n');
    return this.#code;
  }

  #lettersOf(): string {
    this.#letters ??= [...this.#pages.values()].map(({ markdown }) => letters(markdown)).join('\n');
    return this.#letters;
  }
}

export function pageUrl(basePath: string, path: string, anchor: string): string {
  const pathname = path === 'index' ? '' : encodeURI(path.replace(/\/index$/, ''));
  return `${basePath}/${pathname}${anchor === '' ? '' : `#${encodeURIComponent(anchor)}`}`;
}

/**
 * Returns the code of a page, whose examples may contain addresses that aren't links. In a specification, only the
 * addresses of its servers count.
 */
function codeOf({ markdown, operation }: KnownPage): string {
  if (operation !== undefined) return /^servers:\n(?:[ \t].*\n)+/m.exec(markdown)?.[0] ?? '';
  const text = markdown.replaceAll(/^[#>].*$/gm, '');
  return [...text.matchAll(/^[ \t]*(?<fence>`{3,})[^]*?^[ \t]*\k<fence>|`[^`\n]+`/gm)].map(([code]) => code).join('\n');
}

function letters(text: string): string {
  return text
    .replaceAll(/\]\([^)]*\)/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
