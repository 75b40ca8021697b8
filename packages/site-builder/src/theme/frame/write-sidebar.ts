import type { Condition } from '@docwright/site-access/rules';
import type { Html } from '../../markup/html.ts';
import { implies, type NavEntry, type NavGroup, type NavPage } from '../../site/index.ts';
import { linkAttributes } from '../links.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { closePiece, openPiece, whenAny, writeIf } from '../for-readers.ts';
import type { ThemeSite } from '../theme-site.ts';

/**
 * The entries of one sidebar as text, with the positions where a page marks itself. The list is written once for all
 * pages that share it; a page costs a few slices of the text.
 */
export interface SidebarText {
  /** The list with `path`'s entry marked as current and the groups around it open. */
  for(path: string): Html;
  /** Readers who see an entry. */
  readonly when: Condition | undefined;
}

/*
 * A sidebar is in every page, and a large site's has a thousand entries: an entry has no unnecessary class or wrapper.
 * `<nav>` keeps the semantics of its lists in Safari, so they need no role either.
 */

/** What is inserted for a page, and where: on its own entry and on the groups around it. */
type Marks = readonly (readonly [offset: number, mark: string])[];

/** A list of entries. */
interface Level {
  /** Groups around it. */
  readonly depth: number;
  /** What its readers meet. */
  readonly around: Condition | undefined;
}

const CURRENT = ' aria-current="page"';
const OPEN = ' open';
/** On the item and the top group of the current page, for style sheets of sites. */
const ACTIVE = ' data-active="true"';

export function createSidebarText(site: ThemeSite, entries: readonly NavEntry[], drilldown: boolean): SidebarText {
  const places = new Map<string, Marks>();
  let text = '';

  /** Neighbors with the same readers share a piece, and what all readers of a group see needs none. */
  function writeEntries(list: readonly NavEntry[], openMarks: Marks, { depth, around }: Level): void {
    let open: Condition | undefined;
    for (const entry of list) {
      const when = implies(around, entry.when) ? undefined : entry.when;
      if (when !== open) text += closePiece(site, open) + openPiece(site, when);
      open = when;
      const inside: Level = { depth: depth + 1, around: when ?? around };
      if (entry.kind === 'page') writePage(entry, openMarks);
      else if (depth === 0) writeTopGroup(entry, inside);
      else writeNestedGroup(entry, openMarks, inside);
    }
    text += closePiece(site, open);
  }

  function writePage(page: NavPage, openMarks: Marks): void {
    const item = text.length + '<li'.length;
    text += `<li><a ${linkAttributes(site, page.url ?? page.path)}`;
    // A page that appears twice in the navigation is marked at its first entry.
    if (page.url === undefined && !places.has(page.path))
      places.set(page.path, [...openMarks, [item, ACTIVE], [text.length, CURRENT]]);
    text += `>${iconOf(site, page)}${methodBadge(page.method)}`;
    text += page.deprecated
      ? `<s>${escapeText(page.label)}</s>${tag(page.tag)}<span class="tag tag-deprecated">deprecated</span></a></li>`
      : `${escapeText(page.label)}${tag(page.tag)}</a></li>`;
  }

  function writeTopGroup(group: NavGroup, inside: Level): void {
    text += '<li class="side-group">';
    if (group.label.trim() !== '') {
      const inner = `${iconOf(site, group, 'sidebar-group-icon')}<span class="sidebar-title">${escapeText(group.label)}</span>${tag(group.tag)}`;
      text += '<h2 class="side-heading sidebar-group-header">';
      if (group.root === undefined) text += inner;
      else {
        text += openPiece(site, group.rootWhen);
        text += `<a ${linkAttributes(site, group.root)}`;
        if (!places.has(group.root)) places.set(group.root, [[text.length, CURRENT]]);
        text += '>';
        text += closePiece(site, group.rootWhen);
        text += inner + writeIf(site, group.rootWhen, '</a>');
      }
      text += '</h2>';
    }
    text += '<ul class="sidebar-group"';
    const list = text.length;
    text += '>';
    writeEntries(group.entries, [[list, ACTIVE]], inside);
    text += '</ul></li>';
  }

  function writeNestedGroup(group: NavGroup, openMarks: Marks, inside: Level): void {
    const inner = `${iconOf(site, group, 'sidebar-group-icon')}${escapeText(group.label)}${tag(group.tag)}`;
    text += '<li>';
    let rootMark: number | undefined;
    if (group.root !== undefined) {
      text += openPiece(site, group.rootWhen);
      // The title is a link next to the toggle: a link inside a `<summary>` would be two controls in one.
      text += `<a class="side-root" ${linkAttributes(site, group.root)}`;
      rootMark = text.length;
      text += `>${inner}</a>`;
      text += closePiece(site, group.rootWhen);
    }
    text += '<details';
    const here: Marks = group.expanded ? openMarks : [...openMarks, [text.length, OPEN]];
    if (group.expanded) text += OPEN;
    if (group.root !== undefined && rootMark !== undefined && !places.has(group.root)) {
      places.set(group.root, [[rootMark, CURRENT], ...here]);
    }
    if (drilldown) text += writeFirstPage(site, group);
    text += `>${writeSummary(site, group, inner)}`;
    text += '<ul>';
    writeEntries(group.entries, here, inside);
    text += '</ul></details></li>';
  }

  writeEntries(entries, [], { depth: 0, around: undefined });
  return {
    for(path) {
      const marks = places.get(path);
      return marks === undefined ? text : insertMarks(text, marks);
    },
    when: whenAny(entries),
  };
}

function insertMarks(text: string, marks: Marks): string {
  let written = '';
  let from = 0;
  for (const [at, mark] of marks.toSorted(([a], [b]) => a - b)) {
    written += text.slice(from, at) + mark;
    from = at;
  }
  return written + text.slice(from);
}

function iconOf(site: ThemeSite, { icon }: NavEntry, className?: string): Html {
  if (icon === undefined) return '';
  return site.icon(className === undefined ? icon : { ...icon, className });
}

function writeSummary(site: ThemeSite, group: NavGroup, inner: Html): Html {
  const title = `<summary>${inner}</summary>`;
  if (group.root === undefined) return title;
  const toggle = `<summary class="side-toggle" aria-label="${escapeAttribute(group.label)}"></summary>`;
  return writeIf(site, group.rootWhen, toggle, title);
}

/** The page that a group opens on. */
function writeFirstPage(site: ThemeSite, group: NavGroup): Html {
  return pagesIn(group).reduceRight(
    (rest, { path, when }) => writeIf(site, when, ` data-drill="${escapeAttribute(site.href(path))}"`, rest),
    '',
  );
}

interface DrillPage {
  readonly path: string;
  readonly when: Condition | undefined;
}

/** The pages that may be the first of a group, up to one that all its readers see. */
function pagesIn(group: NavGroup): DrillPage[] {
  const found: DrillPage[] = [];
  const visit = (one: NavGroup): boolean => {
    if (one.root !== undefined) {
      found.push({ path: one.root, when: one.rootWhen });
      if (one.rootWhen === undefined) return true;
    }
    return one.entries.some((entry) => {
      if (entry.kind === 'group') return visit(entry);
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
