import type { AccessStatement } from '@docwright/site-access/rules';
import { toSpecReferences } from '../config/resolve-api.ts';
import { describe, fieldOf, isObject, type JsonObject } from '../../text/json-object.ts';
import { FieldReader } from '../config/field-reader.ts';
import { toIconSpec } from '../config/to-icon-spec.ts';
import type { ReportIssue } from '../../issues/issue.ts';
import { resolveBanner, resolveFooter, resolveNavbar } from '../config/resolve-page-frame.ts';
import type { SpecReference } from '../config/site-config.ts';
import type { DivisionKind, FrameOverrides } from './navigation-view.ts';
import type {
  DirectoryLayout,
  NavAccess,
  NavContent,
  NavSet,
  NavTreeEntry,
  NavTreeGroup,
  NavTreeLink,
  NavTreeOption,
  NavTreePage,
} from './nav-tree.ts';
import { readStatement } from '../readers/read-statement.ts';
import { isOperationEntry, type PageFinder } from './find-page.ts';
import { toFlag } from '../../text/to-flag.ts';

/** The key of each list, the key of its entries' names, and the kind of division that readers see. */
const divisions: readonly (readonly [list: string, name: string, kind: DivisionKind | 'menu'])[] = [
  ['products', 'product', 'product'],
  ['languages', 'language', 'language'],
  ['versions', 'version', 'version'],
  ['dropdowns', 'dropdown', 'dropdown'],
  ['tabs', 'tab', 'tab'],
  ['anchors', 'anchor', 'anchor'],
  ['menu', 'item', 'menu'],
];

const childKeys = [...divisions.map(([list]) => list), 'groups', 'pages', 'href', 'openapi', 'asyncapi'];

const unsupportedReferences = [
  ['graphql', 'a GraphQL schema'],
  ['sdk', 'the output of an SDK reference generator'],
] as const;

const maxDepth = 60;

/** The state that a node passes on to its children. */
interface Inherited {
  readonly openapi: readonly SpecReference[];
  readonly asyncapi: readonly SpecReference[];
  readonly directory: DirectoryLayout;
  readonly access: NavAccess;
  readonly place: string;
  readonly depth: number;
}

/**
 * Normalizes the raw `navigation`. A node can contain several kinds of children at once, which the format doesn't allow
 * but real repositories do; invalid parts are reported and left out.
 */
export function parseNavigation(raw: unknown, finder: PageFinder, file: string, report: ReportIssue): NavContent {
  const parser = new NavigationParser(finder, file, report);
  // A mint.json or a minimal docs.json can contain the list of groups directly.
  return parser.content(Array.isArray(raw) ? { pages: raw } : raw, {
    openapi: [],
    asyncapi: [],
    directory: 'none',
    access: undefined,
    place: 'navigation',
    depth: 0,
  });
}

class NavigationParser {
  readonly #finder: PageFinder;
  readonly #file: string;
  readonly #report: ReportIssue;
  readonly #statements = new WeakMap<JsonObject, { readonly own: AccessStatement | undefined }>();
  #contents = 0;

  constructor(finder: PageFinder, file: string, report: ReportIssue) {
    this.#finder = finder;
    this.#file = file;
    this.#report = report;
  }

  content(raw: unknown, outer: Inherited): NavContent {
    const id = this.#contents++;
    if (!isObject(raw) || outer.depth > maxDepth) {
      if (raw !== undefined)
        this.#wrong(outer.place, raw, outer.depth > maxDepth ? `at most ${maxDepth} levels` : 'an object');
      return { id, sets: [], entries: [], anchors: [] };
    }
    const inherited = this.#inherit(raw, outer);
    const sets = divisions.flatMap(([list, name, kind]): NavSet[] => {
      const options = listOf(raw, list).flatMap((option, index) =>
        this.#option(option, name, { ...inherited, place: `${outer.place}.${list}[${index}]` }),
      );
      // Under a tab, a menu opens from the tab; elsewhere it is a separate choice.
      const shown = kind === 'menu' && !/\btabs\[\d+\]$/.test(outer.place) ? 'dropdown' : kind;
      return options.length === 0 ? [] : [{ kind: shown, options }];
    });
    const pages = listOf(raw, 'pages');
    const written = this.#entries([...this.#groupsOf(raw), ...pages], inherited);
    // Groups that list operations define their order; groups with only pages introduce the specification.
    const isOrdered = pages.length === 0 && this.#listsOperations(written);
    const generated = sets.length > 0 || isOrdered ? [] : this.#specEntries(raw, inherited, written);
    return { id, sets, entries: [...written, ...generated], anchors: this.#globalAnchors(raw, inherited) };
  }

  #option(raw: unknown, nameKey: string, inherited: Inherited): NavTreeOption[] {
    if (!isObject(raw)) {
      this.#wrong(inherited.place, raw, 'an object');
      return [];
    }
    const label = textOf(raw, nameKey) ?? textOf(raw, 'name');
    if (label === undefined) this.#wrong(`${inherited.place}.${nameKey}`, fieldOf(raw, nameKey), 'a name');
    this.#reportUnsupported(raw, `${inherited.place} ("${label ?? ''}")`);
    const align = fieldOf(raw, 'align');
    const color = fieldOf(raw, 'color');
    return [
      {
        label: label ?? '',
        icon: toIconSpec(fieldOf(raw, 'icon'), fieldOf(raw, 'iconType')),
        description: textOf(raw, 'description') ?? '',
        color: typeof color === 'string' ? color : (textOf(color, 'light') ?? ''),
        tag: textOf(raw, 'tag') ?? '',
        align: align === 'start' || align === 'end' ? align : undefined,
        hidden: toFlag(fieldOf(raw, 'hidden')) === true,
        isDefault: fieldOf(raw, 'default') === true,
        searchable: toFlag(fieldOf(raw, 'searchable')),
        frame: nameKey === 'language' ? this.#frame(raw, inherited.place) : undefined,
        access: this.#inherit(raw, inherited).access,
        href: textOf(raw, 'href'),
        content: this.content(raw, { ...inherited, depth: inherited.depth + 1 }),
      },
    ];
  }

  /** Banner, footer and bar that a language overrides. */
  #frame(raw: JsonObject, place: string): FrameOverrides | undefined {
    const read = new FieldReader(this.#file, this.#report);
    const banner = resolveBanner(fieldOf(raw, 'banner'), `${place}.banner`, read);
    const frame: FrameOverrides = {
      ...(banner === undefined ? {} : { banner }),
      ...(isObject(fieldOf(raw, 'footer'))
        ? { footer: resolveFooter(fieldOf(raw, 'footer'), `${place}.footer`, read) }
        : {}),
      ...(isObject(fieldOf(raw, 'navbar'))
        ? { navbar: resolveNavbar(fieldOf(raw, 'navbar'), `${place}.navbar`, read) }
        : {}),
    };
    return Object.keys(frame).length === 0 ? undefined : frame;
  }

  #entries(raw: readonly unknown[], inherited: Inherited): NavTreeEntry[] {
    return raw.flatMap((entry, index): NavTreeEntry[] => {
      const place = `${inherited.place}.pages[${index}]`;
      if (typeof entry === 'string') return withAccess(this.#finder.find(entry, inherited), inherited.access);
      if (isObject(entry)) return this.#group(entry, { ...inherited, place, depth: inherited.depth + 1 });
      this.#wrong(place, entry, 'a page path or a group');
      return [];
    });
  }

  #group(raw: JsonObject, outer: Inherited): NavTreeEntry[] {
    if (outer.depth > maxDepth) {
      this.#wrong(outer.place, raw, `at most ${maxDepth} levels`);
      return [];
    }
    const label = textOf(raw, 'group');
    if (
      label === undefined &&
      fieldOf(raw, 'pages') === undefined &&
      fieldOf(raw, 'groups') === undefined &&
      fieldOf(raw, 'openapi') === undefined
    ) {
      this.#wrong(`${outer.place}.group`, fieldOf(raw, 'group'), 'the name of a group');
      return [];
    }
    this.#reportUnsupported(raw, `${outer.place} ("${label ?? ''}")`);
    const inherited = this.#inherit(raw, outer);
    const written = [...listOf(raw, 'pages'), ...this.#groupsOf(raw)];
    const root = textOf(raw, 'root');
    const [rootPage] = root === undefined ? [] : withAccess(this.#finder.find(root, inherited), inherited.access);
    const listed = this.#entries(written, inherited);
    const inner = [...listed, ...this.#specEntries(raw, inherited, listed)];
    const group: NavTreeGroup = {
      kind: 'group',
      label: label ?? '',
      icon: toIconSpec(fieldOf(raw, 'icon'), fieldOf(raw, 'iconType')),
      tag: textOf(raw, 'tag') ?? '',
      expanded: fieldOf(raw, 'expanded') === true,
      root: rootPage?.kind === 'page' ? rootPage.path : undefined,
      hidden: toFlag(fieldOf(raw, 'hidden')) === true,
      boost: typeof fieldOf(raw, 'boost') === 'number' ? Number(fieldOf(raw, 'boost')) : undefined,
      searchable: toFlag(fieldOf(raw, 'searchable')),
      directory: inherited.directory,
      access: inherited.access,
      // The page that the group's title opens is also the group's first page.
      entries: rootPage?.kind === 'page' ? [rootPage, ...inner] : inner,
    };
    return [group];
  }

  /**
   * Whether the groups of a node list operations themselves; otherwise they introduce the operations of the node's
   * specification.
   */
  #listsOperations(entries: readonly NavTreeEntry[]): boolean {
    return entries.some((entry) =>
      entry.kind === 'group' ? this.#listsOperations(entry.entries) : this.#finder.operationOf(entry) !== undefined,
    );
  }

  /**
   * The pages generated from a node's own specification follow the pages that the node lists. If the node lists a
   * `METHOD /path` itself, no other operations are added. An operation that a listed page shows isn't repeated.
   */
  #specEntries(raw: JsonObject, inherited: Inherited, listed: readonly NavTreeEntry[]): NavTreeEntry[] {
    const kind = fieldOf(raw, 'openapi') === undefined ? 'asyncapi' : 'openapi';
    if (fieldOf(raw, kind) === undefined || namesOperation(raw)) return [];
    const pages = inherited[kind].flatMap((spec) => this.#finder.generate(spec));
    const generated = withAccess(pages, inherited.access);
    const shown = new Set([...pagesOf(listed)].flatMap((page) => this.#finder.operationOf(page) ?? []));
    return shown.size === 0 ? generated : this.#withoutShown(generated, shown);
  }

  #withoutShown(entries: readonly NavTreeEntry[], shown: ReadonlySet<string>): NavTreeEntry[] {
    return entries.flatMap((entry): NavTreeEntry[] => {
      if (entry.kind === 'page') return shown.has(this.#finder.operationOf(entry) ?? '') ? [] : [entry];
      const left = this.#withoutShown(entry.entries, shown);
      return left.length === 0 ? [] : [{ ...entry, entries: left }];
    });
  }

  #inherit(raw: JsonObject, outer: Inherited): Inherited {
    const openapi = fieldOf(raw, 'openapi');
    const asyncapi = fieldOf(raw, 'asyncapi');
    const directory = fieldOf(raw, 'directory');
    const own = this.#statementOf(raw, outer.place);
    return {
      ...outer,
      openapi: openapi === undefined ? outer.openapi : toSpecReferences(openapi),
      asyncapi: asyncapi === undefined ? outer.asyncapi : toSpecReferences(asyncapi),
      directory:
        directory === 'none' || directory === 'accordion' || directory === 'card' ? directory : outer.directory,
      access: own === undefined ? outer.access : [...(outer.access ?? []), own],
    };
  }

  /** The node's own reader restrictions. A node is read several times, but its issues are reported only once. */
  #statementOf(raw: JsonObject, place: string): AccessStatement | undefined {
    const known = this.#statements.get(raw);
    if (known !== undefined) return known.own;
    const label = ['group', ...divisions.map(([, name]) => name)]
      .map((name) => textOf(raw, name))
      .find((text) => text !== undefined);
    const own = readStatement({
      groups: this.#readersOf(raw),
      isPublic: fieldOf(raw, 'public'),
      from: label === undefined ? place : `${place} ("${label}")`,
      file: this.#file,
      report: this.#report,
    });
    this.#statements.set(raw, { own });
    return own;
  }

  /**
   * `groups` lists groups of the navigation, or names groups of readers: strings that aren't pages, or a pattern.
   * `undefined` if no reader groups are named.
   */
  #readersOf(raw: JsonObject): unknown {
    const groups = fieldOf(raw, 'groups');
    if (!Array.isArray(groups)) return groups;
    const names = groups.filter((entry) => this.#isReaders(entry, raw));
    return names.length === 0 ? undefined : names;
  }

  /**
   * Whether an entry names readers. Ambiguous entries count as names of readers, because this restricts access: a name
   * next to `pages` that is also a page's path, and an entry that isn't a name.
   */
  #isReaders(entry: unknown, raw: JsonObject): boolean {
    const hasPages = listOf(raw, 'pages').length > 0;
    if (typeof entry === 'string') return hasPages || entry.trim() === '' || !this.#finder.hasPage(entry);
    return !isObject(entry) && (hasPages || !listOf(raw, 'groups').some(isObject));
  }

  #groupsOf(raw: JsonObject): readonly unknown[] {
    return listOf(raw, 'groups').filter((entry) => !this.#isReaders(entry, raw));
  }

  #globalAnchors(raw: JsonObject, inherited: Inherited): NavTreeLink[] {
    const global = fieldOf(raw, 'global');
    return divisions.flatMap(([list, name]) =>
      listOf(global, list).flatMap((option, index): NavTreeLink[] => {
        const href = textOf(option, 'href');
        const label = textOf(option, name);
        if (fieldOf(option, 'hidden') === true) return [];
        const place = `${inherited.place}.global.${list}[${index}]`;
        if (href === undefined || label === undefined) {
          this.#wrong(place, option, `an object with "${name}" and "href"`);
          return [];
        }
        const { access } = isObject(option) ? this.#inherit(option, { ...inherited, place }) : inherited;
        return [
          {
            label,
            href,
            icon: toIconSpec(fieldOf(option, 'icon'), fieldOf(option, 'iconType')),
            description: textOf(option, 'description') ?? '',
            access,
          },
        ];
      }),
    );
  }

  /**
   * Reports references for which the builder can't generate pages: otherwise, their node would disappear silently.
   */
  #reportUnsupported(raw: JsonObject, place: string): void {
    for (const [key, what] of unsupportedReferences) {
      if ([undefined, null, false].includes(fieldOf(raw, key) as never)) continue;
      const isEmpty = !childKeys.some((child) => fieldOf(raw, child) !== undefined);
      this.#report({
        path: this.#file,
        severity: 'warning',
        code: 'unsupported-reference',
        message: `${place} refers to ${what}, which pages can't be generated from${isEmpty ? '; it has no other pages and is not shown' : ''}.`,
        fix: 'List your own pages in it, or link to the reference where it is published with "href".',
      });
    }
  }

  #wrong(place: string, value: unknown, allowed: string): void {
    this.#report({
      path: this.#file,
      severity: 'warning',
      code: 'navigation-value',
      message: `${place} is ${describe(value)}; allowed: ${allowed}. It was left out.`,
      fix: `Correct ${place} in ${this.#file}.`,
    });
  }
}

/** Adds the reader restrictions of the enclosing nodes to entries. */
function withAccess(entries: readonly NavTreeEntry[], access: NavAccess): NavTreeEntry[] {
  return entries.map((entry) => {
    if (access === undefined) return entry;
    return entry.kind === 'page'
      ? { ...entry, access }
      : { ...entry, access, entries: withAccess(entry.entries, access) };
  });
}

/** Whether a node lists an operation by its method and path, at any depth. */
function namesOperation(node: unknown): boolean {
  return [...listOf(node, 'pages'), ...listOf(node, 'groups')].some((entry) =>
    typeof entry === 'string' ? isOperationEntry(entry) : namesOperation(entry),
  );
}

function* pagesOf(entries: readonly NavTreeEntry[]): Generator<NavTreePage> {
  for (const entry of entries) {
    if (entry.kind === 'page') yield entry;
    else yield* pagesOf(entry.entries);
  }
}

function textOf(object: unknown, key: string): string | undefined {
  const value = fieldOf(object, key);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

function listOf(object: unknown, key: string): readonly unknown[] {
  const value = fieldOf(object, key);
  return Array.isArray(value) ? (value as unknown[]) : [];
}
