import type { ApiGeneratedPage } from '../specs/api-spec.ts';
import type { DivisionKind, FrameOverrides } from './navigation-view.ts';
import type { IconSpec } from '../../markup/icon-spec.ts';

/** What the innermost node around an entry says of its readers: `public`, or groups of readers. */
export type NavAccess = 'public' | 'restricted' | undefined;

/** The navigation as the configuration lays it out: contents hold divisions or entries, options of divisions hold contents. */
export interface NavContent {
  readonly id: number;
  readonly sets: readonly NavSet[];
  readonly entries: readonly NavTreeEntry[];
  /** Links that every page below shows next to the sidebar. */
  readonly anchors: readonly NavTreeLink[];
}

export interface NavSet {
  readonly kind: DivisionKind | 'menu';
  readonly options: readonly NavTreeOption[];
}

export type DirectoryLayout = 'none' | 'accordion' | 'card';

export interface NavTreeLink {
  readonly label: string;
  readonly href: string;
  readonly icon: IconSpec | undefined;
  readonly description: string;
}

export interface NavTreeOption {
  readonly label: string;
  readonly icon: IconSpec | undefined;
  readonly description: string;
  readonly color: string;
  readonly tag: string;
  readonly align: 'start' | 'end' | undefined;
  readonly hidden: boolean;
  readonly isDefault: boolean;
  readonly searchable: boolean;
  /** What a language says instead of the site. */
  readonly frame: FrameOverrides | undefined;
  readonly access?: NavAccess;
  /** A link instead of content. */
  readonly href: string | undefined;
  readonly content: NavContent;
}

export type NavTreeEntry = NavTreePage | NavTreeGroup;

export interface NavTreePage {
  readonly kind: 'page';
  readonly path: string;
  /** A page that a specification gives, without a file in the repository. */
  readonly api: ApiGeneratedPage | undefined;
  readonly hidden: boolean;
  /** Specifications of the nodes around it: where a bare `GET /x` in its frontmatter is looked for first. */
  readonly specs: readonly string[];
  readonly access?: NavAccess;
}

export interface NavTreeGroup {
  readonly kind: 'group';
  readonly label: string;
  readonly icon: IconSpec | undefined;
  readonly tag: string;
  readonly expanded: boolean;
  readonly root: string | undefined;
  readonly hidden: boolean;
  readonly boost: number | undefined;
  readonly searchable: boolean;
  /** How the root page lists what is below it. */
  readonly directory: DirectoryLayout;
  readonly access?: NavAccess;
  readonly entries: readonly NavTreeEntry[];
}

/** Where a page stands: the contents from the root inwards with the options between them, and the groups around it. */
export interface NavLocation {
  readonly contents: readonly NavContent[];
  readonly options: readonly NavTreeOption[];
  readonly groups: readonly NavTreeGroup[];
  readonly page: NavTreePage;
}

/** Every page of the tree in reading order, with its place; a page that is listed twice comes twice. */
export function* walkNavigation(root: NavContent): Generator<NavLocation> {
  yield* walkContent(root, { contents: [], options: [], groups: [] });
}

type Trail = Omit<NavLocation, 'page'>;

function* walkContent(content: NavContent, trail: Trail): Generator<NavLocation> {
  const here: Trail = { ...trail, contents: [...trail.contents, content], groups: [] };
  yield* walkEntries(content.entries, here);
  for (const set of content.sets) {
    for (const option of set.options)
      yield* walkContent(option.content, { ...here, options: [...here.options, option] });
  }
}

function* walkEntries(entries: readonly NavTreeEntry[], trail: Trail): Generator<NavLocation> {
  for (const entry of entries) {
    if (entry.kind === 'page') yield { ...trail, page: entry };
    else yield* walkEntries(entry.entries, { ...trail, groups: [...trail.groups, entry] });
  }
}
