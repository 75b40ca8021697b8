import { splitFrontmatter } from '../frontmatter/split-frontmatter.ts';
import { findLinks, maskCode } from '../links/find-links.ts';
import { resolveTarget } from '../links/resolve-link.ts';
import type { FileChange } from '../overlay/list-file-changes.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Describes added images that no file of the site refers to: each is a mistake, or a file that nobody would notice. */
export async function findUnusedImages(workspace: Workspace, changes: readonly FileChange[]): Promise<string[]> {
  const unused = new Set(changes.flatMap(({ path, image }) => (image === undefined ? [] : [path])));
  if (unused.size === 0) return [];
  const paths = (await workspace.paths()).filter((path) => /\.(?:mdx?|json|[jt]sx?|css)$/i.test(path));
  for (const [path, text] of await workspace.texts(paths)) {
    // Deleting an element of a set doesn't disturb its iteration.
    for (const image of unused) if (refersTo(path, text, image)) unused.delete(image);
  }
  return [...unused].map((path) => `\`${path.replaceAll('`', '')}\` was added, but no page shows it.`);
}

function refersTo(path: string, text: string, image: string): boolean {
  const name = image.slice(image.lastIndexOf('/') + 1);
  if (!text.includes(name) && !text.includes('%')) return false;
  if (findLinks(path, text).some(({ target }) => resolveTarget(path, target) === image)) return true;
  // Attributes such as `icon` and `poster` aren't links.
  const shown = maskCode(text);
  if (['"', "'"].some((quote) => shown.includes(`${quote}/${image}${quote}`))) return true;
  // Settings in frontmatter and docs.json, such as `og:image`, aren't links.
  const settings = /\.mdx?$/i.test(path) ? splitFrontmatter(text).yaml : text;
  const parts = settings.split(`/${image}`);
  return parts.slice(0, -1).some((before) => !/[\w./-]$/.test(before));
}
