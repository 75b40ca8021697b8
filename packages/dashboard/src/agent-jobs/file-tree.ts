import type { FileDiff } from '@docwright/highlight/parse-diff';

/** A folder of changed files. A folder that contains only one folder is merged with it: `guides/setup`. */
export interface FileTree {
  readonly folders: readonly { readonly name: string; readonly tree: FileTree }[];
  readonly files: readonly { readonly name: string; readonly file: FileDiff }[];
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: { readonly name: string; readonly file: FileDiff }[];
}

const newFolder = (): Folder => ({ folders: new Map(), files: [] });

/** Arranges files in folders, in diff order, which is git's order. */
export function toFileTree(files: readonly FileDiff[]): FileTree {
  const root = newFolder();
  for (const file of files) {
    const names = file.path.split('/');
    const name = names.pop() ?? '';
    let folder = root;
    for (const each of names) {
      const next = folder.folders.get(each) ?? newFolder();
      folder.folders.set(each, next);
      folder = next;
    }
    folder.files.push({ name, file });
  }
  return toTree(root);
}

function toTree({ folders, files }: Folder): FileTree {
  return {
    folders: [...folders].map(([first, start]) => {
      let name = first;
      let folder = start;
      while (folder.files.length === 0 && folder.folders.size === 1) {
        for (const [next, inner] of folder.folders) {
          name = `${name}/${next}`;
          folder = inner;
        }
      }
      return { name, tree: toTree(folder) };
    }),
    files,
  };
}
