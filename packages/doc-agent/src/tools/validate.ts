import { Type } from 'typebox';
import { compareIssues, listSiteIssues } from './compare-issues.ts';
import type { GateIssue, JsonValue } from '../ports.ts';
import { maxGlobLength } from '../policy/compile-glob.ts';
import { filterByGlob } from './list-files.ts';
import { requirePage } from './locate-file.ts';
import { suggestFixes } from './suggest-fixes.ts';
import { defineTool, oneOf } from './tool.ts';
import type { ToolContext } from './tool.ts';

const maxIssues = 60;

export const validateTool = defineTool({
  name: 'validate',
  description: [
    'Checks the site as it would be published. scope: "changes" (issues introduced by your changes; default), "site" (all issues), or the path of a page. Filter by `codes`, `severity` and `glob`; errors come first, 60 a call, more with `from`. `codes` of the answer counts all.',
    'With `suggest`, it returns ready-made edits for the site (or `scope`) instead: "links" for broken links whose target has one near match, "spelling" for common misspellings. Read a file, then pass its edits to `edit`.',
  ].join('\n'),
  input: Type.Object({
    scope: Type.Optional(Type.String({ maxLength: 500 })),
    codes: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 20 })),
    severity: Type.Optional(oneOf(['error', 'warning', 'info'])),
    glob: Type.Optional(Type.String({ maxLength: maxGlobLength })),
    from: Type.Optional(Type.Integer({ minimum: 0 })),
    suggest: Type.Optional(oneOf(['links', 'spelling'])),
  }),
  async run({ suggest, scope = suggest === undefined ? 'changes' : 'site', ...filter }, context) {
    const page = scope === 'changes' || scope === 'site' ? undefined : await requirePage(context.workspace, scope);
    if (suggest === undefined) return describeIssues(context, await findIssues(context, scope, page), filter);
    const { workspace } = context;
    const paths = page !== undefined ? [page] : scope === 'site' ? await workspace.paths() : workspace.files.changed;
    return suggestFixes({ workspace, listIssues: () => listSiteIssues(context) }, paths, suggest);
  },
});

async function findIssues(
  context: ToolContext,
  scope: string,
  page: string | undefined,
): Promise<readonly GateIssue[]> {
  const now = await listSiteIssues(context);
  if (page !== undefined) return now.filter((issue) => issue.path === page);
  if (scope === 'site') return now;
  return compareIssues(await context.baseIssues(), now, context.workspace.overlay).introduced;
}

interface Filter {
  readonly codes?: readonly string[];
  readonly severity?: GateIssue['severity'];
  readonly glob?: string;
  readonly from?: number;
}

const order = ['error', 'warning', 'info'];

async function describeIssues(
  { signal }: ToolContext,
  all: readonly GateIssue[],
  { codes, severity, glob, from = 0 }: Filter,
): Promise<JsonValue> {
  const placed = glob === undefined ? all : await filterByGlob(all, glob, signal);
  const issues = placed
    .filter((issue) => severity === undefined || issue.severity === severity)
    .filter((issue) => codes === undefined || codes.includes(issue.code))
    .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  const counts = Object.fromEntries(
    [...Map.groupBy(placed, ({ code }) => code)].map(([code, those]) => [code, those.length]),
  );
  const shown = issues.slice(from, from + maxIssues);
  const next = from + shown.length;
  return {
    total: issues.length,
    codes: counts,
    issues: shown.map((issue) => ({ ...issue })),
    ...(next < issues.length ? { next } : {}),
  };
}
