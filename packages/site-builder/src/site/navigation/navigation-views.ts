import { posix } from 'node:path';
import type {
  FrameOverrides,
  LanguageAlternate,
  NavDirectory,
  NavDivision,
  NavEntry,
  NavLink,
  NavOption,
  NavigationView,
  OtherVersion,
} from './navigation-view.ts';
import type { Condition } from '@docwright/site-access/rules';
import { exploreOutcomes, type Meets, type Outcome } from '../readers/choices/choices.ts';
import { allOf, anyOf } from '../readers/choices/conditions.ts';
import {
  inOrder,
  labelOf,
  pagesOf,
  toMenuLink,
  type Frame,
  type NavigationViewsOptions,
  type PageLabels,
} from './nav-frame.ts';
import { CounterpartFinder } from './find-counterpart.ts';
import { directionOf, toLanguageTag } from './language-tags.ts';
import {
  walkNavigation,
  type NavConditions,
  type NavContent,
  type NavLocation,
  type NavSet,
  type NavTreeEntry,
  type NavTreeOption,
} from './nav-tree.ts';

const noOverrides: FrameOverrides = {};

/**
 * Number of pages whose divisions are retained. On a site with 35 versions, the divisions of all pages took 10 KB per
 * page.
 */
const RECENT_PAGES = 16;

/**
 * The navigation as readers of each page see it. Parts that don't depend on the page itself are computed once per
 * content node of the tree, so creating a view is cheap.
 */
export class NavigationViews {
  readonly #labels: PageLabels;
  readonly #isHidden: (path: string) => boolean;
  readonly #conditions: NavConditions | undefined;
  readonly #locations = new Map<string, NavLocation>();
  /** The pages below each folder; only the first if every reader sees it. */
  readonly #folders = new Map<string, NavLocation[]>();
  readonly #frames = new Map<number, Frame>();
  readonly #views = new Map<string, readonly Outcome<NavigationView>[]>();
  readonly #links = new Map<string, NavLink>();
  readonly #listed = new Map<number, readonly NavEntry[]>();
  readonly #firstPages = new Map<number, string | undefined>();
  readonly #counterparts: CounterpartFinder;
  /** The divisions of recent pages. */
  readonly #divided = new Map<NavLocation, readonly NavDivision[]>();
  readonly #root: NavContent;

  constructor(root: NavContent, { labels, isHidden = () => false, whole = root, conditions }: NavigationViewsOptions) {
    this.#root = root;
    this.#labels = labels;
    this.#isHidden = isHidden;
    this.#conditions = conditions;
    this.#counterparts = new CounterpartFinder(whole);
    for (const location of walkNavigation(root)) {
      const { path } = location.page;
      if (!this.#locations.has(path)) this.#locations.set(path, location);
      for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
        const known = this.#folders.get(folder);
        if (known === undefined) this.#folders.set(folder, [location]);
        else if (conditions !== undefined) known.push(location);
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

  /**
   * Returns the same object for the same page. In a sealed build, returns the view for readers who meet no condition.
   */
  view(path: string): NavigationView {
    const last = this.outcomes(path).at(-1);
    if (last === undefined) throw new RangeError(`The page "${path}" has no view.`);
    return last.value;
  }

  /** A page's views. A page in the navigation has one view, whose parts have conditions in a sealed build. */
  outcomes(path: string): readonly Outcome<NavigationView>[] {
    const known = this.#views.get(path);
    if (known !== undefined) return known;
    const own = this.#locations.get(path);
    const frames = own === undefined ? this.#explore((meets) => this.#nearest(path, meets)) : [];
    const views =
      own === undefined
        ? frames.map(({ when, value }) => ({ when, value: this.#viewOf(path, undefined, value) }))
        : [{ when: undefined, value: this.#viewOf(path, own, own) }];
    this.#views.set(path, views);
    return views;
  }

  /** Computes part of a view for all readers: a single outcome unless the build is sealed. */
  #explore<T>(decide: (meets: Meets) => T): readonly Outcome<T>[] {
    return this.#conditions === undefined ? [{ when: undefined, value: decide(() => true) }] : exploreOutcomes(decide);
  }

  #pageWhen(path: string): Condition | undefined {
    return this.#conditions?.page(path);
  }

  #viewOf(path: string, own: NavLocation | undefined, near: NavLocation | undefined): NavigationView {
    const frame = this.#frame(near);
    const previous = this.#neighbor(frame, path, -1);
    const next = this.#neighbor(frame, path, 1);
    const alternates = this.#explore((meets) => (own === undefined ? [] : this.#alternates(own, meets)));
    const otherVersion = this.#explore((meets) => this.#otherVersion(own, meets));
    const other = otherVersion.at(-1)?.value;
    const divide = (): readonly NavDivision[] =>
      own === undefined ? frame.divisions : this.#divisionsOf(own, frame.divisions);
    return {
      get divisions() {
        return divide();
      },
      commonDivisions: frame.divisions,
      anchors: frame.anchors,
      sidebar: frame.sidebar,
      breadcrumbs: own === undefined ? [] : own.groups.map(({ label }) => label).filter((label) => label.trim() !== ''),
      ...(previous === undefined ? {} : { previous }),
      ...(next === undefined ? {} : { next }),
      language: frame.language,
      direction: frame.direction,
      sidebarKey: frame.sidebarKey,
      searchScope: frame.searchScope,
      frame: frame.frame,
      alternates: alternates.at(-1)?.value ?? [],
      ...(other === undefined ? {} : { otherVersion: other }),
      ...this.#directory(own),
      ...(this.#conditions === undefined ? {} : { perReader: { alternates, otherVersion } }),
    };
  }

  /** The previous or next page among those that the reader sees. */
  #neighbor({ order, positions }: Frame, path: string, step: 1 | -1): NavLink | undefined {
    const position = positions.get(path);
    if (position === undefined) return undefined;
    const links = this.#explore((meets): NavLink | undefined => {
      for (let at = position + step; ; at += step) {
        const one = order[at];
        if (one === undefined) return undefined;
        if (meets(one.when)) return this.#link(one.path);
      }
    });
    return inOrder(links);
  }

  /** The names of the page's version, product and language, without those that the navigation doesn't have. */
  facets(path: string): Partial<Record<'product' | 'version' | 'language', string>> {
    const near = this.location(path) ?? this.#explore((meets) => this.#nearest(path, meets)).at(-1)?.value;
    const { contents, options } = near ?? { contents: [], options: [] };
    return Object.fromEntries(
      (['product', 'version', 'language'] as const).flatMap((kind) => {
        const label = labelOf(kind, contents, options);
        return label === undefined ? [] : [[kind, label] as const];
      }),
    );
  }

  /** Finds the page whose view a page outside the navigation shares, in the nearest folder. */
  #nearest(path: string, meets: Meets): NavLocation | undefined {
    const isSeen = ({ page }: NavLocation): boolean => meets(this.#pageWhen(page.path));
    for (let folder = posix.dirname(path); folder !== '.' && folder !== '/'; folder = posix.dirname(folder)) {
      const location = this.#folders.get(folder)?.find(isSeen);
      if (location !== undefined) return location;
    }
    return this.#locations.values().find(isSeen);
  }

  #frame(location: NavLocation | undefined): Frame {
    const content = location?.contents.at(-1) ?? this.#root;
    const known = this.#frames.get(content.id);
    if (known !== undefined) return known;
    const contents = location?.contents ?? [this.#root];
    const options = location?.options ?? [];
    const language = toLanguageTag(labelOf('language', contents, options) ?? 'en');
    const sidebar = this.#entriesOf(content);
    const order = [...new Map(pagesOf(sidebar).map((one) => [one.path, one])).values()];
    const frame: Frame = {
      divisions: this.#shownDivisions(contents, options),
      anchors: contents.flatMap(({ anchors }) =>
        anchors.map((anchor) => {
          const { label, href, icon, description } = anchor;
          const when = this.#conditions?.anchor(anchor);
          return {
            label,
            target: href,
            ...(icon === undefined ? {} : { icon }),
            ...(description === '' ? {} : { description }),
            ...(when === undefined ? {} : { when }),
          };
        }),
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
      positions: new Map(order.map(({ path }, index) => [path, index])),
    };
    this.#frames.set(content.id, frame);
    return frame;
  }

  /** Chooses the divisions to show. Of several sets of the same kind, only the one with the current page is shown. */
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
  #alternates({ page, contents, options }: NavLocation, meets: Meets): LanguageAlternate[] {
    for (const [index, own] of options.entries()) {
      const set = contents[index]?.sets.find((candidate) => candidate.options.includes(own));
      if (set?.kind !== 'language') continue;
      const standard = this.#standard(set, own, meets);
      const found = set.options.flatMap((option): LanguageAlternate[] => {
        const path = option === own ? page.path : this.#counterpart(page.path, { own, other: option }, meets);
        return path === undefined || (path === page.path && option !== own)
          ? []
          : [{ language: toLanguageTag(option.label), path, isDefault: option === standard }];
      });
      return found.length < 2 ? [] : found;
    }
    return [];
  }

  #counterpart(path: string, between: { own: NavTreeOption; other: NavTreeOption }, meets: Meets): string | undefined {
    return this.#counterparts.find(path, between, (found) => meets(this.#pageWhen(found)));
  }

  /** The default option among those that a reader in `own` sees. */
  #standard({ options }: NavSet, own: NavTreeOption, meets: Meets): NavTreeOption | undefined {
    const isSeen = (option: NavTreeOption): boolean => option === own || meets(this.#conditions?.option(option));
    return options.find((option) => option.isDefault && isSeen(option)) ?? options.find(isSeen);
  }

  /** The notice for a page of another version. A page that the default version also lists belongs to that version. */
  #otherVersion(own: NavLocation | undefined, meets: Meets): OtherVersion | undefined {
    for (const [index, option] of (own?.options ?? []).entries()) {
      const set = own?.contents[index]?.sets.find((candidate) => candidate.options.includes(option));
      if (own === undefined || set?.kind !== 'version') continue;
      const standard = this.#standard(set, option, meets);
      if (standard === undefined || standard === option || standard.href !== undefined) continue;
      const found = this.#counterpart(own.page.path, { own: option, other: standard }, meets);
      const target = found ?? this.#firstPage(standard.content, meets);
      if (target === undefined || found === own.page.path) continue;
      return { version: option.label, current: standard.label, path: found, target };
    }
    return undefined;
  }

  /** The pages listed on the root page of a group, if the navigation requests that. */
  #directory(own: NavLocation | undefined): { readonly directory?: NavDirectory } {
    const group = own?.groups.at(-1);
    if (own === undefined || group === undefined || group.root !== own.page.path || group.directory === 'none')
      return {};
    const entries = this.#entries(group.entries.filter((entry) => entry.kind === 'group' || entry.path !== group.root));
    return entries.length === 0 ? {} : { directory: { layout: group.directory, entries } };
  }

  /** Returns the same list while a page is written. */
  #divisionsOf(own: NavLocation, common: readonly NavDivision[]): readonly NavDivision[] {
    const known = this.#divided.get(own);
    if (known !== undefined) return known;
    const [oldest] = this.#divided.keys();
    if (oldest !== undefined && this.#divided.size >= RECENT_PAGES) this.#divided.delete(oldest);
    const divisions = this.#switchable(common, own);
    this.#divided.set(own, divisions);
    return divisions;
  }

  /**
   * Makes languages and versions link to the current page if they have it. Without such choices, the shared list is
   * returned.
   */
  #switchable(divisions: readonly NavDivision[], { page, contents, options }: NavLocation): readonly NavDivision[] {
    const switches = new Map<string, NavOption>();
    for (const [index, own] of options.entries()) {
      const set = contents[index]?.sets.find((candidate) => candidate.options.includes(own));
      if (set?.kind !== 'language' && set?.kind !== 'version') continue;
      for (const other of set.options) {
        if (other === own || other.href !== undefined) continue;
        const between = { own, other };
        if (this.#counterpart(page.path, between, () => true) === undefined) continue;
        const [found] = this.#option(other, false, (meets) => this.#counterpart(page.path, between, meets));
        if (found !== undefined) switches.set(`${set.kind} ${other.label}`, found);
      }
    }
    if (switches.size === 0) return divisions;
    return divisions.map((division) => ({
      ...division,
      // Readers for whom an option has a different first page still find this page.
      options: division.options.map((option) =>
        option.current ? option : (switches.get(`${division.kind} ${option.label}`) ?? option),
      ),
    }));
  }

  /** `targetOf`: a better target than the option's first page. A reader of the current option sees that option. */
  #option(
    option: NavTreeOption,
    current: boolean,
    targetOf: (meets: Meets) => string | undefined = () => undefined,
  ): NavOption[] {
    const seen = current ? undefined : this.#conditions?.option(option);
    const targets = this.#explore((meets) =>
      meets(seen) ? (targetOf(meets) ?? option.href ?? this.#firstPage(option.content, meets)) : undefined,
    );
    const menu = option.content.sets.find(({ kind }) => kind === 'menu');
    const shared = {
      label: option.label,
      current,
      hidden: option.hidden,
      ...(option.icon === undefined ? {} : { icon: option.icon }),
      ...(option.description === '' ? {} : { description: option.description }),
      ...(option.color === '' ? {} : { color: option.color }),
      ...(option.tag === '' ? {} : { tag: option.tag }),
      ...(option.align === undefined ? {} : { align: option.align }),
      ...(menu === undefined ? {} : { menu: this.#menu(menu) }),
    };
    const found = inOrder(
      targets.map(({ when, value }): Outcome<NavOption | undefined> => ({
        when,
        value: value === undefined ? undefined : { ...shared, target: value },
      })),
    );
    return found === undefined ? [] : [found];
  }

  #menu(set: NavSet): NavLink[] {
    return set.options.flatMap((option) => this.#option(option, false).map(toMenuLink));
  }

  #firstPage(content: NavContent, meets: Meets): string | undefined {
    if (this.#conditions === undefined && this.#firstPages.has(content.id)) return this.#firstPages.get(content.id);
    const own = pagesOf(this.#entriesOf(content)).find(({ when }) => meets(when))?.path;
    const page = own ?? this.#firstOfSets(content, meets);
    this.#firstPages.set(content.id, page);
    return page;
  }

  /** The default option of the outermost choice, otherwise its first option with a page. */
  #firstOfSets(content: NavContent, meets: Meets): string | undefined {
    for (const { options } of content.sets) {
      const ordered = [
        ...options.filter(({ isDefault }) => isDefault),
        ...options.filter(({ isDefault }) => !isDefault),
      ];
      for (const option of ordered) {
        const page = meets(this.#conditions?.option(option)) ? this.#firstPage(option.content, meets) : undefined;
        if (page !== undefined) return page;
      }
    }
    return undefined;
  }

  #entriesOf(content: NavContent): readonly NavEntry[] {
    const known = this.#listed.get(content.id) ?? this.#entries(content.entries);
    this.#listed.set(content.id, known);
    return known;
  }

  #entries(entries: readonly NavTreeEntry[]): NavEntry[] {
    return entries.flatMap((entry): NavEntry[] => {
      if (entry.hidden) return [];
      const own = this.#conditions?.entry(entry);
      if (entry.kind === 'page') {
        if (this.#isHidden(entry.path)) return [];
        return own === undefined ? [this.#labels(entry.path)] : [{ ...this.#labels(entry.path), when: own }];
      }
      const inner = this.#entries(
        entry.root === undefined
          ? entry.entries
          : entry.entries.filter((child) => child.kind === 'group' || child.path !== entry.root),
      );
      if (inner.length === 0 && entry.root === undefined) return [];
      const rootWhen = entry.root === undefined ? undefined : this.#pageWhen(entry.root);
      const filled = anyOf([...inner.map(({ when }) => when), ...(entry.root === undefined ? [] : [rootWhen])]);
      const when = allOf(own, filled);
      return [
        {
          kind: 'group',
          label: entry.label,
          expanded: entry.expanded,
          entries: inner,
          ...(entry.icon === undefined ? {} : { icon: entry.icon }),
          ...(entry.tag === '' ? {} : { tag: entry.tag }),
          ...(entry.root === undefined ? {} : { root: entry.root }),
          ...(rootWhen === undefined ? {} : { rootWhen }),
          ...(when === undefined ? {} : { when }),
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
