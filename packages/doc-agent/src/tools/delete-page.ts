import { Type } from 'typebox';
import { findLinks } from '../links/find-links.ts';
import { indexPages, isPageFile, toLinkPath } from '../paths/page-index.ts';
import { resolveTarget } from '../links/resolve-link.ts';
import { toConfigChanges } from '../navigation/config-editor.ts';
import { removePageFromNavigation } from '../navigation/edit-navigation.ts';
import { loadSiteConfig } from '../navigation/load-site-config.ts';
import { addRedirect } from '../navigation/redirects.ts';
import { retargetConfigLinks } from '../navigation/retarget-config-links.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { requirePage, requireWritable } from './locate-file.ts';
import { noEdits, type MechanicalEdits } from './mechanical-edits.ts';
import type { OverlayChange } from '../ports.ts';
import { describeLinks, retargetInboundLinks } from './move-page.ts';
import { defineTool } from './tool.ts';
import { ToolError } from '../errors.ts';
import { countOf } from '../text/count-of.ts';

export const deletePageTool = defineTool({
  name: 'delete_page',
  description:
    'Deletes a page and removes it from the navigation. With `redirect` (a page path) links to it are rewritten and the old path is redirected. Without it, a page that others link to is not deleted: the answer lists them.',
  input: Type.Object({
    path: Type.String({ maxLength: 500 }),
    redirect: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  async run(input, { workspace }) {
    const { path, links, config } = await deletePage(workspace, input);
    return {
      path,
      ...describeLinks(links),
      configChangedIn: config.map((change) => change.path),
    };
  },
});

export interface DeletedPage {
  readonly path: string;
  readonly links: MechanicalEdits;
  readonly config: readonly OverlayChange[];
}

/**
 * Deletes a page with its navigation entry. With `redirect`, links to the page are changed, and its path is redirected.
 * @throws ToolError
 */
export async function deletePage(
  workspace: Workspace,
  { path: written, redirect }: { readonly path: string; readonly redirect?: string },
): Promise<DeletedPage> {
  const path = await requirePage(workspace, written);
  await requireWritable(workspace, path, 'remove');
  const target = redirect === undefined ? undefined : await requirePage(workspace, redirect);
  if (target === path) throw new ToolError('invalid_redirect', `"${path}" can't be redirected to itself`);
  if (target === undefined) await requireUnlinked(workspace, path);
  const links = target === undefined ? noEdits : await retargetInboundLinks(workspace, { from: path, to: target });
  const before = await loadSiteConfig(workspace);
  let config = removePageFromNavigation(before, path);
  if (target !== undefined) {
    config = retargetConfigLinks(config, path, target);
    config = addRedirect(config, { source: `/${toLinkPath(path)}`, destination: `/${toLinkPath(target)}` });
  }
  const isBaseFile = (await workspace.base.read(path)) !== undefined;
  const configChanges = await toConfigChanges(workspace, before, config);
  const deletion = { path, entry: isBaseFile ? ({ kind: 'delete' } as const) : null };
  await workspace.apply([deletion, ...configChanges], { byRule: links.changes });
  return { path, links, config: configChanges };
}

async function requireUnlinked(workspace: Workspace, target: string): Promise<void> {
  const paths = await workspace.paths();
  const pages = indexPages(paths);
  const linking: string[] = [];
  for (const [path, text] of await workspace.texts(
    paths.filter((path) => isPageFile(path) || /\.[jt]sx$/i.test(path)),
  )) {
    if (path === target) continue;
    const links = findLinks(path, text).some((link) => pages.find(resolveTarget(path, link.target) ?? '\0') === target);
    if (links) linking.push(path);
  }
  if (linking.length > 0) {
    throw new ToolError(
      'linked',
      `${countOf(linking.length, 'file links', 'files link')} to "${target}"; pass \`redirect\`, or change these links first`,
      { files: linking.slice(0, 50) },
    );
  }
}
