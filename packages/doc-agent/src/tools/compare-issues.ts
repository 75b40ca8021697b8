import { rebaseTarget } from '../links/rewrite-links.ts';
import type { GateIssue, Overlay } from '../ports.ts';
import type { ToolContext } from './tool.ts';

/** All issues of the site as it is now. */
export function listSiteIssues({ workspace, gate, signal, baseIssues }: ToolContext): Promise<readonly GateIssue[]> {
  return workspace.overlay.size === 0 ? baseIssues() : gate.check(workspace.files, signal);
}

export interface IssueDelta {
  /** What the base did not have. */
  readonly introduced: readonly GateIssue[];
  readonly fixed: number;
  readonly existing: number;
}

/**
 * What changes did to the issues of a site. Lines don't count (an edit above moves them), a moved page keeps its
 * issues, and a page with the same issue twice that then has it three times has one new.
 */
export function compareIssues(before: readonly GateIssue[], after: readonly GateIssue[], overlay: Overlay): IssueDelta {
  const movedTo = new Map<string, string>();
  for (const [path, entry] of overlay) {
    if (entry.kind === 'write' && entry.movedFrom !== undefined) movedTo.set(entry.movedFrom, path);
  }
  const known = new Map<string, number>();
  const rebased = new Map<string, string>();
  for (const issue of before) {
    const to = movedTo.get(issue.path) ?? issue.path;
    const key = keyOf({ ...issue, path: to });
    known.set(key, (known.get(key) ?? 0) + 1);
    if (to !== issue.path) rebased.set(keyOf({ ...issue, path: to, message: rebaseNames(issue, to) }), key);
  }
  const introduced: GateIssue[] = [];
  for (const issue of after) {
    const own = keyOf(issue);
    const key = (known.get(own) ?? 0) > 0 ? own : (rebased.get(own) ?? own);
    const left = known.get(key) ?? 0;
    if (left > 0) known.set(key, left - 1);
    else introduced.push(issue);
  }
  const existing = after.length - introduced.length;
  return { introduced, fixed: before.length - existing, existing };
}

/** Moving a page rewrites its relative links; a link that was broken still is. */
function rebaseNames(issue: GateIssue, to: string): string {
  return issue.message.replace(/"([^"\n]+)"/g, (quoted, target: string) => {
    const moved = rebaseTarget(target, { from: issue.path, to });
    return moved === undefined ? quoted : `"${moved}"`;
  });
}

/** Messages may name a line of the page; its number doesn't identify the issue. */
function keyOf(issue: GateIssue): string {
  return JSON.stringify([
    issue.path,
    issue.code,
    issue.severity,
    issue.message.replace(/\b(?:line|lines|column) \d+/gi, 'line'),
  ]);
}
