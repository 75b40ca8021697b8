import { rebaseTarget } from '../links/rewrite-links.ts';
import type { GateIssue, Overlay } from '../ports.ts';
import type { TurnContext } from './tool.ts';

/** All current issues of the site. */
export function listSiteIssues({ workspace, gate, signal, baseIssues }: TurnContext): Promise<readonly GateIssue[]> {
  return workspace.overlay.size === 0 ? baseIssues() : gate.check(workspace.files, signal);
}

export interface IssueDelta {
  /** Issues that don't exist in the base. */
  readonly introduced: readonly GateIssue[];
  readonly fixed: number;
  readonly existing: number;
}

/**
 * Compares the issues of a site before and after changes. Line numbers are ignored, because an edit above shifts them.
 * A moved page keeps its issues. A page with the same issue three times instead of twice has one new issue.
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

/** Rewrites the links in a message. Moving a page rewrites its relative links; a broken link remains broken. */
function rebaseNames(issue: GateIssue, to: string): string {
  return issue.message.replace(/"([^"\n]+)"/g, (quoted, target: string) => {
    const moved = rebaseTarget(target, { from: issue.path, to });
    return moved === undefined ? quoted : `"${moved}"`;
  });
}

/** Identifies an issue. Its message may contain line numbers, which are ignored. */
function keyOf(issue: GateIssue): string {
  return JSON.stringify([
    issue.path,
    issue.code,
    issue.severity,
    issue.message.replace(/\b(?:line|lines|column) \d+/gi, 'line'),
  ]);
}
