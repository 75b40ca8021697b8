/** Resolves `guides/../a/./b.md` from the root of the source. Returns `undefined` if the path is outside the root. */
export function joinPath(folder: string, path: string): string | undefined {
  const parts: string[] = [];
  for (const part of [...folder.split('/'), ...path.split('/')]) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

export function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at === -1 ? '' : path.slice(0, at);
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
export const withoutExtension = (path: string): string => path.replace(/\.(?:mdx?|markdown)$/i, '');
export const isPage = (path: string): boolean => /\.(?:mdx?|markdown)$/i.test(path);

/** Joins paths: `guides` + `a.md` → `guides/a.md`; `''` is the root on either side. */
export const under = (folder: string, path: string): string =>
  folder === '' || path === '' ? folder + path : `${folder}/${path}`;

export const isUnder = (folder: string, path: string): boolean => folder === '' || path.startsWith(`${folder}/`);

/** `getting-started_now` → `Getting started now` */
export function toTitle(name: string): string {
  const words = name.replaceAll(/[-_\s]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
