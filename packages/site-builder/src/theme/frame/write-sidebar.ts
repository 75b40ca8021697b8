import type { Condition } from '@docwright/site-access/rules';
import type { Html } from '../../markup/html.ts';
import { implies, type NavEntry, type NavGroup, type NavPage } from '../../site/index.ts';
import { linkAttributes } from '../links.ts';
import { digestOf } from '../../text/digest-of.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { referenceText } from '../../text/reference-text.ts';
import { closePiece, openPiece, whenAny, writeIf } from '../for-readers.ts';
import type { ThemeSite } from '../theme-site.ts';

/**
 * The entries of one sidebar as text, with the positions where a page marks itself. The list is written once for all
 * pages that share it; a page costs a few slices of the text.
 */
export interface SidebarText {
  /** Writes the list with `path`'s entry marked as current and its enclosing groups open. */
  for(path: string): Html;
  /** Returns the digest of the list without the marks. */
  digestFor(path: string): string;
  /** Readers who see an entry. */
  readonly when: Condition | undefined;
  /** Writes the groups that the pages leave out, by their `data-part`; only a large sidebar has them. */
  readonly parts?: () => Readonly<Record<string, Html>>;
}

/** A link to a group whose entries the page leaves out. */
export interface LinkedGroup {
  readonly kind: 'linked group';
  readonly when?: undefined;
  readonly group: NavGroup;
  /** The path of a page whose sidebar shows the entries. */
  readonly target: string;
  /** Key of the entries in the sidebar's file; `undefined`: they are shown only on that page. */
  readonly part: string | undefined;
}

export type SidebarEntry = NavPage | SidebarGroup | LinkedGroup;

export interface SidebarGroup extends Omit<NavGroup, 'entries'> {
  readonly entries: readonly SidebarEntry[];
}

/*
 * A sidebar is in every page, and a large site's has a thousand entries: an entry has no unnecessary class or wrapper.
 * In `<nav>`, Safari keeps the semantics of lists, so they need no role.
 */

/** Minimum length of a block; shorter blocks aren't worth a reference. */
const blockChars = 2048;

/** The marks to insert for a page, with their positions: on its own entry and on the enclosing groups. */
type Marks = readonly (readonly [offset: number, mark: string])[];

/** The level of a list of entries. */
interface Level {
  /** Number of enclosing groups. */
  readonly depth: number;
  /** The condition that all readers of the list meet. */
  readonly around: Condition | undefined;
}

const CURRENT = ' aria-current="page"';
const OPEN = ' open';
/** The attribute of the current page's item and top group, for style sheets of sites. */
const ACTIVE = ' data-active="true"';

/** Writes the whole list into each page. */
export function createWholeSidebar(site: ThemeSite, { text, places, cuts, when }: WrittenSidebar): SidebarText {
  const blocks = divide(site, text, cuts);
  let digest: string | undefined;
  const list = (path: string): Html => {
    const marks = places.get(path) ?? [];
    return blocks
      .map(({ from, end, reference }) => {
        const own = marks.filter(([at]) => at >= from && at < end);
        return own.length === 0 ? reference : insertMarks(text.slice(from, end), own, from);
      })
      .join('');
  };
  return { for: list, digestFor: () => (digest ??= digestOf(list(''))), when };
}

export interface WrittenSidebar {
  readonly text: string;
  /** The marks of each page, by its path. */
  readonly places: ReadonlyMap<string, Marks>;
  /** Positions outside pieces, at which the text can be divided. */
  readonly cuts: readonly number[];
  /** Readers who see an entry. */
  readonly when: Condition | undefined;
}

/** The start tag of an entry's link, without its end, and the link's content. */
interface WrittenLink {
  readonly tag: Html;
  readonly content: Html;
}

/**
 * The links that several lists contain, written once: looking up an icon or an address takes longer than copying text.
 */
export type WrittenLinks = Map<NavEntry, WrittenLink>;

export class SidebarWriter {
  readonly #site: ThemeSite;
  readonly #drilldown: boolean;
  readonly #deprecated: Html;
  readonly #links: WrittenLinks;
  readonly #places = new Map<string, Marks>();
  readonly #cuts = [0];
  #text = '';

  /** @param language the language of the page, which `sidebarKey` doesn't include */
  constructor(site: ThemeSite, language: string, links: WrittenLinks = new Map()) {
    this.#site = site;
    this.#links = links;
    this.#drilldown = site.config.interaction.drilldown === true;
    this.#deprecated = `<span class="tag tag-deprecated">${escapeText(referenceText(language).deprecated)}</span>`;
  }

  /** @param depth number of groups around the entries */
  write(entries: readonly SidebarEntry[], depth = 0): WrittenSidebar {
    this.#writeEntries(entries, [], { depth, around: undefined });
    return { text: this.#text, places: this.#places, cuts: this.#cuts, when: whenAny(entries) };
  }

  /**
   * Writes entries. Adjacent entries with the same readers share a piece, and entries that all readers of a group see
   * need no piece.
   */
  #writeEntries(list: readonly SidebarEntry[], openMarks: Marks, { depth, around }: Level): void {
    let open: Condition | undefined;
    for (const entry of list) {
      const when = implies(around, entry.when) ? undefined : entry.when;
      if (when !== open) this.#text += closePiece(this.#site, open) + openPiece(this.#site, when);
      open = when;
      if (when === undefined && around === undefined && this.#text.length - (this.#cuts.at(-1) ?? 0) >= blockChars)
        this.#cuts.push(this.#text.length);
      const inside: Level = { depth: depth + 1, around: when ?? around };
      if (entry.kind === 'page') this.#writePage(entry, openMarks);
      else if (entry.kind === 'linked group') this.#writeLinkedGroup(entry, depth);
      else if (depth === 0) this.#writeTopGroup(entry, inside);
      else this.#writeNestedGroup(entry, openMarks, inside);
    }
    this.#text += closePiece(this.#site, open);
  }

  #writePage(page: NavPage, openMarks: Marks): void {
    const { tag: start, content } = this.#linkOf(page, () => this.#writeLink(page));
    const item = this.#text.length + '<li'.length;
    this.#text += `<li>${start}`;
    // A page that appears twice in the navigation is marked at its first entry.
    if (page.url === undefined && !this.#places.has(page.path))
      this.#places.set(page.path, [...openMarks, [item, ACTIVE], [this.#text.length, CURRENT]]);
    this.#text += `>${content}</a></li>`;
  }

  #writeLink(page: NavPage): WrittenLink {
    const label = escapeText(page.label);
    const text = page.deprecated ? `<s>${label}</s>${tag(page.tag)}${this.#deprecated}` : `${label}${tag(page.tag)}`;
    return {
      tag: `<a ${linkAttributes(this.#site, page.url ?? page.path)}`,
      content: `${iconOf(this.#site, page)}${methodBadge(page.method)}${text}`,
    };
  }

  #writeLinkedGroup({ group, target, part }: LinkedGroup, depth: number): void {
    const { tag: start, content } = this.#linkOf(group, () => ({
      tag: `<a class="side-more" ${linkAttributes(this.#site, target)}`,
      content: depth === 0 ? this.#titleOf(group) : this.#nameOf(group),
    }));
    const key = part === undefined ? '' : ` data-part="${part}"`;
    this.#text +=
      depth === 0
        ? `<li class="side-group"${key}><h2 class="side-heading sidebar-group-header">${start}>${content}</a></h2></li>`
        : `<li${key}>${start}>${content}</a></li>`;
  }

  #linkOf(entry: NavEntry, write: () => WrittenLink): WrittenLink {
    const known = this.#links.get(entry);
    if (known !== undefined) return known;
    const made = write();
    this.#links.set(entry, made);
    return made;
  }

  #titleOf(group: SidebarGroup): Html {
    return `${iconOf(this.#site, group, 'sidebar-group-icon')}<span class="sidebar-title">${escapeText(group.label)}</span>${tag(group.tag)}`;
  }

  #nameOf(group: SidebarGroup): Html {
    return `${iconOf(this.#site, group, 'sidebar-group-icon')}${escapeText(group.label)}${tag(group.tag)}`;
  }

  #writeTopGroup(group: SidebarGroup, inside: Level): void {
    this.#text += '<li class="side-group">';
    if (group.label.trim() !== '') {
      const inner = this.#titleOf(group);
      this.#text += '<h2 class="side-heading sidebar-group-header">';
      if (group.root === undefined) this.#text += inner;
      else {
        this.#text += openPiece(this.#site, group.rootWhen);
        this.#text += `<a ${linkAttributes(this.#site, group.root)}`;
        if (!this.#places.has(group.root)) this.#places.set(group.root, [[this.#text.length, CURRENT]]);
        this.#text += '>';
        this.#text += closePiece(this.#site, group.rootWhen);
        this.#text += inner + writeIf(this.#site, group.rootWhen, '</a>');
      }
      this.#text += '</h2>';
    }
    this.#text += '<ul class="sidebar-group"';
    const list = this.#text.length;
    this.#text += '>';
    this.#writeEntries(group.entries, [[list, ACTIVE]], inside);
    this.#text += '</ul></li>';
  }

  #writeNestedGroup(group: SidebarGroup, openMarks: Marks, inside: Level): void {
    const inner = this.#nameOf(group);
    this.#text += '<li>';
    let rootMark: number | undefined;
    if (group.root !== undefined) {
      this.#text += openPiece(this.#site, group.rootWhen);
      // The title is a link next to the toggle: a link inside a `<summary>` would be two controls in one.
      this.#text += `<a class="side-root" ${linkAttributes(this.#site, group.root)}`;
      rootMark = this.#text.length;
      this.#text += `>${inner}</a>`;
      this.#text += closePiece(this.#site, group.rootWhen);
    }
    this.#text += '<details';
    const here: Marks = group.expanded ? openMarks : [...openMarks, [this.#text.length, OPEN]];
    if (group.expanded) this.#text += OPEN;
    if (group.root !== undefined && rootMark !== undefined && !this.#places.has(group.root)) {
      this.#places.set(group.root, [[rootMark, CURRENT], ...here]);
    }
    if (this.#drilldown) this.#text += writeFirstPage(this.#site, group);
    this.#text += `>${writeSummary(this.#site, group, inner)}`;
    this.#text += '<ul>';
    this.#writeEntries(group.entries, here, inside);
    this.#text += '</ul></details></li>';
  }
}

interface Block {
  readonly from: number;
  readonly end: number;
  /** The block's text, or a reference to it. */
  readonly reference: string;
}

/**
 * Divides a list into blocks, so that blocks that a page doesn't change are processed only once. If the site has no
 * content for individual readers, the whole list is one block.
 */
function divide({ readers }: ThemeSite, text: string, cuts: readonly number[]): readonly Block[] {
  if (text === '') return [];
  if (readers === undefined) return [{ from: 0, end: text.length + 1, reference: text }];
  return cuts.map((from, index) => {
    const end = cuts[index + 1] ?? text.length + 1;
    return { from, end, reference: readers.choices.share(text.slice(from, end)) };
  });
}

/** Inserts marks into a text whose position in the list is `start`. */
function insertMarks(text: string, marks: Marks, start: number): string {
  let written = '';
  let from = 0;
  for (const [at, mark] of marks.toSorted(([a], [b]) => a - b)) {
    written += text.slice(from, at - start) + mark;
    from = at - start;
  }
  return written + text.slice(from);
}

function iconOf(site: ThemeSite, { icon }: Pick<NavEntry, 'icon'>, className?: string): Html {
  if (icon === undefined) return '';
  return site.icon(className === undefined ? icon : { ...icon, className });
}

function writeSummary(site: ThemeSite, group: SidebarGroup, inner: Html): Html {
  const title = `<summary>${inner}</summary>`;
  if (group.root === undefined) return title;
  const toggle = `<summary class="side-toggle" aria-label="${escapeAttribute(group.label)}"></summary>`;
  return writeIf(site, group.rootWhen, toggle, title);
}

/** Writes the attribute with the address of a group's first page. */
function writeFirstPage(site: ThemeSite, group: SidebarGroup): Html {
  return pagesIn(group).reduceRight(
    (rest, { path, when }) => writeIf(site, when, ` data-drill="${escapeAttribute(site.href(path))}"`, rest),
    '',
  );
}

interface DrillPage {
  readonly path: string;
  readonly when: Condition | undefined;
}

/** Returns the possible first pages of a group, up to the first page that all its readers see. */
function pagesIn(group: SidebarGroup): DrillPage[] {
  const found: DrillPage[] = [];
  const visit = (one: SidebarGroup): boolean => {
    if (one.root !== undefined) {
      found.push({ path: one.root, when: one.rootWhen });
      if (one.rootWhen === undefined) return true;
    }
    return one.entries.some((entry) => {
      if (entry.kind === 'group') return visit(entry);
      if (entry.kind === 'linked group') return visit(entry.group);
      found.push({ path: entry.path, when: entry.when });
      return entry.when === undefined;
    });
  };
  visit(group);
  return found;
}

function methodBadge(method: string | undefined): Html {
  if (method === undefined || method === '') return '';
  const name = method.toLowerCase().replace(/[^a-z]/g, '');
  return `<span class="method method-pill method-nav-pill method-${name}">${escapeText(shortMethod(name))}</span>`;
}

/** Shortens names that would push the title out of the column. */
function shortMethod(name: string): string {
  const short: Readonly<Record<string, string>> = { delete: 'DEL', options: 'OPT', webhook: 'HOOK', websocket: 'WSS' };
  return (Object.hasOwn(short, name) ? short[name] : undefined) ?? name.toUpperCase();
}

function tag(text: string | undefined): Html {
  return text === undefined || text === ''
    ? ''
    : `<span class="tag nav-tag-pill"><span class="nav-tag-pill-text">${escapeText(text)}</span></span>`;
}
