import { trimEndOf } from '../text/trim-end.ts';

/** Finds page files by the names that links can use. */
export interface PageIndex {
  /** The file that a resolved path names: `guides/start` → `guides/start.mdx`, `guides` → `guides/index.mdx`. */
  find(resolved: string): string | undefined;
  readonly pages: readonly string[];
}

export function isPageFile(path: string): boolean {
  return /\.mdx?$/i.test(path);
}

export function toLinkPath(path: string): string {
  return path.replace(/\.mdx?$/i, '');
}

export function indexPages(paths: readonly string[]): PageIndex {
  const files = new Set(paths);
  const pages = paths.filter(isPageFile);
  return {
    pages,
    find(resolved) {
      if (files.has(resolved)) return resolved;
      const trimmed = trimEndOf(resolved, '/');
      const folder = trimmed === '' ? '' : `${trimmed}/`;
      const candidates = trimmed === '' ? [] : [`${trimmed}.mdx`, `${trimmed}.md`];
      candidates.push(`${folder}index.mdx`, `${folder}index.md`, `${folder}README.mdx`, `${folder}README.md`);
      return candidates.find((candidate) => files.has(candidate));
    },
  };
}
