import { Type } from 'typebox';
import { indexPages, isPageFile, toLinkPath } from '../paths/page-index.ts';
import { rebaseLinks, retargetLinks } from '../links/rewrite-links.ts';
import { toConfigChanges } from '../navigation/config-editor.ts';
import { renamePageInNavigation } from '../navigation/edit-navigation.ts';
import { loadSiteConfig } from '../navigation/load-site-config.ts';
import { addRedirect, removeRedirect } from '../navigation/redirects.ts';
import { retargetConfigLinks } from '../navigation/retarget-config-links.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { toRelativePath } from '../paths/check-path.ts';
import type { JsonValue, OverlayChange } from '../ports.ts';
import { describeParse } from './describe-parse.ts';
import { movedFrom } from './edit-file.ts';
import { requireNew, requirePage, requireWritable, toNewPagePath } from './locate-file.ts';
import { describeEdits, editMany } from './mechanical-edits.ts';
import type { MechanicalEdits } from './mechanical-edits.ts';
import { defineTool } from './tool.ts';
import { ToolError } from '../errors.ts';

export const movePageTool = defineTool({
  name: 'move_page',
  description:
    'Moves or renames a page in one go: the file, every link to it in pages and snippets, its own relative links, the navigation, and a redirect from the old path. If `to` is an existing folder or ends with a slash, the file name is kept.',
  input: Type.Object({ from: Type.String({ maxLength: 500 }), to: Type.String({ maxLength: 500 }) }),
  async run(input, context) {
    const { from, to, text, links, config } = await movePage(context.workspace, input);
    return {
      from,
      to,
      ...describeLinks(links),
      configChangedIn: config.map((change) => change.path),
      parse: await describeParse(context, to, text),
    };
  },
});

interface Move {
  readonly from: string;
  readonly to: string;
}

export interface MovedPage extends Move {
  /** The page's text after the move. */
  readonly text: string;
  readonly links: MechanicalEdits;
  readonly config: readonly OverlayChange[];
}

/** Moves a page with its links, its navigation entry and a redirect. @throws ToolError */
export async function movePage(workspace: Workspace, input: Move): Promise<MovedPage> {
  const from = await requirePage(workspace, input.from);
  const target = await keepNameInFolder(workspace, from, input.to);
  const to = withExtensionOf(from, toNewPagePath(target), target);
  if (from === to) throw new ToolError('no_change', `"${from}" is already there`);
  await requireWritable(workspace, from, 'remove');
  if (from.toLowerCase() === to.toLowerCase()) await requireWritable(workspace, to, 'create');
  else await requireNew(workspace, to);
  const page = await movePageFile(workspace, { from, to });
  const links = await retargetInboundLinks(workspace, { from, to });
  const config = await moveInConfig(workspace, { from, to });
  await workspace.apply([...page.changes, ...config], { byRule: links.changes });
  return { from, to, text: page.text, links, config };
}

/** Adds the page's own name to a target that is a folder: `guides/`, or `guides` if that folder exists. */
async function keepNameInFolder(workspace: Workspace, from: string, written: string): Promise<string> {
  const folder = toRelativePath(written);
  const isFolder =
    written.trim().endsWith('/') || (await workspace.paths()).some((path) => path.startsWith(`${folder}/`));
  if (!isFolder || /\.mdx?$/i.test(folder)) return written;
  const name = from.slice(from.lastIndexOf('/') + 1);
  return folder === '' ? name : `${folder}/${name}`;
}

/** Keeps the page's extension: `move a.md to b` keeps the `.md`. */
function withExtensionOf(from: string, to: string, written: string): string {
  return /\.mdx?$/i.test(written) ? to : to.replace(/\.mdx$/, /\.mdx?$/i.exec(from)?.[0] ?? '.mdx');
}

async function movePageFile(
  workspace: Workspace,
  { from, to }: Move,
): Promise<{ text: string; changes: OverlayChange[] }> {
  const before = await workspace.requireText(from);
  const pages = indexPages(await workspace.paths());
  const text = rebaseLinks(retargetLinks({ path: from, text: before }, { from, to }, pages), { from, to });
  const origin = movedFrom(workspace.overlay.get(from)).movedFrom ?? from;
  const isBaseFile = (await workspace.base.read(from)) !== undefined;
  const moved = origin === to || (!isBaseFile && origin === from) ? {} : { movedFrom: origin };
  return {
    text,
    changes: [
      { path: from, entry: isBaseFile ? { kind: 'delete' } : null },
      { path: to, entry: { kind: 'write', content: text, ...moved } },
    ],
  };
}

/**
 * Rewrites the links to the page in all other pages and snippets. Files that must not be changed keep their links,
 * which the redirect handles.
 */
export async function retargetInboundLinks(workspace: Workspace, move: Move): Promise<MechanicalEdits> {
  const paths = await workspace.paths();
  const pages = indexPages(paths);
  const name =
    toLinkPath(move.from)
      .replace(/\/index$/, '')
      .split('/')
      .at(-1) ?? '';
  const mayHold = workspace.policy.allowScripts
    ? (path: string) => isPageFile(path) || /\.[jt]sx$/i.test(path)
    : isPageFile;
  return editMany(workspace, paths.filter(mayHold), (path, text) => {
    // Most pages don't name the moved page: a plain text search avoids parsing their links.
    if (path === move.from || !(text.includes(name) || text.includes('%'))) return text;
    return retargetLinks({ path, text }, move, pages);
  });
}

export function describeLinks(links: MechanicalEdits): Record<string, JsonValue> {
  const { files, changedIn, ...rest } = describeEdits(links);
  return { linksChangedIn: changedIn ?? [], filesWithLinks: files ?? 0, ...rest };
}

async function moveInConfig(workspace: Workspace, { from, to }: Move): Promise<OverlayChange[]> {
  const before = await loadSiteConfig(workspace);
  const source = `/${toLinkPath(from)}`;
  const destination = `/${toLinkPath(to)}`;
  let config = renamePageInNavigation(before, from, to);
  config = retargetConfigLinks(config, from, to);
  // The new path must not be redirected.
  config = removeRedirect(config, destination);
  const isSnippet = from.startsWith('snippets/') || from.startsWith('_snippets/');
  if (source !== destination && !isSnippet) config = addRedirect(config, { source, destination });
  return toConfigChanges(workspace, before, config);
}
