import { Type } from 'typebox';
import { compareIssues } from '../loop/compare-issues.ts';
import { findBrokenLinks } from '../links/find-broken-links.ts';
import type { BrokenLink } from '../links/find-broken-links.ts';
import { isPageFile } from '../links/resolve-link.ts';
import { loadSiteConfig } from '../navigation/load-site-config.ts';
import { readRedirects } from '../navigation/redirects.ts';
import type { Workspace } from '../overlay/workspace.ts';
import { requirePage } from './locate-file.ts';
import { defineTool } from './tool.ts';
import { ToolError } from './tool-error.ts';

const maxIssues = 60;
const maxBrokenLinks = 100;

export const validateTool = defineTool({
  name: 'validate',
  description:
    'Checks the site as it would be published. scope: "changes" (issues that your changes brought in; default), "site" (all issues), or the path of a page. Broken links come with the one page they most likely mean, where there is one.',
  input: Type.Object({ scope: Type.Optional(Type.String({ maxLength: 500 })) }),
  async run({ scope = 'changes' }, context) {
    const { workspace, gate, signal } = context;
    const page = scope === 'changes' || scope === 'site' ? undefined : await requirePage(workspace, scope);
    const base = await context.baseIssues();
    const now = workspace.overlay.size === 0 ? base : await gate.check(workspace.files, signal);
    const delta = compareIssues(base, now, workspace.overlay);
    const issues =
      page === undefined ? (scope === 'site' ? now : delta.introduced) : now.filter((issue) => issue.path === page);
    const checked = page !== undefined ? [page] : scope === 'site' ? await workspace.paths() : workspace.files.changed;
    const broken = await findBroken(workspace, checked);
    return {
      total: issues.length,
      issues: issues.slice(0, maxIssues).map((issue) => ({ ...issue })),
      brokenLinks: broken.slice(0, maxBrokenLinks).map((link) => ({ ...link })),
      totalBrokenLinks: broken.length,
    };
  },
});

async function findBroken(workspace: Workspace, checked: readonly string[]): Promise<BrokenLink[]> {
  const paths = await workspace.paths();
  // A site without a readable configuration has no redirects; the gate names the configuration's own fault.
  const config = await loadSiteConfig(workspace).catch((error: unknown) => {
    if (error instanceof ToolError) return undefined;
    throw error;
  });
  const hasSpecification = paths.some((path) =>
    /(?:openapi|swagger|asyncapi|spec|api)[^/]*\.(?:json|ya?ml)$/i.test(path),
  );
  const generatedFolder = /^(?:api-reference|api|reference|endpoints?)\//i;
  return findBrokenLinks(await workspace.texts(checked.filter(isPageFile)), {
    paths,
    redirects: config === undefined ? [] : readRedirects(config),
    // Pages made from a specification have no file; only the gate knows them all.
    isGenerated: (path) => hasSpecification && generatedFolder.test(path),
  });
}
