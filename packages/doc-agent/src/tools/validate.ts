import { Type } from 'typebox';
import { compareIssues, listSiteIssues } from './compare-issues.ts';
import type { JsonValue } from '../ports.ts';
import { requirePage } from './locate-file.ts';
import { suggestFixes } from './suggest-fixes.ts';
import { defineTool, oneOf } from './tool.ts';
import type { ToolContext } from './tool.ts';

const maxIssues = 60;

export const validateTool = defineTool({
  name: 'validate',
  description: [
    'Checks the site as it would be published. scope: "changes" (issues introduced by your changes; default), "site" (all issues), or the path of a page.',
    'With `suggest`, it returns ready-made edits instead: "links" for broken links whose target has one near match, "spelling" for common misspellings. Read a file, then pass its edits to `edit`.',
  ].join('\n'),
  input: Type.Object({
    scope: Type.Optional(Type.String({ maxLength: 500 })),
    suggest: Type.Optional(oneOf(['links', 'spelling'])),
  }),
  async run({ scope = 'changes', suggest }, context) {
    const page = scope === 'changes' || scope === 'site' ? undefined : await requirePage(context.workspace, scope);
    if (suggest === undefined) return describeIssues(context, scope, page);
    const { workspace } = context;
    const paths = page !== undefined ? [page] : scope === 'site' ? await workspace.paths() : workspace.files.changed;
    return suggestFixes({ workspace, listIssues: () => listSiteIssues(context) }, paths, suggest);
  },
});

async function describeIssues(context: ToolContext, scope: string, page: string | undefined): Promise<JsonValue> {
  const { workspace, baseIssues } = context;
  const base = await baseIssues();
  const now = await listSiteIssues(context);
  const issues =
    page !== undefined
      ? now.filter((issue) => issue.path === page)
      : scope === 'site'
        ? now
        : compareIssues(base, now, workspace.overlay).introduced;
  return { total: issues.length, issues: issues.slice(0, maxIssues).map((issue) => ({ ...issue })) };
}
