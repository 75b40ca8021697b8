/** The type of a key's usual values. `text`, `date` and `choice` are strings; `list` is a list of strings. */
export type FrontmatterKind = 'text' | 'paragraph' | 'date' | 'choice' | 'switch' | 'number' | 'list';

export type FrontmatterSection = 'page' | 'sidebar' | 'search' | 'access' | 'history';

export interface FrontmatterKey {
  readonly label: string;
  readonly about: string;
  readonly kind: FrontmatterKind;
  readonly section: FrontmatterSection;
  /** The values of a `choice`. */
  readonly choices?: readonly string[];
  /**
   * Whether a request to set the key can only mean the frontmatter. `version`, `tag` and `url` are also words for parts
   * of a page.
   */
  readonly isUnambiguous?: true;
}

const key = (
  section: FrontmatterSection,
  kind: FrontmatterKind,
  [label, about]: readonly [label: string, about: string],
): FrontmatterKey => ({ label, about, kind, section });

const unambiguous = (made: FrontmatterKey): FrontmatterKey => ({ ...made, isUnambiguous: true });

const modes = ['default', 'wide', 'custom', 'frame', 'center'] as const;

/**
 * Keys that the builder reads from a page's frontmatter, in the order of the editor's form. The editor and the rules
 * engine use this list.
 */
export const frontmatterKeys: Readonly<Record<string, FrontmatterKey>> = {
  title: unambiguous(key('page', 'text', ['Title', 'The heading of the page'])),
  description: unambiguous(
    key('page', 'paragraph', ['Description', 'A summary for search engines and the page’s header']),
  ),
  mode: {
    ...unambiguous(key('page', 'choice', ['Layout', 'The layout: default, wide, custom, frame or center'])),
    choices: modes,
  },
  deprecated: unambiguous(key('page', 'switch', ['Deprecated', 'Whether the page is marked as deprecated'])),
  related: key('page', 'list', ['Related pages', 'Paths of related pages']),
  openapi: key('page', 'text', ['API operation', 'The operation of an OpenAPI specification that the page documents']),
  url: key('page', 'text', ['External link', 'A link to another site instead of a page']),
  contextual: key('page', 'switch', ['Page menu', 'Whether the page has the menu for copying and assistants']),
  hideFooterPagination: unambiguous(
    key('page', 'switch', ['Hide page links', 'Whether links to the previous and the next page are left out']),
  ),
  sidebarTitle: unambiguous(key('sidebar', 'text', ['Sidebar title', 'A shorter title for the sidebar'])),
  icon: unambiguous(key('sidebar', 'text', ['Icon', 'An icon for the sidebar'])),
  iconType: unambiguous(key('sidebar', 'text', ['Icon style', 'The style of the icon'])),
  tag: key('sidebar', 'text', ['Tag', 'A label next to the title in the sidebar']),
  hidden: unambiguous(key('sidebar', 'switch', ['Hidden', 'Whether the sidebar leaves the page out'])),
  hideApiMarker: unambiguous(
    key('sidebar', 'switch', ['Hide HTTP method', 'Whether the sidebar leaves out the HTTP method']),
  ),
  keywords: key('search', 'list', ['Keywords', 'Additional search words']),
  tags: key('search', 'list', ['Search filters', 'Values by which a search can be filtered']),
  searchable: unambiguous(key('search', 'switch', ['Searchable', 'Whether readers can find the page by search'])),
  boost: unambiguous(
    key('search', 'number', ['Search weight', 'A factor for the weight of the page in search results']),
  ),
  noindex: unambiguous(key('search', 'switch', ['No index', 'Whether search engines leave the page out'])),
  robots: key('search', 'text', ['Robots', 'Instructions for search engines']),
  canonical: unambiguous(key('search', 'text', ['Canonical address', 'The preferred address for search engines'])),
  groups: key('access', 'list', ['Reader groups', 'The reader groups that can open the page']),
  public: unambiguous(key('access', 'switch', ['Public', 'Whether anyone can read the page of a protected site'])),
  authors: key('history', 'list', ['Authors', 'The authors of the page']),
  timestamp: unambiguous(key('history', 'switch', ['Last change', 'Whether the page shows when it was last changed'])),
  createdDate: key('history', 'date', ['Created', 'The date of creation']),
  lastUpdatedDate: key('history', 'date', ['Updated', 'The date of the last change']),
  rss: unambiguous(key('history', 'switch', ['Feed', 'Whether the page links to its feed'])),
};
