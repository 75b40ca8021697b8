import type { GateIssue, Overlay } from '../ports.ts';

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
  for (const issue of before) {
    const key = keyOf({ ...issue, path: movedTo.get(issue.path) ?? issue.path });
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  const introduced: GateIssue[] = [];
  for (const issue of after) {
    const left = known.get(keyOf(issue)) ?? 0;
    if (left > 0) known.set(keyOf(issue), left - 1);
    else introduced.push(issue);
  }
  const existing = after.length - introduced.length;
  return { introduced, fixed: before.length - existing, existing };
}

/** Messages may name a line of the page; the number is no part of what is wrong. */
function keyOf(issue: GateIssue): string {
  return JSON.stringify([
    issue.path,
    issue.code,
    issue.severity,
    issue.message.replace(/\b(?:line|lines|column) \d+/gi, 'line'),
  ]);
}
