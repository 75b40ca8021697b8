import { walkNavigation, type NavContent, type NavTreeOption } from './nav-tree.ts';

interface OptionPages {
  readonly paths: ReadonlySet<string>;
  /** The folder that contains all pages of the option, with a trailing slash, or `''`. */
  readonly folder: string;
}

/** Finds the corresponding page in another language or version, so that readers who switch stay on the same page. */
export class CounterpartFinder {
  readonly #pages = new Map<number, OptionPages>();
  readonly #whole: NavContent;
  #contents: ReadonlyMap<number, NavContent> | undefined;

  /**
   * `whole`: the complete navigation, including parts that the build's readers don't see. Folders are derived from it,
   * so that they are the same for all readers.
   */
  constructor(whole: NavContent) {
    this.#whole = whole;
  }

  /** The page of `other` that matches `path` of `own`, or `undefined` if no such page satisfies `isSeen`. */
  find(
    path: string,
    { own, other }: { readonly own: NavTreeOption; readonly other: NavTreeOption },
    isSeen: (path: string) => boolean,
  ): string | undefined {
    const here = this.#pagesOf(own);
    const there = this.#pagesOf(other);
    const isFound = (candidate: string): boolean => there.paths.has(candidate) && isSeen(candidate);
    const usual = there.folder + path.slice(here.folder.length);
    if (isFound(usual)) return usual;
    const candidates = [
      `${other.label}/${path}`,
      path.replace(`${own.label}/`, `${other.label}/`),
      path.replace(`${own.label}/`, ''),
      ...withoutVersion(path, own.label).flatMap((rest) => [rest, `${other.label}/${rest}`, `v${other.label}/${rest}`]),
      path,
    ];
    return candidates.find(isFound);
  }

  #pagesOf({ content }: NavTreeOption): OptionPages {
    const known = this.#pages.get(content.id);
    if (known !== undefined) return known;
    this.#contents ??= new Map(listContents(this.#whole).map((one) => [one.id, one]));
    const pages = { paths: pathsOf(content), folder: sharedFolder(pathsOf(this.#contents.get(content.id) ?? content)) };
    this.#pages.set(content.id, pages);
    return pages;
  }
}

function pathsOf(content: NavContent): Set<string> {
  const paths = new Set<string>();
  for (const { page } of walkNavigation(content)) if (!page.hidden) paths.add(page.path);
  return paths;
}

function listContents(content: NavContent): NavContent[] {
  return [content, ...content.sets.flatMap(({ options }) => options.flatMap((option) => listContents(option.content)))];
}

/** The path below a top folder that is named after the label: `v1/guide` and `1/guide` of version 1. */
function withoutVersion(path: string, label: string): string[] {
  const slash = path.indexOf('/');
  const bare = (text: string): string => text.toLowerCase().replace(/^v(?=\d)/, '');
  return slash > 0 && bare(path.slice(0, slash)) === bare(label) ? [path.slice(slash + 1)] : [];
}

function sharedFolder(paths: ReadonlySet<string>): string {
  let shared: string | undefined;
  for (const path of paths) {
    if (shared === undefined) shared = path.slice(0, path.lastIndexOf('/') + 1);
    while (!path.startsWith(shared)) shared = shared.slice(0, shared.lastIndexOf('/', shared.length - 2) + 1);
  }
  return shared ?? '';
}
