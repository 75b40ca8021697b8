import { posix } from 'node:path';
import type {
  FrameOverrides,
  LanguageAlternate,
  NavDirectory,
  NavDivision,
  NavEntry,
  NavLink,
  NavOption,
  NavPage,
  NavigationView,
  OtherVersion,
} from './navigation-view.ts';
import { CounterpartFinder } from './find-counterpart.ts';
import { directionOf, toLanguageTag } from './language-tags.ts';
import {
  walkNavigation,
  type NavContent,
  type NavLocation,
  type NavSet,
  type NavTreeEntry,
  type NavTreeOption,
} from './nav-tree.ts';

/** The page fields shown in the navigation: read from its frontmatter or its specification. */
export type PageLabels = (path: string) => NavPage;

const noOverrides: FrameOverrides = {};

/** Parts shared by all pages with one sidebar. */
interface Frame {
  readonly divisions: readonly NavDivision[];
  readonly anchors: readonly NavLink[];
  readonly sidebar: readonly NavEntry[];
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly sidebarKey: string;
  readonly searchScope: string;
  readonly frame: FrameOverrides;
  /** Visible pages in reading order. */
  readonly order: readonly string[];
  readonly positions: ReadonlyMap<string, number>;
}

/**
 * The navigation as each page's reader sees it. Parts that don't depend on the page itself are computed once for each
 * content of the tree, so a view costs little more than its object.
 */
export class NavigationViews {
  readonly #labels: PageLabels;
  readonly #isHidden: (path: string) => boolean;
  readonly #locations = new Map<string, NavLocation>();
  readonly #folders = new Map<string, NavLocation>();
  readonly #frames = new Map<number, Frame>();
  readonly #views = new Map<string, NavigationView>();
  readonly #links = new Map<string, NavLink>();
  readonly #firstPages = new Map<number, string | undefined>();
  readonly #counterparts = new CounterpartFinder();
  readonly #root: NavContent;

  /** `isHidden`: whether a page is excluded from lists, although it is in the navigation. */
  constructor(root: NavContent, labels: PageLabels, isHidden: (path: string) => boolean = () => false) {
    this.#root = root;
    this.#labels = labels;
    this.#isHidden = isHidden;
    for (const location of walkNavigation(root)) {
      const { path } = location.page;
      if (!this.#locations.has(path)) this.#locations.set(path, location);
      for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
        if (!this.#folders.has(folder)) this.#folders.set(folder, location);
        if (folder === '.' || folder === '/') break;
      }
    }
  }

  location(path: string): NavLocation | undefined {
    return this.#locations.get(path);
  }

  /** Pages of the navigation in reading order, each once. */
  paths(): IterableIterator<string> {
    return this.#locations.keys();
  }

  /** Returns the same object for the same page. */
  view(path: string): NavigationView {
    const known = this.#views.get(path);
    if (known !== undefined) return known;
    const view = this.#viewOf(path);
    this.#views.set(path, view);
    return view;
  }

  #viewOf(path: string): NavigationView {
    const own = this.#locations.get(path);
    const frame = this.#frame(own ?? this.#nearest(path));
    const position = frame.positions.get(path);
    const previous = position === undefined ? undefined : frame.order[position - 1];
    const next = position === undefined ? undefined : frame.order[position + 1];
    return {
      divisions: own === undefined ? frame.divisions : this.#switchable(frame.divisions, own),
      anchors: frame.anchors,
      sidebar: frame.sidebar,
      breadcrumbs: own === undefined ? [] : own.groups.map(({ label }) => label).filter((label) => label.trim() !== ''),
      ...(previous === undefined ? {} : { previous: this.#link(previous) }),
      ...(next === undefined ? {} : { next: this.#link(next) }),
      language: frame.language,
      direction: frame.direction,
      sidebarKey: frame.sidebarKey,
      searchScope: frame.searchScope,
      frame: frame.frame,
      alternates: own === undefined ? [] : this.#alternates(own),
      ...this.#otherVersion(own),
      ...this.#directory(own),
    };
  }

  /** The names of the page's version, product and language, without those that the navigation doesn't have. */
  facets(path: string): Partial<Record<'product' | 'version' | 'language', string>> {
    const { contents, options } = this.location(path) ?? this.#nearest(path) ?? { contents: [], options: [] };
    return Object.fromEntries(
      (['product', 'version', 'language'] as const).flatMap((kind) => {
        const label = labelOf(kind, contents, options);
        return label === undefined ? [] : [[kind, label] as const];
      }),
    );
  }

  /** A page outside the navigation gets the view of the pages around it. */
  #nearest(path: string): NavLocation | undefined {
    for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
      const location = this.#folders.get(folder);
      if (location !== undefined && folder !== '.') return location;
      if (folder === '.' || folder === '/') return this.#locations.values().next().value;
    }
  }

  #frame(location: NavLocation | undefined): Frame {
    const content = location?.contents.at(-1) ?? this.#root;
    const known = this.#frames.get(content.id);
    if (known !== undefined) return known;
    const contents = location?.contents ?? [this.#root];
    const options = location?.options ?? [];
    const language = toLanguageTag(labelOf('language', contents, options) ?? 'en');
    const sidebar = this.#entries(content.entries);
    const order = [...new Set(pagesOf(sidebar))];
    const frame: Frame = {
      divisions: this.#shownDivisions(contents, options),
      anchors: contents.flatMap(({ anchors }) =>
        anchors.map(({ label, href, icon, description }) => ({
          label,
          target: href,
          ...(icon === undefined ? {} : { icon }),
          ...(description === '' ? {} : { description }),
        })),
      ),
      sidebar,
      language,
      direction: directionOf(language),
      sidebarKey: String(content.id),
      searchScope: (['product', 'version', 'language'] as const)
        .flatMap((kind) => labelOf(kind, contents, options) ?? [])
        .join('/'),
      frame: options.findLast((option) => option.frame !== undefined)?.frame ?? noOverrides,
      order,
      positions: new Map(order.map((path, index) => [path, index])),
    };
    this.#frames.set(content.id, frame);
    return frame;
  }

  /** A level may repeat a kind that its other sets contain inside: the one that contains the current page is shown. */
  #shownDivisions(contents: readonly NavContent[], options: readonly NavTreeOption[]): NavDivision[] {
    const isChosen = (set: NavSet): boolean => options.some((option) => set.options.includes(option));
    const chosen = new Set(contents.flatMap(({ sets }) => sets.filter(isChosen).map(({ kind }) => kind)));
    return contents.flatMap((content, index) =>
      this.#divisions(
        { ...content, sets: content.sets.filter((set) => isChosen(set) || !chosen.has(set.kind)) },
        options[index],
      ),
    );
  }

  #divisions(content: NavContent, chosen: NavTreeOption | undefined): NavDivision[] {
    return content.sets.flatMap((set): NavDivision[] => {
      if (set.kind === 'menu') return [];
      return [{ kind: set.kind, options: set.options.flatMap((option) => this.#option(option, option === chosen)) }];
    });
  }

  /** The page in each language that has it. */
  #alternates({ page, contents, options }: NavLocation): LanguageAlternate[] {
    for (const [index, own] of options.entries()) {
      const set = contents[index]?.sets.find((candidate) => candidate.options.includes(own));
      if (set?.kind !== 'language') continue;
      const standard = set.options.find(({ isDefault }) => isDefault) ?? set.options[0];
      const found = set.options.flatMap((option): LanguageAlternate[] => {
        const path = option === own ? page.path : this.#counterparts.find(page.path, own, option);
        return path === undefined || (path === page.path && option !== own)
          ? []
          : [{ language: toLanguageTag(option.label), path, isDefault: option === standard }];
      });
      return found.length < 2 ? [] : found;
    }
    return [];
  }

  /** A page that the default version lists too belongs to it. */
  #otherVersion(own: NavLocation | undefined): { readonly otherVersion?: OtherVersion } {
    for (const [index, option] of (own?.options ?? []).entries()) {
      const set = own?.contents[index]?.sets.find((candidate) => candidate.options.includes(option));
      if (own === undefined || set?.kind !== 'version') continue;
      const standard = set.options.find(({ isDefault }) => isDefault) ?? set.options[0];
      if (standard === undefined || standard === option || standard.href !== undefined) continue;
      const found = this.#counterparts.find(own.page.path, option, standard);
      const target = found ?? this.#firstPage(standard.content);
      if (target === undefined || found === own.page.path) continue;
      return { otherVersion: { version: option.label, current: standard.label, path: found, target } };
    }
    return {};
  }

  /** The pages listed on the root page of a group, if the navigation requests that. */
  #directory(own: NavLocation | undefined): { readonly directory?: NavDirectory } {
    const group = own?.groups.at(-1);
    if (own === undefined || group === undefined || group.root !== own.page.path || group.directory === 'none')
      return {};
    const entries = this.#entries(group.entries.filter((entry) => entry.kind === 'group' || entry.path !== group.root));
    return entries.length === 0 ? {} : { directory: { layout: group.directory, entries } };
  }

  /**
   * Languages and versions link to the current page if they have it. Without any such choice, the shared list is
   * returned.
   */
  #switchable(divisions: readonly NavDivision[], { page, contents, options }: NavLocation): readonly NavDivision[] {
    const targets = new Map<string, string>();
    for (const [index, own] of options.entries()) {
      const set = contents[index]?.sets.find((candidate) => candidate.options.includes(own));
      if (set?.kind !== 'language' && set?.kind !== 'version') continue;
      for (const other of set.options) {
        if (other === own || other.href !== undefined) continue;
        const target = this.#counterparts.find(page.path, own, other);
        if (target !== undefined) targets.set(`${set.kind} ${other.label}`, target);
      }
    }
    if (targets.size === 0) return divisions;
    return divisions.map((division) => ({
      ...division,
      options: division.options.map((option) => ({
        ...option,
        target: (option.current ? undefined : targets.get(`${division.kind} ${option.label}`)) ?? option.target,
      })),
    }));
  }

  #option(option: NavTreeOption, current: boolean): NavOption[] {
    const target = option.href ?? this.#firstPage(option.content);
    if (target === undefined) return [];
    const menu = option.content.sets.find(({ kind }) => kind === 'menu');
    return [
      {
        label: option.label,
        target,
        current,
        hidden: option.hidden,
        ...(option.icon === undefined ? {} : { icon: option.icon }),
        ...(option.description === '' ? {} : { description: option.description }),
        ...(option.color === '' ? {} : { color: option.color }),
        ...(option.tag === '' ? {} : { tag: option.tag }),
        ...(option.align === undefined ? {} : { align: option.align }),
        ...(menu === undefined ? {} : { menu: this.#menu(menu) }),
      },
    ];
  }

  #menu(set: NavSet): NavLink[] {
    return set.options.flatMap((option) =>
      this.#option(option, false).map(({ label, target, icon, description }) => ({
        label,
        target,
        ...(icon === undefined ? {} : { icon }),
        ...(description === undefined ? {} : { description }),
      })),
    );
  }

  #firstPage(content: NavContent): string | undefined {
    if (this.#firstPages.has(content.id)) return this.#firstPages.get(content.id);
    const own = pagesOf(this.#entries(content.entries)).next().value;
    const page = own ?? this.#firstOfSets(content);
    this.#firstPages.set(content.id, page);
    return page;
  }

  /** The default option of the outermost choice, otherwise its first with a page. */
  #firstOfSets(content: NavContent): string | undefined {
    for (const { options } of content.sets) {
      const ordered = [
        ...options.filter(({ isDefault }) => isDefault),
        ...options.filter(({ isDefault }) => !isDefault),
      ];
      for (const option of ordered) {
        const page = this.#firstPage(option.content);
        if (page !== undefined) return page;
      }
    }
    return undefined;
  }

  #entries(entries: readonly NavTreeEntry[]): NavEntry[] {
    return entries.flatMap((entry): NavEntry[] => {
      if (entry.hidden) return [];
      if (entry.kind === 'page') return this.#isHidden(entry.path) ? [] : [this.#labels(entry.path)];
      const inner = this.#entries(
        entry.root === undefined
          ? entry.entries
          : entry.entries.filter((child) => child.kind === 'group' || child.path !== entry.root),
      );
      if (inner.length === 0 && entry.root === undefined) return [];
      return [
        {
          kind: 'group',
          label: entry.label,
          expanded: entry.expanded,
          entries: inner,
          ...(entry.icon === undefined ? {} : { icon: entry.icon }),
          ...(entry.tag === '' ? {} : { tag: entry.tag }),
          ...(entry.root === undefined ? {} : { root: entry.root }),
        },
      ];
    });
  }

  #link(path: string): NavLink {
    const known = this.#links.get(path);
    if (known !== undefined) return known;
    const { label, icon } = this.#labels(path);
    const link: NavLink = { label, target: path, ...(icon === undefined ? {} : { icon }) };
    this.#links.set(path, link);
    return link;
  }
}

function labelOf(
  kind: NavSet['kind'],
  contents: readonly NavContent[],
  options: readonly NavTreeOption[],
): string | undefined {
  for (const [index, option] of options.entries()) {
    const set = contents[index]?.sets.find(({ options: all }) => all.includes(option));
    if (set?.kind === kind) return option.label;
  }
  return undefined;
}

function* pagesOf(entries: readonly NavEntry[]): Generator<string> {
  for (const entry of entries) {
    if (entry.kind === 'page') {
      if (entry.url === undefined) yield entry.path;
    } else {
      if (entry.root !== undefined) yield entry.root;
      yield* pagesOf(entry.entries);
    }
  }
}
