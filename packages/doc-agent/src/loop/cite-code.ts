import { checkCitations, type CheckedCitations } from '../code/check-citations.ts';
import { findCitations } from '../code/citation.ts';
import { writeAnchors } from '../code/page-anchors.ts';
import { ToolError } from '../errors.ts';
import { toRelativePath } from '../paths/check-path.ts';
import type { TurnContext } from '../tools/tool.ts';
import type { Citation } from '../turn.ts';
import type { FinishedData } from './journal-data.ts';
import type { listCode } from './read-records.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Checks the citations of a finished turn: those in its summary, and those in the `citations` field. */
export async function checkCited(
  { summary, citations = [] }: { readonly summary: string; readonly citations?: readonly Citation[] },
  { code, signal }: Pick<TurnContext, 'code' | 'signal'>,
): Promise<CheckedCitations> {
  if (code === undefined) return { right: [], doubts: [] };
  return checkCitations(code, [...citations, ...findCitations(summary)], signal);
}

/**
 * Writes anchors to changed pages if the project has enabled them.
 * @returns a note for each page that can't have them
 */
export async function anchorPages(workspace: Workspace, { right }: CheckedCitations): Promise<string[]> {
  if (!workspace.policy.codeAnchors) return [];
  const notes: string[] = [];
  for (const [named, those] of Map.groupBy(right, ({ page }) => page)) {
    const path = named === undefined ? undefined : findChanged(workspace, named);
    const entry = path === undefined ? undefined : workspace.overlay.get(path);
    if (path === undefined || entry?.kind !== 'write') continue;
    const content = writeAnchors(entry.content, those);
    if (content === entry.content) continue;
    try {
      await workspace.apply([{ path, entry: { ...entry, content } }]);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      notes.push(`\`${path}\` has no code anchors: ${error.message}.`);
    }
  }
  return notes;
}

/** The changed page with this name. Only MDX supports comments of this form. */
function findChanged({ overlay }: Workspace, named: string): string | undefined {
  const path = toRelativePath(named);
  return [path, `${path}.mdx`].find((one) => one.endsWith('.mdx') && overlay.has(one));
}

/** Notes for the reviewer about the code that the model read. */
export function noteCode(
  { result, citations = [] }: FinishedData,
  { sources, redacted }: ReturnType<typeof listCode>,
): string[] {
  const isUncited = result === 'changes' && sources.length > 0 && citations.length === 0;
  return [
    ...(isUncited ? ['The agent read source code, but cites none of it.'] : []),
    ...(redacted === 0
      ? []
      : [
          `${redacted} ${redacted === 1 ? 'credential was' : 'credentials were'} removed from source code that the agent read.`,
        ]),
  ];
}
