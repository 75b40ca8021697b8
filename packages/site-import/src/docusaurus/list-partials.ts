import type { PlanRequest } from '../site-plan.ts';
import { folderOf, isPage, isUnder, joinPath } from '../text/source-paths.ts';
import { isPartial } from './list-docs.ts';
import type { DocsInstance } from './read-docusaurus-config.ts';

/** Lists the partials: files whose names begin with `_`, and other Markdown files of the site that pages import. */
export function listPartials(
  { source, readText, folder }: PlanRequest,
  instances: readonly DocsInstance[],
  pages: readonly string[],
): string[] {
  const found = new Set(
    source.paths.filter(
      (path) =>
        isPage(path) && instances.some((one) => isUnder(one.folder, path) && isPartial(path.slice(one.folder.length))),
    ),
  );
  const pending = [...pages, ...found];
  const seen = new Set(pending);
  for (let page = pending.pop(); page !== undefined; page = pending.pop()) {
    const text = readText(page) ?? '';
    if (!text.includes('import')) continue;
    for (const [, named = ''] of text.matchAll(/^import\s[^'"\n]{1,1000}\sfrom\s+['"]([^'"\n]{1,1000}\.mdx?)['"]/gm)) {
      const path = resolveImport(named, page, folder);
      if (path === undefined || found.has(path) || !source.has(path)) continue;
      found.add(path);
      if (!seen.has(path)) pending.push(path);
      seen.add(path);
    }
  }
  return [...found];
}

/** Returns the path of a file that a page imports, from the root of the source. */
export function resolveImport(named: string, page: string, folder: string): string | undefined {
  return named.startsWith('@site/') ? joinPath(folder, named.slice(6)) : joinPath(folderOf(page), named);
}
