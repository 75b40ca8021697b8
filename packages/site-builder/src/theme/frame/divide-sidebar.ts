import type { Html } from '../../markup/html.ts';
import { pagesOf, type NavEntry, type NavGroup } from '../../site/index.ts';
import { digestOf } from '../../text/digest-of.ts';
import type { ThemeSite } from '../theme-site.ts';
import {
  createWholeSidebar,
  SidebarWriter,
  type SidebarEntry,
  type SidebarText,
  type WrittenLinks,
} from './write-sidebar.ts';

/**
 * Maximum length, in characters, of a list that each page contains as a whole: 120 to 250 entries, depending on their
 * addresses. The pages of a longer list contain the groups around them, and links to the other groups. At 5,000 pages
 * with 250 entries each, this halves the HTML (39 KB to 22 KB per page).
 */
const maxWholeLength = 20_000;

/**
 * Creates the text of a sidebar. A divided list is the same on all pages of a group, and changes with another group
 * only if that group has a different title or first page.
 *
 * @param language the language of the page, which `sidebarKey` doesn't include
 */
export function createSidebarText(site: ThemeSite, entries: readonly NavEntry[], language: string): SidebarText {
  const links: WrittenLinks = new Map();
  const whole = new SidebarWriter(site, language, links).write(entries);
  if (site.hasRestrictedContent || whole.text.length <= maxWholeLength) return createWholeSidebar(site, whole);
  return new DividedSidebar(site, entries, { language, links }).text();
}

/**
 * Maximum number of cached lists. Pages are written in the order of the navigation, so the pages of a group follow each
 * other.
 */
const maxLists = 200;

/** The groups around a page, outermost first. Pages with the same groups share the object. */
type Chain = readonly NavGroup[];

class DividedSidebar {
  readonly #site: ThemeSite;
  readonly #entries: readonly NavEntry[];
  readonly #language: string;
  readonly #links: WrittenLinks;
  /** The key and the first page of each group that pages can leave out. */
  readonly #places = new Map<NavGroup, { readonly key: string; readonly target: string }>();
  readonly #chains = new Map<string, Chain>();
  readonly #lists = new Map<Chain, SidebarText>();
  /** The number of groups with the same titles, by their titles. */
  readonly #same = new Map<string, number>();

  constructor(
    site: ThemeSite,
    entries: readonly NavEntry[],
    { language, links }: { readonly language: string; readonly links: WrittenLinks },
  ) {
    this.#site = site;
    this.#entries = entries;
    this.#language = language;
    this.#links = links;
    this.#read(entries, [], '');
  }

  text(): SidebarText {
    const none: Chain = [];
    const listOf = (path: string): SidebarText => this.#listOf(this.#chains.get(path) ?? none);
    return {
      for: (path) => listOf(path).for(path),
      digestFor: (path) => listOf(path).digestFor(path),
      when: undefined,
      parts: () => this.#parts(),
    };
  }

  #read(entries: readonly NavEntry[], chain: Chain, names: string): void {
    for (const entry of entries) {
      if (entry.kind === 'page') {
        if (entry.url === undefined) this.#note(entry.path, chain);
        continue;
      }
      const inside = [...chain, entry];
      const path = `${names}\n${entry.label}`;
      if (entry.root !== undefined) this.#note(entry.root, inside);
      const [first] = pagesOf([entry]);
      // Without a title or a page, there is nothing to click or to link to.
      if (first !== undefined && entry.label.trim() !== '')
        this.#places.set(entry, { key: this.#keyOf(path), target: first.path });
      this.#read(entry.entries, inside, path);
    }
  }

  /** Stores a page's groups. A page that appears twice in the navigation belongs to the groups of its first entry. */
  #note(path: string, chain: Chain): void {
    if (!this.#chains.has(path)) this.#chains.set(path, chain);
  }

  /** Derives a key from the titles, so that moving other groups doesn't change it. */
  #keyOf(names: string): string {
    const number = this.#same.get(names) ?? 0;
    this.#same.set(names, number + 1);
    return digestOf(`${names}\n${number}`).slice(0, 16);
  }

  #listOf(chain: Chain): SidebarText {
    const known = this.#lists.get(chain);
    if (known !== undefined) return known;
    const entries = this.#reduce(this.#entries, chain, 0);
    const list = createWholeSidebar(this.#site, this.#writer().write(entries));
    this.#lists.set(chain, list);
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > maxLists && oldest !== undefined) this.#lists.delete(oldest);
    return list;
  }

  /** Replaces the groups outside the chain with links. */
  #reduce(entries: readonly NavEntry[], chain: Chain, depth: number): SidebarEntry[] {
    return entries.map((entry) => {
      if (entry.kind === 'page') return entry;
      const linked = this.#places.get(entry);
      // Nested groups that the author opens are visible.
      const isShown = entry === chain[depth] || (entry.expanded && depth > 0);
      if (isShown || linked === undefined) return { ...entry, entries: this.#reduce(entry.entries, chain, depth + 1) };
      const { key, target } = linked;
      return { kind: 'linked group', group: entry, target, part: this.#isDrilldown() ? undefined : key };
    });
  }

  #parts(): Record<string, Html> {
    if (this.#isDrilldown()) return {};
    const parts: Record<string, Html> = {};
    const visit = (entries: readonly NavEntry[], chain: Chain): void => {
      for (const entry of entries) {
        if (entry.kind === 'page') continue;
        const inside = [...chain, entry];
        const key = this.#places.get(entry)?.key;
        if (key !== undefined) {
          const whole = { ...entry, entries: this.#reduce(entry.entries, inside, inside.length) };
          parts[key] = this.#writer().write([whole], chain.length).text;
        }
        visit(entry.entries, inside);
      }
    };
    visit(this.#entries, []);
    return parts;
  }

  /** Whether opening a group opens its first page: `interaction.drilldown`. */
  #isDrilldown(): boolean {
    return this.#site.config.interaction.drilldown === true;
  }

  #writer(): SidebarWriter {
    return new SidebarWriter(this.#site, this.#language, this.#links);
  }
}
