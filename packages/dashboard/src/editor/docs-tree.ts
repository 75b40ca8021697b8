import type { DraftChange, DraftFileList } from '@docwright/sdk';

export type ChangeKind = DraftChange['change'];

export interface DocsFile {
  readonly path: string;
  readonly name: string;
  readonly change: ChangeKind | null;
  readonly isConflict: boolean;
}

export interface DocsFolder {
  /** Path from the docs folder; empty for the docs folder itself. */
  readonly path: string;
  readonly name: string;
  readonly folders: readonly DocsFolder[];
  readonly files: readonly DocsFile[];
}

/**
 * Lists the files of the docs folder with the draft applied. Deleted files are included, so that they can be restored.
 * The changes can be newer than the list, because only the changes are loaded regularly.
 */
export function listDocsFiles(
  files: readonly Pick<DraftFileList['files'][number], 'path'>[],
  changes: readonly Pick<DraftChange, 'path' | 'change' | 'isConflict' | 'movedFrom'>[],
): readonly DocsFile[] {
  const changeOf = new Map(changes.map((change) => [change.path, change]));
  const moved = new Set(changes.map(({ movedFrom }) => movedFrom));
  const paths = new Set([...files.map(({ path }) => path), ...changeOf.keys()]);
  return [...paths]
    .filter((path) => changeOf.has(path) || !moved.has(path))
    .map((path) => {
      const { change = null, isConflict = false } = changeOf.get(path) ?? {};
      return { path, name: nameOf(path), change, isConflict };
    })
    .toSorted((one, other) => compareNames(one.path, other.path));
}

/** Arranges files in folders, in alphabetical order, folders first. */
export function toDocsTree(files: readonly DocsFile[]): DocsFolder {
  interface Growing {
    readonly path: string;
    readonly folders: Map<string, Growing>;
    readonly files: DocsFile[];
  }
  const grow = (path: string): Growing => ({ path, folders: new Map(), files: [] });
  const root = grow('');
  for (const file of files) {
    let folder = root;
    for (const name of file.path.split('/').slice(0, -1)) {
      const next = folder.folders.get(name) ?? grow(folder.path === '' ? name : `${folder.path}/${name}`);
      folder.folders.set(name, next);
      folder = next;
    }
    folder.files.push(file);
  }
  const finish = (folder: Growing): DocsFolder => ({
    path: folder.path,
    name: nameOf(folder.path),
    folders: [...folder.folders.values()].map(finish).toSorted((one, other) => compareNames(one.name, other.name)),
    files: folder.files,
  });
  return finish(root);
}

/** Finds the files whose path contains every word. Matches in the file's name are listed first. */
export function searchFiles(files: readonly DocsFile[], query: string): readonly DocsFile[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = files.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)));
  const isByName = ({ name }: DocsFile): number => (words.every((word) => name.toLowerCase().includes(word)) ? 0 : 1);
  return found.toSorted((one, other) => isByName(one) - isByName(other));
}

/** Returns the page to open first, if no page is named. */
export function findHome(files: readonly DocsFile[]): string | undefined {
  const pages = files.filter(({ path, change }) => isPage(path) && change !== 'deleted').map(({ path }) => path);
  const rank = (path: string): number => {
    const at = homes.indexOf(path.toLowerCase().replace(/\.mdx?$/, ''));
    return at === -1 ? homes.length : at;
  };
  return pages.toSorted((one, other) => rank(one) - rank(other))[0];
}

const homes: readonly string[] = ['index', 'introduction', 'readme', 'overview', 'quickstart'];

export const isPage = (path: string): boolean => /\.mdx?$/i.test(path);

/** Whether a file contains the site's navigation. */
export const isSiteConfig = (path: string): boolean => path === 'docs.json' || path === 'mint.json';

/** Whether a file has a form next to its text. */
export const hasForm = (path: string): boolean => isPage(path) || isSiteConfig(path);

export const isImage = (path: string): boolean => /\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/i.test(path);

export const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');

export const nameOf = (path: string): string => path.split('/').at(-1) ?? path;

/** Returns the address of a page on the site, as links use it: `/guides/start`. */
export const toPageLink = (path: string): string => {
  const page = path.replace(/\.mdx?$/i, '').replace(/(?:^|\/)index$/, '');
  return `/${page}`;
};

/** Returns the path of a new page: `guides/getting-started.mdx` for `guides/Getting started`. */
export function toNewPagePath(input: string): string {
  const parts = input
    .trim()
    .split('/')
    .map((part) => part.trim())
    .filter(Boolean);
  const name = parts.pop() ?? '';
  const file = /\.[a-z\d]{1,8}$/i.test(name)
    ? name
    : `${name
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
        .replaceAll(/^-+|-+$/g, '')}.mdx`;
  return [...parts, file].join('/');
}

const collator = new Intl.Collator('en', { numeric: true });
const compareNames = (one: string, other: string): number => collator.compare(one, other);
