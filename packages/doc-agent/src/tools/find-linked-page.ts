import { ToolError } from '../errors.ts';
import { loadSiteConfig } from '../navigation/load-site-config.ts';
import { readNavigation } from '../navigation/read-navigation.ts';
import { toLinkPath } from '../paths/page-index.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Finds the page file that a resolved link opens, by the site builder's rule: the page itself or, for a folder without
 * its own page, the folder's first page in the navigation.
 */
export async function createPageFinder(workspace: Workspace): Promise<(resolved: string) => string | undefined> {
  const pages = await workspace.pages();
  const order = await readOrder(workspace);
  const firsts = new Map<string, string>();
  for (const file of [...order.flatMap((path) => pages.find(path) ?? []), ...pages.pages]) {
    const path = toLinkPath(file);
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash);
      if (!firsts.has(folder)) firsts.set(folder, file);
    }
  }
  return (resolved) => pages.find(resolved) ?? firsts.get(resolved.replace(/\/$/, ''));
}

async function readOrder(workspace: Workspace): Promise<string[]> {
  try {
    return readNavigation(await loadSiteConfig(workspace)).pages.map(({ path }) => path);
  } catch (error) {
    // Without a readable configuration, pages are ordered by path.
    if (error instanceof ToolError) return [];
    throw error;
  }
}
