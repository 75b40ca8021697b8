import { readFrontmatter } from '../frontmatter/edit-frontmatter.ts';
import { splitFrontmatter } from '../frontmatter/split-frontmatter.ts';
import { areaOfPath } from '../links/page-area.ts';
import type { Navigation } from '../navigation/read-navigation.ts';
import { toLinkPath } from '../paths/page-index.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface TitledPage {
  /** Without extension. */
  readonly path: string;
  readonly title: string;
}

/**
 * Finds pages in the default language and version with a path, title or sidebar title that equals a name, ignoring
 * case. If several pages match, the caller must ask which one is meant.
 */
export async function findTitledPages(
  workspace: Workspace,
  navigation: Navigation,
  name: string,
): Promise<readonly (TitledPage & Readonly<Record<string, string>>)[]> {
  const wanted = toComparable(name);
  const places = Map.groupBy(navigation.pages, ({ path }) => path);
  const { pages } = await workspace.pages();
  const found: (TitledPage & Record<string, string>)[] = [];
  for (const [file, text] of await workspace.texts(pages)) {
    const path = toLinkPath(file);
    const entries = places.get(path);
    const isDefault = entries === undefined ? isOrdinary(path) : entries.some((entry) => entry.isDefault);
    if (!isDefault) continue;
    const names = readNames(text);
    if ([path, ...names].some((each) => toComparable(each) === wanted)) found.push({ path, title: names[0] ?? path });
  }
  return found;
}

const toComparable = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Whether a page that isn't in the navigation is an ordinary page, not a snippet, a translation or an old version. */
function isOrdinary(path: string): boolean {
  return areaOfPath(path) === '' && !/(?:^|\/)(?:snippets|_)/.test(path);
}

function readNames(text: string): string[] {
  if (!/^(?:title|sidebarTitle)\s*:/m.test(splitFrontmatter(text).yaml)) return [];
  try {
    const values = readFrontmatter(text);
    return ['title', 'sidebarTitle'].flatMap((key) => {
      const value = values.get(key);
      return typeof value === 'string' ? [value] : [];
    });
  } catch {
    // A page with invalid frontmatter has no titles here; the docs gate reports the error.
    return [];
  }
}
